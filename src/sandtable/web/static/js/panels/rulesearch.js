// @ts-check
// Finding things in a rulebook: where a rule stands that is only named, and the clauses that hold some words.

/**
 * @typedef {import("../wire.js").Rulebook} Book
 * @typedef {{ place: string, name: string, text: string, ruling?: string }} Hit
 */

/** A place that is not a number, but what was searched for. @param {string} place */
export const isSearch = (place) => place.startsWith("?");

/** @param {string} place */
export const searchFor = (place) => place.slice(1);

/** @param {readonly import("../wire.js").Phrase[]} words */
export const wordsOf = (words) => words.map(({ text }) => text).join("");

/** @type {WeakMap<Book, Map<string, string>>} */
const homes = new WeakMap();

/** Every name in a book with its paragraph; of a chapter, nothing. @param {Book} book */
function homesIn(book) {
  const known = homes.get(book);
  if (known) return known;
  /** @type {Map<string, string>} */
  const made = new Map(book.chapters.map(({ id }) => [id, ""]));
  for (const { id, clauses, misprints = [] } of book.chapters.flatMap(({ paragraphs }) => paragraphs)) {
    for (const clause of clauses) made.set(clause.id, id);
    for (const { clause = "" } of misprints) if (clause) made.set(clause, id);
    made.set(id, id);
  }
  for (const { id } of book.rulings) made.set(id, "");
  homes.set(book, made);
  return made;
}

/** The paragraph that a name belongs to. @param {Book} book @param {string} name */
export const homeOf = (book, name) => homesIn(book).get(name) || name;

/**
 * Where a rule stands: itself; what comes first under it; or what it is a part of.
 * @param {Book} book @param {string} rule @returns {string}
 */
export function placeOf(book, rule) {
  const names = homesIn(book);
  if (names.has(rule)) return rule;
  const under = [...names.keys()].find((name) => name.startsWith(`${rule}.`));
  const dot = rule.lastIndexOf(".");
  return under ?? (dot < 0 ? "" : placeOf(book, rule.slice(0, dot)));
}

/** What is searched for, word by word; what stands in quotes is one. @param {string} query */
export function wordsIn(query) {
  const words = [...query.toLowerCase().matchAll(/"([^"]+)"?|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
  return words.filter((word) => word && word !== '"');
}

/**
 * The clauses and rulings that hold all the words, in the order of the book; a number finds what stands under it.
 * @param {Book} book @param {string} query @returns {Hit[]}
 */
export function found(book, query) {
  const words = wordsIn(query);
  const holds = (/** @type {Hit} */ { name, place, text }) => {
    const lower = text.toLowerCase();
    const names = [name.toLowerCase(), place.toLowerCase()];
    return words.every((word) => lower.includes(word) || names.some((one) => one.startsWith(word.replace(/^§/, ""))));
  };
  return words.length ? everything(book).filter(holds) : [];
}

/** @type {WeakMap<Book, Hit[]>} */
const texts = new WeakMap();

/** @param {Book} book */
function everything(book) {
  const known = texts.get(book);
  if (known) return known;
  /** @type {Hit[]} */
  const made = book.chapters.flatMap(({ id, title, paragraphs }) => [
    { place: id, name: id, text: title },
    ...paragraphs.flatMap((paragraph) =>
      paragraph.clauses.map(({ id: place, words }) => ({
        place,
        name: paragraph.id,
        text: wordsOf(words),
      })),
    ),
  ]);
  for (const { id, number, settles = [], words } of book.rulings) {
    const name = settles.length ? homeOf(book, settles[0]) : "";
    made.push({ place: id, name, text: wordsOf(words), ruling: number });
  }
  texts.set(book, made);
  return made;
}
