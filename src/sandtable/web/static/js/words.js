// @ts-check
// Every sentence of the page, with named parameters, so that another language is one more such table.
// If the number `n` matters, a sentence is [one, many]. What games say comes from the server.

const ENGLISH = /** @type {const} */ ({
  // Everywhere
  sandtable: "Sandtable",
  help: "Help",
  close: "Close",
  cancel: "Cancel",
  confirm: "Confirm",
  copy: "Copy",
  copied: "Copied",
  try_again: "Try again",
  loading: "Loading…",
  loading_table: "Setting up the table…",
  table_failed: "This table cannot be shown",
  went_wrong: "Something went wrong here. Reloading the page may help.",
  cannot_reach: "The server cannot be reached. Trying again may help.",
  nothing_here: "There is nothing at this address.",
  to_games: "To the games",
  not_private: "This connection is not private: others on the network could read it.",
  not_private_here: "This connection is not private (plain http). On this machine alone, that does no harm.",
  skip_to_main: "Skip to the main content",

  // Lobby
  lobby_title: "Games",
  play_now: "Play now",
  play_now_text: "No account needed. Choose a game, then a side.",
  play_side: "Play the {side} against {player}",
  play_both: "Both sides on this device",
  invite_side: "Play the {side}, invite somebody",
  hide_game: "Hide",
  hide_game_of: "Hide this finished game of {title}",
  show_game: "Show again",
  show_hidden: ["Show {n} hidden game", "Show {n} hidden games"],
  stop_showing: "Do not show hidden games",
  more_choices: "More options…",
  your_games: "Your games",
  no_games: "You have no games yet. Start one above, or open a link that somebody sent you.",
  open_seats: "Open seats",
  no_open_seats: "Nobody is looking for an opponent right now.",
  sit_as: "Sit down as {side}",
  your_turn: "Your turn",
  waits_for: "Waiting for {name}",
  waits_for_dice: "Waiting for the dice",
  waits_for_seat: "Waiting for somebody to take a seat",
  is_over: "Over: {how}",
  changed: "Last change {when}",
  import_game: "Open a saved game",
  import_hint: "Choose a file, or drop it anywhere on this page.",
  importing: "Reading the file…",
  import_large: "The file is larger than 5 MiB.",
  drop_here: "Drop the saved game to open it",
  scenario: "Scenario",
  scenarios: ["{n} scenario", "{n} scenarios"],
  length: "Length: {length}",

  // A new game
  new_title: "New game",
  game: "Game",
  who_plays: "Who plays",
  seat_here: "Me, on this device",
  seat_link: "Somebody I send a link to",
  seat_open: "Whoever comes first in the lobby",
  seat_computer: "Computer: {player}",
  options: "Options",
  no_options: "This scenario has no options.",
  start_game: "Start the game",
  starting: "Starting…",
  hot_seat_note: "Both sides are yours: the page always shows the side to move.",
  hot_seat_secret: "Both sides are yours: between moves, the page hides everything until you pass the device on.",
  nobody_here: "No side is yours: you will be watching.",

  // People
  account: "Account",
  you_are: "You are {name}",
  guest_note: "You are playing as a guest: your games are tied to this browser.",
  account_note: "Your games follow your account to every device.",
  your_name: "Your name",
  save_name: "Save name",
  name_saved: "Your name has been saved.",
  sign_up: "Sign up",
  sign_up_text: "A name and a password keep your games across devices.",
  log_in: "Log in",
  log_out: "Log out",
  password: "Password",
  password_hint: "10 to 128 characters",
  old_password: "Current password",
  new_password: "New password",
  change_password: "Change password",
  password_changed: "Your password has been changed. Other devices are logged out.",
  logged_out: "You are logged out.",
  have_account: "Do you already have an account?",
  no_account: "No account yet?",

  // Joining, sharing
  joining: "Taking your seat…",
  joined: "You have a seat",
  to_table: "To the table",
  join_failed: "This link does not work",
  no_secret: "The link is incomplete. Ask for it again.",
  shared_moment: "A shared moment",
  moment_failed: "This moment cannot be shown",
  moment_of: "{game}: {scenario}",
  line_of: "Event {n} of {total}",

  // The table
  your_turn_title: "Your turn: {game}",
  map: "Map",
  map_label:
    "Map of {game}. Arrow keys move between spaces, Enter chooses, F fans out a stack, question mark opens the help.",
  prompt_label: "What the game is waiting for",
  heading_side: "You are {side}",
  watching: "You are watching",
  to_move: "to move",
  online: "here",
  away: "away",
  thinking: "thinking",
  empty_seat: "empty seat",
  offline_banner: "Connection lost. Your game is safe; the page keeps trying.",
  connecting_banner: "Reconnecting…",
  polling_banner: "Live updates are not getting through; the page checks every few seconds instead.",
  waiting_title: "The game is waiting for {name}",
  waiting_seat: "Nobody has taken the {side} seat yet.",
  invite_now: "Invite somebody",
  choices: ["{n} choice", "{n} choices"],
  more_buttons: ["{n} more", "{n} more"],
  ends_step: "ends this step",
  sending: "Sending…",
  confirm_final: "{text}: this cannot be undone. Confirm or cancel.",
  confirm_plain: "{text}: confirm or cancel.",
  cannot_undo: "This cannot be undone.",
  sure: "Continue?",
  run_cut: "Something happened on the way: the rest was not played.",
  send_to: "{piece} to {cell}",
  send_here: "Send {piece} here",
  go_together: "{n} go together",
  go_too: "{piece} goes too",
  all_together: "All {n} together",
  next_choice: "Show the next piece or space that can be chosen",
  undo: "Undo",
  undo_what: "Undo: {text}",
  undo_not: "Nothing to undo: undo stops at dice, at anything revealed and at the other side's choices.",
  reset: "Reset turn",
  reset_what: ["Take back the last event", "Take back the last {n} events"],
  undo_to_here: "Undo everything from here on",
  playing_back: "Playing back what happened",
  playing_away: "What happened since you were here",
  step_of: "{n} of {total}",
  skip: "Skip",
  result_won: "Victory: {side}",
  result_draw: "The game is drawn",
  look_back: "Look back",
  offer_from: "{side} offers a draw.",
  offer_mine: "You have offered a draw.",
  take_back_from: "{side} asks to take back a choice.",
  take_back_mine: "You have asked to take back a choice.",
  accept: "Accept",
  decline: "Decline",
  disputed_accept: "Continue under today's rules",
  pass_on: "Pass the device to {side}",
  hand_over_title: "Pass the device to {side}",
  hand_over_text: "Everything is hidden until {side} takes over.",
  hand_over_go: "I am {side}: show my side",
  says: "{name} says: {text}",

  // Map tools
  map_tools: "Map tools",
  hex_numbers: "Space numbers",
  hide_counters: "Hide the counters",
  overlays: "Overlays",
  overlay_on: "{name} shown",
  last_moves: "Last moves",
  last_moves_title: "Where the others last moved",
  legend: "Legend",
  ask: "Ask",
  point_piece: "{question}: point at a piece",
  point_cell: "{question}: point at a space",
  point_other: "{question}: this needs a {noun}, which cannot be pointed at",
  replay: "Replay",
  put_away: "Put the dice away",

  // Panels
  panels: "Panels",
  now: "Now",
  now_label: "What you are looking at, and what you can do",
  inspect_empty: "Point at a space or a piece to see what is there.",
  no_pieces: "No pieces here.",
  off_map_able: "Off the map, able to act",
  all_choices: ["All choices ({n})", "All choices ({n})"],
  filter_choices: "Type to find a choice, Enter plays it",
  no_match: "No matching choice.",
  log: "Log",
  log_empty: "Nothing has happened yet.",
  log_filter: "Find in the log",
  log_all_sides: "All sides",
  log_side: "Side",
  log_dice_only: "Only dice",
  log_earlier: ["Show {n} earlier line", "Show {n} earlier lines"],
  log_steps: ["{n} step", "{n} steps"],
  log_jump: "Show on the map: {text}",
  log_replay: "Go back to this moment",
  log_none: "No line matches.",
  dice_statistics: "All dice of this game",
  dice_none: "No dice have been rolled yet.",
  dice_average: "{name}: {n} rolled, {average} on average",
  dice_expected: "The line shows what perfectly even dice would give.",
  dice_all: "All",
  die_shows: "die {value}",
  chat: "Chat",
  chat_empty: "No messages yet.",
  chat_label: "Say something",
  chat_send: "Send",
  chat_unread: ["{n} new", "{n} new"],
  tracks: "Tracks",
  show_all: "Show all",
  show_fewer: "Show fewer",
  box_empty: "empty",
  seats: "Table",
  seats_title: "Who plays",
  spectators: ["{n} spectator", "{n} spectators"],
  make_link: "Make a link",
  link_elsewhere: "The link to this seat was made in another browser. You can make a new one here.",
  leave_seat: "Leave this seat",
  leave_seat_as: "Leave the {side} seat",
  come_back: "Sit down again",
  come_back_as: "Sit down again as {side}",
  call_player: "Call to the table",
  ask_to_leave: "Ask to leave the seat",
  called_until: "Called to the table. The seat is kept until {when}.",
  called_over: "Called to the table, and did not come.",
  free_seat: "Free the seat",
  host_knows: "The host may know the secrets of this side, having played it or opened this game from a file.",
  recovery_code: "Recovery code",
  recovery_note: "You play as a guest. If this browser forgets you, this code brings you back to your games.",
  recovery_short: "You play as a guest. Keep this code: it brings you back if this browser forgets you.",
  recovery_kept: "I have kept it",
  recovery_show: "Show my recovery code",
  recovery_title: "Come back as a guest",
  recovery_text: "Type the recovery code of a guest to get their seats back.",
  recovery_go: "Come back",
  recovery_done: "Welcome back.",
  rematch: "Play again",
  rematch_swapped: "Play again, sides exchanged",
  rematch_go: "To the rematch",
  result_notes: "Good to know:",
  new_link: "Make a new link",
  new_link_note: "The old link stops working when you make a new one.",
  link_for: "Link for {side}",
  link_above: "The link to this seat is shown above the panels.",
  link_note: "Whoever opens it plays this side. Send it to one person only.",
  link_title: "Invite somebody",
  link_loopback: "This link only works on this machine. To invite others, start the server with --host and --public-url.",
  give_computer: "Give the seat to the computer",
  sit_here: "Sit down here",
  table_acts: "Between the players",
  offer_draw: "Offer a draw",
  ask_take_back: "Ask to take back my last choice",
  resign: "Resign",
  resign_as: "Resign as {side}",
  save_game: "Save to a file",
  save_side_note: "Until the game is over, the file holds only what your side knows.",
  dice_proof: "Dice you can check",
  dice_proof_text:
    "The hash of the dice seed was fixed when the game began; the seed is shown when it is over. " +
    "You can then check every die of the saved game with sandtable verify-dice.",
  commitment: "Hash",
  seed: "Seed",
  kind_link: "by link",
  kind_open: "open to anyone",
  kind_computer: "computer",
  settings: "Settings",
  set_confirm: "Ask before a choice that cannot be undone",
  set_motion: "Animate pieces",
  set_dice: "Animate dice",
  set_sound: "Sound",
  set_numbers: "Space numbers on the map",
  set_text: "Text size",
  set_theme: "Colours",
  theme_auto: "Same as the device",
  theme_light: "Light",
  theme_dark: "Dark",
  set_speed: "Playback speed",
  speed_slow: "Slow",
  speed_normal: "Normal",
  speed_fast: "Fast",
  speed_instant: "Instant",
  rules: "Rule",
  rules_title: "Rule {rule}",
  rules_none: "There is no text for this rule.",
  rules_empty: "Touch a rule number anywhere to read it here, in our words.",
  open_panels: "Show the panels",
  close_panels: "Hide the panels",

  // Replay
  replay_label: "Replay",
  replay_back: "One step back",
  replay_on: "One step forward",
  replay_turn_back: "One turn back",
  replay_turn_on: "One turn forward",
  replay_play: "Play",
  replay_pause: "Pause",
  replay_place: "Moment {n} of {total}",
  replay_eyes: "Seen by",
  eyes_everybody: "Everybody",
  replay_share: "Share",
  replay_leave: "Back to now",
  replay_share_title: "Make a link to this moment",
  share_link: "Link to this moment",
  share_note: "It shows what spectators saw.",
  no_moments: "There is nothing to replay yet.",

  // Help
  help_title: "Help",
  help_intro: "How to play at this table, on one page.",
  help_keys: "Keys",
  help_concepts: "How it works",
  key: "Key",
  does: "What it does",
});

/** @typedef {keyof typeof ENGLISH} Key */

/** @type {Record<Key, string | readonly [string, string]>} */
const words = ENGLISH;
const plural = new Intl.PluralRules("en");

/**
 * A sentence with its parameters filled in.
 * @param {Key} key
 * @param {Record<string, string | number>} [given]
 * @returns {string}
 */
export function t(key, given = {}) {
  const sentence = words[key];
  const form =
    typeof sentence === "string" ? sentence : sentence[plural.select(Number(given.n)) === "one" ? 0 : 1];
  return form.replace(/\{(\w+)\}/g, (whole, name) => (name in given ? String(given[name]) : whole));
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** How long ago, in words. @param {number} at seconds since 1970 */
export function ago(at) {
  const seconds = Date.now() / 1000 - at;
  for (const [length, unit] of UNITS) {
    if (seconds >= length) return relative.format(-Math.round(seconds / length), unit);
  }
  return relative.format(0, "minute");
}

const calendar = new Intl.DateTimeFormat("en-GB", { weekday: "long", hour: "2-digit", minute: "2-digit" });

/** The day of the week and the time. @param {number} at seconds since 1970 */
export function day(at) {
  return calendar.format(new Date(at * 1000));
}

/** @param {number} at seconds since 1970 */
export function time(at) {
  return clock.format(new Date(at * 1000));
}
