// In which order the choices of a piece or a place are offered, and what a touch of it may mean.

import assert from "node:assert/strict";
import { test } from "node:test";
import { indexButtons, meantBy } from "../../../src/sandtable/web/static/js/scene.js";

const button = (choice, { harms = false, aside = false } = {}) => ({
  choice,
  piece: "21/5",
  cell: -1,
  cells: [],
  aside,
  caution: harms ? { harms, warnings: [] } : null,
});
const BUTTONS = [
  button("destroy", { harms: true }),
  button("build", { aside: true }),
  button("raze", { harms: true, aside: true }),
  button("move"),
];

test("what only harms comes last, and what the prompt does not speak of after what it does", () => {
  const { byPiece } = indexButtons(BUTTONS);
  assert.deepEqual(byPiece.get("21/5").map(({ choice }) => choice), ["move", "build", "destroy", "raze"]);
});

test("a touch never means what the prompt does not speak of", () => {
  const { byPiece } = indexButtons(BUTTONS);
  assert.deepEqual(meantBy(byPiece.get("21/5")).map(({ choice }) => choice), ["move", "destroy"]);
  assert.deepEqual(meantBy(undefined), []);
});
