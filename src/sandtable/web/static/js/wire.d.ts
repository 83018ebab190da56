// Made by scripts/wire_types.py from structs of the kernel and from table.messages: do not edit.
// In a module: /** @typedef {import("./wire.js").Scene} Scene */ (there is no wire.js; types need none).

/**
 * A kind of ground: a letter for small drawings (a space for plain ground), a colour as #rrggbb, a texture.
 *
 * Textures that clients know: sand, dunes, rock, cliff, salt, water, village, town, fortress, base, woods, field,
 * marsh, edge; and box, for a place beside the map proper, which is drawn square on a map of points.
 */
export interface Terrain {
  readonly id: string;
  readonly name: string;
  readonly letter: string;
  readonly colour: string;
  readonly texture: string;
}

/**
 * A printed map, or a part of one at its own scale. All sheets lie in one plane, at (x, y), enlarged `scale`
 * times.
 *
 * Shapes: hex-rows (cells of a row 1 apart, rows offset by halves of x), hex-columns (cells of a column 1 apart,
 * columns offset by halves of y), square (whole x and y), points (free-standing cells joined by lines).
 */
export interface Sheet {
  readonly id: string;
  readonly name: string;
  readonly shape: string;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** Sheets with the same word here are one map: nothing parts them but their joins. */
  readonly part_of: string;
}

/**
 * Cells at the rims of two sheets that touch: each of the first touches each of the second. Both rims are marked
 * with its colour, as #rrggbb, and its letter.
 */
export interface Join {
  readonly name: string;
  readonly letter: string;
  readonly colour: string;
  readonly cells: readonly number[];
  readonly others: readonly number[];
}

/**
 * An area behind a map of points: land, sea, lake or foreign (land where nobody goes), a ring of points of the
 * plane. Areas are drawn in their order, on sea.
 */
export interface Land {
  readonly kind: string;
  readonly ring: readonly (readonly [number, number])[];
}

/** A framed part of the plane, with its title: a region drawn elsewhere, or at another scale. */
export interface Inset {
  readonly title: string;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/**
 * A mark printed in a cell, with what is written in it. Kinds that clients know: port, fort, points, source,
 * oasis, airfield.
 */
export interface Mark {
  readonly kind: string;
  readonly text: string;
}

/**
 * A hex, a square or a point, at (x, y) of its sheet, y growing southwards.
 *
 * `number` is its number among the things of the board's `cell_noun`; scenery that nothing ever enters has
 * NOWHERE.
 */
export interface Cell {
  readonly number: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly terrain: string;
  /** The printed name of the place, if it has one. */
  readonly label: string;
  /** Its index in the board's list of sheets. */
  readonly sheet: number;
  readonly marks: readonly Mark[];
}

/** The points of the plane through which the line between two cells runs, from the first to the second. */
export interface Bend {
  readonly start: number;
  readonly end: number;
  readonly points: readonly (readonly [number, number])[];
}

/**
 * Roads, rivers, borders: pairs of adjacent cells, or free strokes through points.
 *
 * A pair is joined from centre to centre, by a bend if it has one, or divided along its common side if
 * `along_sides`. Styles clients know: road, track, trail, railway, river, marsh, cliff, ridge, wall, border,
 * closed, link, dashed-link, sea-link.
 */
export interface Line {
  readonly kind: string;
  readonly pairs: readonly (readonly [number, number])[];
  readonly along_sides: boolean;
  readonly strokes: readonly (readonly (readonly [number, number])[])[];
  readonly style: string;
  readonly bends: readonly Bend[];
}

/**
 * A place off the map for pieces.
 *
 * With a `number` among the things of the board's `cell_noun` it is a place like any cell: pieces lie in it by
 * their `cell`, choices and questions point at it, tints colour it.
 */
export interface Box {
  readonly id: string;
  readonly name: string;
  readonly number: number;
  readonly side: number;
  readonly note: string;
}

/** A row of spaces that counts something; a space may have a note, and a box whose pieces lie there. */
export interface Track {
  readonly id: string;
  readonly name: string;
  readonly spaces: readonly string[];
  readonly notes: readonly string[];
  /** By space, the id of its box, or an empty word. */
  readonly boxes: readonly string[];
}

/** Where cards lie. Kinds: hand, table (played, in force), discards, deck. */
export interface Pile {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly side: number;
}

/** The colours of a counter, as #rrggbb: its background and what is printed on it. */
export interface Nation {
  readonly id: string;
  readonly name: string;
  readonly ground: string;
  readonly ink: string;
}

/** What a badge on a piece, the letter of a marker, or a symbol on a card means. */
export interface Sign {
  readonly letters: string;
  readonly text: string;
}

/** What is printed. */
export interface Board {
  readonly title: string;
  readonly sheets: readonly Sheet[];
  readonly terrains: readonly Terrain[];
  readonly cells: readonly Cell[];
  readonly lines: readonly Line[];
  readonly joins: readonly Join[];
  readonly lands: readonly Land[];
  readonly insets: readonly Inset[];
  readonly boxes: readonly Box[];
  readonly tracks: readonly Track[];
  readonly piles: readonly Pile[];
  readonly nations: readonly Nation[];
  /** The noun of choices whose arguments are cells. */
  readonly cell_noun: string;
  /**
   * The nouns of choices whose arguments lie on the board as pieces (units, weapons, cards, chits), the usual one
   * first. The argument's name is the piece's id, so no two things of these nouns may have one name.
   */
  readonly piece_nouns: readonly string[];
  /** Every badge and every letter of a marker, explained. */
  readonly key: readonly Sign[];
}

/**
 * A counter, block or card as its viewer sees it: in a cell, or in a box when `cell` is NOWHERE.
 *
 * A hidden piece has no id, or one that says nothing: two hidden pieces that could be swapped are drawn alike.
 */
export interface Piece {
  readonly id: string;
  readonly side: number;
  readonly name: string;
  /**
   * What is drawn on it. Symbols that clients know: armour, infantry, mechanised infantry, motorised infantry,
   * reconnaissance, artillery, anti-tank, anti-aircraft, engineer, parachute, cavalry, headquarters, commander,
   * supply, truck, aircraft, ship, minefield, fortification, squad, machine gun, mortar, gun, tank, hidden; for
   * any other symbol the letter is drawn.
   */
  readonly symbol: string;
  /** The symbol as one letter, for small drawings. */
  readonly letter: string;
  /** The printed factors, such as 7-7-10. */
  readonly figures: string;
  /** The unit size above the symbol: I, II, III, X, XX, ... */
  readonly size: string;
  /** The id of its nation; without one it has the colours of its side. */
  readonly nation: string;
  /** A few letters along its edge; without them its name, if it is short. */
  readonly printed: string;
  /** counter, small (a counter of a smaller unit), block (stands upright), or token (round). */
  readonly shape: string;
  /** How many degrees it is turned clockwise. What is printed on a block stays upright. */
  readonly turned: number;
  /** Strength steps it has left, drawn as full dots; lost steps are drawn as empty ones. */
  readonly steps: number;
  readonly lost: number;
  /** Lies face down, like a disrupted block. */
  readonly lies: boolean;
  readonly cell: number;
  readonly box: string;
  /** Words for its condition: moved, isolated, under attack, ... */
  readonly status: readonly string[];
  /** At most two letters for each condition that is marked on it, the most important first. */
  readonly badges: readonly string[];
  /** Drawn pale: it has done what it can do. */
  readonly faded: boolean;
  /** Its noun, if it is not the first of the board's. */
  readonly noun: string;
}

/**
 * What a card can be played for: the text of the choice, and its words. It is legal if it is among the buttons.
 */
export interface Use {
  readonly choice: string;
  readonly label: string;
}

/**
 * A card in a pile. A card that lies face down has no id: cards that could be swapped are drawn alike, and `count`
 * says how many there are.
 */
export interface Card {
  /** Its name among the things of its noun, one of the board's `piece_nouns`. */
  readonly id: string;
  readonly noun: string;
  readonly pile: string;
  readonly side: number;
  /** Soft hyphens show where a long word may be divided. */
  readonly title: string;
  readonly value: string;
  /** Is its value in a square, not in a circle? */
  readonly square: boolean;
  /** A few letters each, explained in the board's key. */
  readonly symbols: readonly string[];
  /** What it does, in at most two short lines. */
  readonly text: readonly string[];
  /** At most four. */
  readonly uses: readonly Use[];
  readonly rule: string;
  readonly count: number;
  readonly status: readonly string[];
  readonly faded: boolean;
}

/** A chit: alike ones are told once, with their number. */
export interface Chit {
  /** Its name, if it can be chosen. */
  readonly id: string;
  readonly name: string;
  /** At most four letters, drawn on it. */
  readonly letters: string;
  readonly side: number;
  readonly count: number;
  readonly note: string;
  readonly tone: string;
}

/** A cup of chits: what is still in it, what was drawn or played in that order, and what limits it. */
export interface Cup {
  readonly id: string;
  readonly name: string;
  readonly left: readonly Chit[];
  readonly drawn: readonly Chit[];
  readonly limits: readonly string[];
  readonly note: string;
  readonly rule: string;
}

/** Something in a cell that is not a piece: a battle to fight, a captured fortress. */
export interface Marker {
  readonly name: string;
  readonly letter: string;
  readonly cell: number;
  readonly side: number;
}

/** Where something is on a track; `space` counts from 0. */
export interface TrackPoint {
  readonly track: string;
  readonly space: number;
  readonly name: string;
  readonly side: number;
}

/** One cell of a panel: its words, and what they stand for. If it has a choice, it can be made there. */
export interface Entry {
  readonly text: string;
  readonly choice?: string;
  readonly piece?: string;
  readonly cell?: number;
  readonly rule?: string;
  /** In a chart, the length of its bar, 0 to 1. */
  readonly share?: number;
  /** good, bad, warn or empty. */
  readonly tone?: string;
}

/**
 * Something beside the map. Kinds: table (columns and rows), ledger (rows of a name and a value, the last being
 * the total), pieces (rows of pieces), cards (a fan, one entry per card), dice (one entry per die), chart (rows of
 * a name and a bar). Battles are no panels: they are `Scene.combats`.
 */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Entry[])[];
  readonly note: string;
  readonly rule: string;
  /** Is it about what is being decided? Then it comes first, and into sight when it changes. */
  readonly decides: boolean;
}

/** What something costs, or what is still to be done, with its rule and the pieces it is about. */
export interface Warn {
  readonly text: string;
  readonly rule: string;
  /** good, bad, warn or empty. */
  readonly tone?: string;
  readonly pieces?: readonly string[];
}

/** One thing that makes the odds what they are: a strength, ground, a shift of columns; with its rule. */
export interface Factor {
  readonly text: string;
  readonly value: string;
  readonly rule?: string;
  /** good or bad for the attacker, or empty. */
  readonly tone?: string;
  readonly side?: number;
  readonly piece?: string;
  /** Is it the sum of the factors before it? */
  readonly sums?: boolean;
}

/** A result with its chance, 0 to 1, the rolls that bring it, and what it costs. */
export interface Outcome {
  readonly text: string;
  readonly share: number;
  readonly tone?: string;
  readonly cost?: string;
  /** The faces of the die, or the sums of the dice, as: 1, 4-6. */
  readonly rolls?: string;
  readonly rule?: string;
}

/** Pieces of both sides that stand in one line of a battle. */
export interface Rank {
  readonly name: string;
  readonly pieces: readonly string[];
}

/**
 * A battle as the planner shows it: who fights, what makes the odds, the column of the table, the chances, and
 * what it will cost.
 *
 * Every piece that it names can be chosen there, if it has a button.
 */
export interface Combat {
  readonly id: string;
  readonly title: string;
  readonly attackers?: readonly string[];
  /** Pieces by their ids. */
  readonly defenders?: readonly string[];
  /** Pieces of either side that could still join. */
  readonly could?: readonly string[];
  /** How many more attackers and defenders there are whose names the reader does not know. */
  readonly unseen?: readonly [number, number];
  /** Where pieces of both sides face each other in lines, those lines. */
  readonly ranks?: readonly Rank[];
  /** The side that attacks. */
  readonly attacking?: number;
  readonly cells?: readonly number[];
  readonly factors?: readonly Factor[];
  /** The odds, or the column of the table. */
  readonly column?: string;
  readonly column_rule?: string;
  readonly outcomes?: readonly Outcome[];
  /** What it will cost, whatever the die. */
  readonly costs?: readonly Warn[];
  /** What must still be done before it can be fought. */
  readonly duties?: readonly Warn[];
  readonly note?: string;
  /** The choice that takes it up, if that can be made now. */
  readonly choice?: string;
  /** Is it about what is being decided? Then it comes first, and into sight when it changes. */
  readonly decides?: boolean;
}

/**
 * Why the reader is asked before a choice is made. A choice that `harms` always costs its maker something, and is
 * never offered as the obvious one.
 */
export interface Caution {
  readonly warnings: readonly Warn[];
  readonly harms: boolean;
}

/** A legal choice: its stable text, its words, and the cell or piece that stands for it on the board. */
export interface Button {
  readonly choice: string;
  readonly label: string;
  readonly cell: number;
  readonly piece: string;
  /** Does it end a step of the game? */
  readonly closes: boolean;
  /** Does its piece join something, which others of its stack can join with it? */
  readonly gathers: boolean;
  /** Does the prompt ask for something else? Then it is a button beside its place, not what a touch means. */
  readonly aside: boolean;
  /** Cells that stand for it as well as a button beside the prompt, such as those of a battle. */
  readonly cells: readonly number[];
  readonly caution: Caution | null;
}

/** Several choices in one press. */
export interface Shortcut {
  readonly label: string;
  readonly run: readonly string[];
  readonly caution: Caution | null;
}

/**
 * A cell in an answer, or one that is coloured for as long as something holds: what is written in it, and its tone
 * (good, bad, warn, a side's number, or out for a cell that is out of play).
 */
export interface Tint {
  readonly cell: number;
  readonly text?: string;
  readonly tone?: string;
}

/**
 * A chart that is in use now, with its row and its column, counted from 0 without the heads: a row alone is lit
 * whole, and so is a column; without either it is the chart that helps.
 */
export interface Lit {
  readonly chart: string;
  readonly row?: number;
  readonly column?: number;
}

/** All that one side sees now. `side` is the viewer; `actor` is the side that decides, or CHANCE, or OVER. */
export interface Scene {
  readonly side: number;
  /** Turn and phase, for example: Turn 3, 1 May 1941: Axis movement. */
  readonly heading: string;
  /** The present phase, numbered through the game's sequence of play (see sequence.py). */
  readonly phase: number;
  /** The phases of the parts that run inside it, such as a battle, the innermost last. */
  readonly within: readonly number[];
  /** The side whose turn it is, if it is anybody's. */
  readonly active: number;
  readonly pieces: readonly Piece[];
  readonly markers: readonly Marker[];
  readonly tracks: readonly TrackPoint[];
  readonly panels: readonly Panel[];
  readonly cards: readonly Card[];
  readonly cups: readonly Cup[];
  readonly combats: readonly Combat[];
  /** The pieces the decision is about: a unit in mid-move, the units of the battle being fought. */
  readonly focus: readonly string[];
  readonly actor: number;
  readonly prompt: string;
  readonly rule: string;
  readonly buttons: readonly Button[];
  readonly shortcuts: readonly Shortcut[];
  /** What ending a step would cost whoever decides, and what will strike later. */
  readonly duties: readonly Warn[];
  /**
   * Cells that stay coloured: by the side that controls them, or out of play. Maps are fitted to the cells in
   * play.
   */
  readonly tints: readonly Tint[];
  /** Where in the charts what goes on now is found, the most important first. */
  readonly lit: readonly Lit[];
  /**
   * The cell around which a map that is too large for its window opens while nothing on it is to be chosen; a game
   * names it if that is not where most pieces are.
   */
  readonly front: number;
}

/** What the cells of a tone mean in an answer, in a few words. */
export interface Shade {
  readonly tone: string;
  readonly text: string;
}

/**
 * The answer to a question, for drawing: cells, paths through cells, words, and a run of choices to play.
 *
 * A cell may appear more than once, for example when it concerns both sides. Tones that are sides explain
 * themselves; what good, bad and warn mean is said in `legend`.
 */
export interface Answer {
  readonly text: string;
  readonly cells: readonly Tint[];
  readonly ways: readonly (readonly number[])[];
  readonly legend: readonly Shade[];
  readonly panel: Panel | null;
  readonly combat: Combat | null;
  readonly run: readonly string[];
  /** The rule behind the words, if they say why not. */
  readonly rule: string;
  /** Does the run end where undo cannot go back? The table finds out; a game does not set this. */
  readonly final: boolean;
  /** What the run would cost whoever plays it; the table finds this out too. */
  readonly costs: readonly Warn[];
  /**
   * Asked of several pieces: those that cannot go, left out of the answer. The table finds them; the words name
   * them.
   */
  readonly stays: readonly string[];
}

/** What an event is about, for drawing: its cells and pieces, its dice, and the side that did it. */
export interface Gist {
  readonly cells?: readonly number[];
  readonly pieces?: readonly string[];
  readonly dice?: readonly number[];
  readonly side?: number;
}

/** A phase of the sequence of play. */
export interface Phase {
  readonly title: string;
  /** What may be done in it. */
  readonly line: string;
  readonly rule: string;
  /** Who acts: the active side, the other one, both, or nobody: then the game does it by itself. */
  readonly who: string;
  /** The steps of the flow that it stands for. */
  readonly steps: readonly string[];
  /** The only side that goes through it; without one, whoever is active. */
  readonly side?: string;
  /** When the side that is not `who` acts too, if it may. */
  readonly other?: string;
  /** What comes next, if it is not always the phase that follows. */
  readonly after?: string;
}

/** Phases that belong together. */
export interface Part {
  readonly title: string;
  readonly phases: readonly Phase[];
  readonly line?: string;
  readonly rule?: string;
  /** Steps that do nothing but run its phases. */
  readonly steps?: readonly string[];
  /** Does it run inside a phase of another part? */
  readonly within?: boolean;
}

/** The sequence of play of a game. Its phases are numbered through all parts. */
export interface Sequence {
  readonly parts: readonly Part[];
}

/** A table of the game. The first entry of a row names it; every row has an entry for each column. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Entry[])[];
  readonly note?: string;
  readonly rule?: string;
  /** The data file that it shows, cell by cell. */
  readonly source?: string;
}

/** An order that a player has left: its name in the game, and its terms filled in. */
export interface StandingOrder {
  readonly order: string;
  readonly terms?: Readonly<Record<string, string>>;
}

/** A piece of text; if it names another place of the book, the place. */
export interface Phrase {
  readonly text: string;
  readonly to?: string;
}

/** One statement with the rulings that belong to it; `ruled` says that it holds what a ruling settled. */
export interface BookClause {
  readonly id: string;
  readonly kind: string;
  readonly words: readonly Phrase[];
  readonly ruled?: boolean;
  readonly rulings?: readonly string[];
}

/** What is said of a slip in the printed book, and in which clause, if in one. */
export interface Misprint {
  readonly words: readonly Phrase[];
  readonly clause?: string;
}

/**
 * A paragraph with the rulings that settle it as a whole, notes on misprints, and what speaks of it elsewhere:
 * paragraphs and rulings.
 */
export interface Paragraph {
  readonly id: string;
  readonly clauses: readonly BookClause[];
  readonly rulings?: readonly string[];
  readonly misprints?: readonly Misprint[];
  readonly mentioned?: readonly string[];
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
}

/** A ruling: its number as it is called, its words, and the paragraphs and clauses that it settles, if any. */
export interface Ruling {
  readonly id: string;
  readonly number: string;
  readonly words: readonly Phrase[];
  readonly settles?: readonly string[];
}

/** Everything there is to read of a game's rules. */
export interface Rulebook {
  readonly title: string;
  readonly chapters: readonly Chapter[];
  readonly rulings: readonly Ruling[];
  /** The rulings that belong to no paragraph. */
  readonly loose: readonly string[];
}

/** A piece of a board, and the part of the plane that is shown of it; with what lies on it. */
export interface Swatch {
  readonly board: Board;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly tints: readonly Tint[];
  readonly markers: readonly Marker[];
}

/** Words, and the paragraph behind them. */
export interface Said {
  readonly words: string;
  readonly rule?: string;
}

/** Words that point at a part of a counter or of a card. */
export interface Arrow {
  readonly part: string;
  readonly words: string;
  readonly rule?: string;
}

/** What something means, with what it looks like: on a counter, or on the map. */
export interface Meaning {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly rule?: string;
  readonly piece?: Piece | null;
  readonly swatch?: Swatch | null;
}

/** The meanings of one table of the file. */
export interface Meanings {
  readonly id: string;
  readonly meanings: readonly Meaning[];
}

/** A counter or a card with arrows. */
export interface Sample {
  readonly title: string;
  readonly arrows: readonly Arrow[];
  readonly piece?: Piece | null;
  readonly card?: Card | null;
}

/** How a side (NOWHERE for both) wins some scenarios, by their titles. */
export interface WayToWin {
  readonly scenarios: readonly string[];
  readonly side: number;
  readonly text: string;
  readonly rule: string;
}

/** How a game goes. */
export interface Guide {
  readonly game: string;
  readonly title: string;
  readonly sides: readonly string[];
  readonly about: readonly string[];
  /** The colours and signs that its counters and cards are drawn with; without cells. */
  readonly board: Board;
  readonly samples: readonly Sample[];
  readonly groups: readonly Meanings[];
  readonly turn: readonly Said[];
  readonly wins: readonly WayToWin[];
  readonly mistakes: readonly Said[];
}

export interface OptionInfo {
  readonly name: string;
  readonly values: readonly string[];
  readonly description: string;
}

export interface ScenarioCard {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly length: string;
  readonly options: readonly OptionInfo[];
  /** Does either side hide anything from the other? */
  readonly secrets: boolean;
  /** The scenario that is played: the card itself, or the one of which it settles some options. */
  readonly scenario: string;
  /** Those options, with their values. */
  readonly settled: Readonly<Record<string, string>>;
}

/** A question a client may ask: see `kernel.game.Question`. */
export interface QuestionCard {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly nouns: readonly string[];
  readonly use: string;
  /** Is it answered for several pieces that move as one? */
  readonly together: boolean;
}

/** A computer player as the lobby shows it: see `kernel.game.PlayerInfo`. */
export interface PlayerCard {
  readonly name: string;
  readonly title: string;
  /** One of "trial", "beginner" and "intermediate". */
  readonly level: string;
  /** How it plays. */
  readonly sentence: string;
}

/** A game as the lobby shows it. */
export interface GameCard {
  readonly id: string;
  readonly title: string;
  readonly sides: readonly string[];
  readonly scenarios: readonly ScenarioCard[];
  readonly players: readonly PlayerCard[];
  readonly best_player: string;
  /** The computer player for somebody's first games. */
  readonly newcomers_player: string;
  readonly questions: readonly QuestionCard[];
  /** Is there a page that tells how it goes? */
  readonly guide: boolean;
}

export interface RuleClause {
  readonly id: string;
  readonly paragraph: string;
  readonly kind: string;
  readonly statement: string;
}

/** The person asking. A guest has a name, but no account until one is made. */
export interface Me {
  readonly name: string;
  readonly account: boolean;
  /** Has the visitor a session, as a guest or with an account? */
  readonly known: boolean;
  /** Is the connection encrypted? */
  readonly private: boolean;
  /** Do links work on this machine only? */
  readonly loopback: boolean;
  readonly public_url: string;
  /** The mark of a guest's recovery code; empty if there is none. */
  readonly mark: string;
}

/** The code with which a guest who has lost the session comes back, once. */
export interface Recovery {
  readonly code: string;
  /** What tells this code from others without giving it away. */
  readonly mark?: string;
}

/** What a recovery code would bring, before it is used. */
export interface Homecoming {
  readonly name: string;
  /** How many games come back. */
  readonly back: number;
  /** How many games of the guest who has typed it come along. */
  readonly along: number;
  /** How many do not, because one person would then hold two seats of a game. */
  readonly behind: number;
}

export interface Named {
  readonly name: string;
}

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

export interface NewPassword {
  readonly old: string;
  readonly new: string;
}

/**
 * Who is to have the seat: `here` (the person asking), `link` (whoever has the link), `open` (whoever takes it
 * first in the lobby), or `computer` with the name of a player.
 */
export interface NewSeat {
  readonly kind: string;
  readonly player?: string;
}

export interface NewTable {
  readonly game: string;
  readonly scenario?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly seats?: readonly NewSeat[];
}

/** A seat as anybody may see it. */
export interface SeatInfo {
  readonly side: number;
  readonly side_name: string;
  readonly kind: string;
  /** The person or computer player there; empty if there is nobody. */
  readonly name: string;
  readonly yours: boolean;
  readonly online: boolean;
  readonly thinking: boolean;
  /** When its absent holder was called to the table, in seconds since 1970; 0 if that has not been done. */
  readonly called: number;
  /** May the visitor come back to it? */
  readonly returnable: boolean;
  /** May the owner of the table know its secrets? */
  readonly exposed: boolean;
}

export interface Ending {
  /** The side, or -1 for a draw. */
  readonly winner: number;
  readonly how: string;
  readonly rule: string;
  /** What everybody should know about how it came to this: what was taken back, who looked where. */
  readonly notes: readonly string[];
}

/** A game in the lobby. */
export interface TableCard {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly scenario: string;
  readonly seats: readonly SeatInfo[];
  readonly heading: string;
  readonly actor: number;
  readonly your_turn: boolean;
  readonly ending: Ending | null;
  /** When everybody could last see a change, in seconds since 1970. */
  readonly changed: number;
  /** Does the visitor not want to see it in the lobby? */
  readonly hidden: boolean;
}

export interface Lobby {
  readonly mine: readonly TableCard[];
  readonly open: readonly TableCard[];
}

/** A table as one visitor sees it. */
export interface TableInfo {
  readonly card: TableCard;
  /** The sides this visitor plays; empty for a spectator. */
  readonly yours: readonly number[];
  readonly owner: boolean;
  /** Does either side hide anything from the other in this scenario? */
  readonly secrets: boolean;
  readonly options: Readonly<Record<string, string>>;
  /** The hash of the dice seed. */
  readonly commitment: string;
  /** The seed itself, once the game is over. */
  readonly seed: string;
  /** Why the game is on hold, if its rules have changed; otherwise empty. */
  readonly disputed: string;
  /** The id of the table where the same players play again; otherwise empty. */
  readonly rematch: string;
  /** Has the game standing orders? */
  readonly orders: boolean;
}

/** The link to a seat. It is shown to the owner of the table only once, because only its hash is kept. */
export interface Invitation {
  readonly side: number;
  /** /join#SECRET; the page puts its own address, or the public one, in front. */
  readonly path: string;
}

/** A new table, with the links to its seats. */
export interface Made {
  readonly id: string;
  readonly invitations: readonly Invitation[];
}

export interface Secret {
  readonly secret: string;
}

export interface Claimed {
  readonly id: string;
  readonly side: number;
}

/** Hide a finished game from one's lobby, or show it again. */
export interface Hide {
  readonly hidden: boolean;
}

/** Play the same scenario again with the same players. */
export interface Rematch {
  /** With the sides exchanged? */
  readonly swap?: boolean;
}

/** The owner gives a seat to somebody else: `computer` with a player, or `link` for a new link. */
export interface SeatChange {
  readonly kind: string;
  readonly player?: string;
}

/**
 * Choices to play, all or none, up to the first chance, revelation or change of side.
 *
 * The client makes a `key` for each run; a repeated key gets the same answer, and the run is played only once.
 * With `whole`, a run of which the sender can know that it would end early is refused, and the refusal names the
 * piece that would be left behind. What nobody could foresee ends even such a run. With `goes_on`, the rest waits
 * where another side may decide, and is played when that side has let it pass and nothing was revealed.
 */
export interface Run {
  readonly side: number;
  readonly expected: number;
  readonly key: string;
  readonly run: readonly string[];
  readonly whole?: boolean;
  readonly goes_on?: boolean;
}

/** A side forgets the rest of its way. */
export interface CallOff {
  readonly side: number;
}

/** Take back the last press, which is all that one run played, or everything after number `to`. */
export interface Undo {
  readonly side: number;
  readonly expected: number;
  readonly key: string;
  readonly to?: number | null;
}

/**
 * A table act: resign, offer-draw, accept-draw, decline-draw, ask-take-back, grant-take-back, deny-take-back,
 * accept-rules.
 */
export interface Act {
  readonly side: number;
  readonly key: string;
  readonly act: string;
  readonly value?: string;
}

/** A run, an undo or an act is stored. */
export interface Done {
  readonly number: number;
  /** How many choices were played: a run ends early at chance, a revelation or a change of side. */
  readonly played: number;
  /**
   * The table as it is now, with the log after `expected`. Not given for an act, whose sender may be viewing as
   * another side.
   */
  readonly update: Update | null;
}

/** Something to fill in: its name, its title, and the values it may have, each with its words. */
export interface OrderTerm {
  readonly name: string;
  readonly title: string;
  readonly values: readonly (readonly [string, string])[];
}

/** A standing order that can be left. One that `asks` keeps a decision from the orders after it. */
export interface OrderKind {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly terms: readonly OrderTerm[];
  readonly asks: boolean;
}

/** A standing order that was left, in words too. */
export interface LeftOrder {
  readonly order: string;
  readonly terms: Readonly<Record<string, string>>;
  readonly words: string;
}

/** The tables of the game, as one side may see them. */
export interface Charts {
  readonly charts: readonly Chart[];
}

/** The standing orders of a side: those it can leave, and those it has left, the first of which counts. */
export interface Orders {
  readonly kinds: readonly OrderKind[];
  readonly left: readonly LeftOrder[];
}

/** All the standing orders of a side, in place of those it left before. */
export interface LeaveOrders {
  readonly side: number;
  readonly orders: readonly StandingOrder[];
}

export interface Preview {
  readonly side: number;
  readonly run: readonly string[];
}

/** What a run would lead to, as far as undo could take it back. */
export interface Previewed {
  readonly scene: Scene;
  readonly played: number;
  /** Does the run, or the rest of it, end where undo cannot go back? */
  readonly final: boolean;
  /** What it would cost whoever plays it. */
  readonly costs: readonly Warn[];
}

/**
 * A question, with its arguments by name: a unit's id, a hex's name.
 *
 * How far a piece goes and the way there can be asked of several: `company` are the pieces that follow it.
 */
export interface Ask {
  readonly side: number;
  readonly question: string;
  readonly arguments?: readonly string[];
  readonly company?: readonly string[];
}

/**
 * Why is this choice not legal? Give the choice as text, or a cell or piece, for which all verbs are tried.
 *
 * With both a piece and a cell: why the piece, once picked up, cannot go there.
 */
export interface WhyNot {
  readonly side: number;
  readonly choice?: string;
  readonly cell?: string;
  readonly piece?: string;
}

/**
 * Every error, at every endpoint. Kinds: malformed, illegal, stale, not-your-turn, denied, no-session, foreign,
 * missing, wrong-method, too-much, too-large, unavailable, broken.
 */
export interface Refusal {
  readonly error: string;
  readonly reason: string;
  readonly rule: string;
  readonly hint: string;
}

/** The answer to `WhyNot`; empty if the choice is legal. */
export interface Because {
  readonly reason: string;
  readonly rule: string;
}

export interface Talk {
  readonly text: string;
}

/** Share a moment, by its number as the spectator counts, or as the given side counts. */
export interface Share {
  readonly side: number;
  readonly number: number;
}

export interface Shared {
  /** /moment#SECRET. */
  readonly path: string;
}

/** A point of the game that one can go back to. */
export interface Moment {
  readonly number: number;
  /** Changes when the turn passes. */
  readonly turn: number;
  /** What happened there, as the log says it. */
  readonly text: string;
  readonly side: number;
}

export interface Moments {
  readonly moments: readonly Moment[];
}

export interface LogLine {
  readonly number: number;
  readonly text: string;
  readonly rule: string;
  readonly kind: string;
  readonly gist: Gist;
}

export interface ChatLine {
  readonly number: number;
  readonly name: string;
  /** The speaker's side, or -1. */
  readonly side: number;
  readonly text: string;
  readonly at: number;
}

/** Open offers and requests between the players. */
export interface Offers {
  /** The side that offers a draw. */
  readonly draw: number;
  /** The side that asks for a take-back. */
  readonly take_back: number;
}

/** The rest of a run, which waits until another side has decided: how many choices, and the cells they name. */
export interface WayAhead {
  readonly left: number;
  readonly cells: readonly number[];
}

/**
 * The scene after a change. `log` holds the lines after the number asked for, or after the previous update; lines
 * the client already has from number `log_from` on are void, because they were undone.
 */
export interface Update {
  readonly is: "update";
  readonly number: number;
  readonly scene: Scene;
  readonly log: readonly LogLine[];
  readonly log_from: number;
  /** The number that undoing the last press goes back to, or -1. */
  readonly undo: number;
  /** The number that resetting the turn goes back to, or -1. */
  readonly reset: number;
  readonly offers: Offers;
  readonly ending: Ending | null;
  /** The number at which the pieces in `scene.focus` began what they are doing; -1 if undo does not reach it. */
  readonly leave: number;
  /** What is left of this side's way while another side decides. */
  readonly way: WayAhead | null;
}

export interface Chatted {
  readonly is: "chat";
  readonly lines: readonly ChatLine[];
}

export interface Presence {
  readonly is: "presence";
  readonly seats: readonly SeatInfo[];
  readonly spectators: number;
  /** The id of the table where the same players play again. */
  readonly rematch: string;
}

/** The server is about to close the socket, and why. */
export interface Farewell {
  readonly is: "farewell";
  readonly reason: string;
}

/** What a share link shows: a moment as spectators see it, with the log up to it. It does not name the table. */
export interface SharedMoment {
  readonly game: string;
  readonly title: string;
  readonly scenario: string;
  readonly sides: readonly string[];
  readonly board: Board;
  readonly update: Update;
}

export type Pushed = Update | Chatted | Presence | Farewell;
