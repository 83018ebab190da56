// @ts-check
// The computer players of a game: what to call them, and which one to offer.

import { t } from "./words.js";

/**
 * @typedef {import("./wire.js").GameCard} GameCard
 * @typedef {import("./wire.js").PlayerCard} PlayerCard
 * @typedef {import("./wire.js").Lobby} Lobby
 */

/** For whom a player is an opponent, in words. @param {PlayerCard} player */
export const levelOf = (player) => t(/** @type {any} */ (`level_${player.level}`));

/** Its title, level and sentence. @param {PlayerCard} player */
export const described = ({ title, level, sentence, name }) =>
  t("offered_player", { title, level: levelOf({ name, title, level, sentence }), sentence });

/**
 * The computer player to offer: until somebody has finished a game of this kind, the one meant for newcomers.
 * @param {GameCard} game
 * @param {Lobby | null} lobby
 */
export function offered(game, lobby) {
  const played = lobby?.mine.some((card) => card.game === game.id && card.ending);
  const name = played ? game.best_player : game.newcomers_player;
  return game.players.find((player) => player.name === name) ?? game.players.at(-1);
}
