// @ts-check
// The words of the help page.

/** Keys and what they do. @type {readonly (readonly [string, string])[]} */
export const KEYS = [
  ["?", "Help"],
  ["n p", "Next and previous piece that can act"],
  ["Arrows", "On the map: from space to space. While replaying: one back, one on"],
  ["Enter", "Choose what is pointed at, or confirm"],
  ["Esc", "Cancel, put down, skip what is played back"],
  ["f", "On the map: fan out a stack"],
  ["u U", "Undo; reset the turn"],
  ["e Space", "End this step (you are asked before)"],
  ["/", "Type a choice"],
  ["s z …", "Overlays: their keys stand beside their names"],
  ["h", "Hide or show the counters"],
  ["g", "Numbers of the spaces"],
  ["+ - 0", "Zoom in, zoom out, whole map"],
  ["m", "To the map"],
  ["i", "To what is looked at"],
  ["t c", "Log; chat"],
  ["r", "Replay, and back to now"],
  ["Home End", "While replaying: beginning and end"],
  ["PgUp PgDn", "While replaying: one turn back, one turn on"],
];

/** @type {readonly (readonly [string, string])[]} */
export const HELP = [
  [
    "The prompt",
    "The sentence over the map says what the game waits for, and from whom. The number beside it is the rule; touch " +
      "it to read the rule in our words.",
  ],
  [
    "Playing",
    "What can be chosen glows. Touch a piece to see how far it can go and at what cost, then touch where it should " +
      "go. A piece with one thing to do does it at once; where there are several they stand beside the map. Others go " +
      "along when they are touched with Shift, or by their plus sign beside the map.",
  ],
  ["Why not?", "Touch something that is not possible and the prompt says why, with the rule."],
  [
    "Undo",
    "Undo goes back as far as you alone decided: it stops at dice, at anything revealed and at the other side's " +
      "choices. Before a choice that cannot be undone you are asked, unless you switch that off in the settings.",
  ],
  [
    "Taking back",
    "Beyond that you can ask the other side to let you take back. What was asked and granted stands in the log.",
  ],
  [
    "The others' moves",
    "They are played back step by step. Skip when you have seen enough; the speed is in the settings. When you come " +
      "back later, what happened since you were here is shown first.",
  ],
  ["Replay", "Go back to any moment, by choice or by turn. A link to a moment shows what spectators saw then."],
  [
    "Seats",
    "A seat belongs to a person here, to whoever opens its link, or to the computer. A link can be made anew; the " +
      "old one is void then. Whoever has the address of a table may watch.",
  ],
  [
    "Dice",
    "A hash of the dice seed is published when a game begins and the seed when it ends, so that everybody can check " +
      "that no die was changed.",
  ],
];
