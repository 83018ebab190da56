// The part of preact.js (Preact with hooks, and htm) that this client uses.

export type Child = unknown;

export declare class Component<P = {}, S = {}> {
  constructor(props: P);
  props: P;
  state: S;
  setState(change: Partial<S>): void;
  render(props: P, state: S): Child;
}

export declare function html(strings: TemplateStringsArray, ...values: unknown[]): Child;
export declare function h(type: unknown, props: object | null, ...children: Child[]): Child;
export declare function render(child: Child, parent: Element): void;
export declare function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export declare function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export declare function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export declare function useRef<T>(initial: T): { current: T };
export declare function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export declare function useCallback<F>(callback: F, inputs: readonly unknown[]): F;
export declare function useErrorBoundary(callback?: (error: Error) => void): [Error | undefined, () => void];
