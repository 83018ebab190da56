// @ts-check
// The words of the help page.

/** Keys and what they do. @type {readonly (readonly [string, string])[]} */
export const KEYS = [
  ["?", "Help"],
  ["n p", "Next and previous piece that can act"],
  ["Arrows", "On the map: from space to space. In a replay: one step back or forward"],
  ["Enter", "Choose what you are pointing at, or confirm"],
  ["Esc", "Cancel, put a piece down, leave a move that was begun, skip playback"],
  ["f", "On the map: fan out a stack"],
  ["u U", "Undo; reset the turn"],
  ["e Space", "End this step (you are asked first)"],
  ["/", "Type a choice, whatever is open: Enter plays it, Esc ends it"],
  ["s z …", "Overlays: their keys are shown beside their names"],
  ["h", "Hide or show the counters"],
  ["g", "Space numbers"],
  ["+ - 0", "Zoom in, zoom out, whole map"],
  ["m", "To the map"],
  ["i", "To the inspector"],
  ["b", "Below the map: cards, chits, places off the map. Arrows go from one to the next"],
  ["1 - 4", "On a card that is held up: play it for that"],
  ["t c", "Log; chat"],
  ["r", "Replay, and back to now"],
  ["Home End", "In a replay: beginning and end"],
  ["PgUp PgDn", "In a replay: one turn back or forward"],
];

/** @type {readonly (readonly [string, string])[]} */
export const HELP = [
  [
    "The prompt",
    "The sentence above the map says who decides, and what. The number beside it is the rule; touch " +
      "it to read the rule in our words.",
  ],
  [
    "Rules",
    "The whole rulebook in our words. Every number of a rule opens it at its place, beside the map; what a rule names is a link, " +
      "and Back returns. Rulings settle what the book leaves open, and stand beside their rule. Press / there to search.",
  ],
  [
    "Playing",
    "Everything you can choose glows. Touch a piece to see how far it can go and at what cost, then touch where it " +
      "should go. A piece that can do only one thing does it at once; if there are several, they are listed beside " +
      "the map. A stack that you open can go all together. To take other pieces along, touch them with Shift held " +
      "down, or use their plus signs beside the map. If there is only one choice, it is made for you.",
  ],
  [
    "Piece in hand",
    "It goes to any place in its reach that you touch, also to a stack of your own; rest on the stack to open it instead. " +
      "Touch an enemy to see how the piece could attack it, or why not.",
  ],
  [
    "Cards and chits",
    "They lie below the map. Touch a card to hold it up: it says what it does, and each of its uses is a button. Touch a use " +
      "that is not possible now, and the card says why. A chit that glows can be chosen.",
  ],
  [
    "Off the map",
    "Places off the map are like spaces of the map: pieces lie in them, and a piece in hand goes there if they are lit.",
  ],
  [
    "Dragging",
    "A piece that can move can be dragged as well: let go where it should go, or press Esc. With a finger, rest on it first.",
  ],
  [
    "Battles",
    "The planner beside the map shows who fights and who could join, every factor with its rule, the chance of each result, " +
      "what it costs, and what must still be done. Touch a counter there to add it.",
  ],
  [
    "Warnings",
    "Before a choice that costs you something you are told what it costs, with the rule, and asked. A red broken outline " +
      "marks what can only harm you. Key, over the map, explains all marks and badges.",
  ],
  ["Why not?", "Touch something you cannot choose, and the prompt says why not, with the rule."],
  [
    "Undo",
    "Undo takes back what your last press did, then the press before that: it stops at dice, at anything revealed and at the other side's " +
      "choices. You are asked before a choice that cannot be undone, unless you switch that off in the settings.",
  ],
  [
    "Taking back",
    "Beyond that, you can ask the other side to let you take a choice back. The log records what was granted.",
  ],
  [
    "The others' moves",
    "They are played back step by step. Skip when you have seen enough; the speed is in the settings. When you come " +
      "back later, you first see what happened while you were away.",
  ],
  ["Replay", "Go back to any moment, by choice or by turn. A link to a moment shows what spectators saw then."],
  [
    "Seats",
    "A seat belongs to a person on this device, to whoever opens its link, or to the computer. When you make a new " +
      "link, the old one stops working. Anybody who has the address of a table may watch.",
  ],
  [
    "Dice",
    "A hash of the dice seed is published when a game begins, and the seed itself when it ends, so that anybody can " +
      "check that no die was changed.",
  ],
];
