// What a page shows when the network does its worst: it ends where the server is. `tests/web/test_incoming.py` records
// random games, as their sides' sockets bring them, and runs this with the folder where they lie.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Incoming } from "../../../src/sandtable/web/static/js/incoming.js";
import { mergeLog } from "../../../src/sandtable/web/static/js/scene.js";

const FOLDER = process.env.SANDTABLE_RECORDINGS;
const TRIES = 30;
const RESTS_ONCE_IN = 8;

/** Random numbers that are the same each time. */
function chance(seed) {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
}

/** What one side may be told, at any moment of a recorded game. */
class Server {
  /** @param {object[]} told what the socket brought, one after the other, and the numbers of this side's answers */
  constructor({ told, answers, end }) {
    this.told = told;
    this.answers = answers;
    this.end = end;
    this.now = 0;
    this.logs = [];
    for (const update of told) this.logs.push(mergeLog(this.logs.at(-1) ?? [], update));
  }

  /** The table now, with the log after a number; lines that a reader there would have to strike are told again. */
  update(after) {
    const log = this.logs[this.now];
    const then = this.told.findLastIndex(({ number }, index) => index <= this.now && number === after);
    const known = then < 0 ? [] : this.logs[then];
    const first = log.findIndex((line, index) => line.number > after || line.text !== known[index]?.text);
    const struck = known[first < 0 ? log.length : first]?.number ?? after + 1;
    const from = then < 0 ? 0 : Math.min(after + 1, struck, log[first]?.number ?? after + 1);
    return { ...this.told[this.now], log: log.filter((line) => line.number >= from), log_from: from };
  }
}

/** One page and its network: a socket in order, answers in any order, and anything may be lost. */
class Visit {
  constructor(server, random, Rule) {
    this.server = server;
    this.random = random;
    const first = server.update(-1);
    this.incoming = new Rule(first);
    this.log = first.log;
    /** Answers to runs and undos on their way. */
    this.answers = [];
    /** What was stored and has not been seen. */
    this.unconfirmed = [];
    this.questions = [];
    /** How far the page has been told of the game, and how far its own answers say that it has come. */
    this.told = 0;
    this.stored = 0;
    this.open();
  }

  show(update) {
    this.log = mergeLog(this.log, update);
  }

  open() {
    const update = this.server.update(this.incoming.last.number);
    this.socket = { waiting: [{ update, place: this.server.now }], dead: false };
  }

  /** The server has something new. */
  push() {
    const { told, now } = this.server;
    this.socket?.waiting.push({ update: told[now], place: now });
  }

  hear() {
    if (!this.socket || this.socket.dead || !this.socket.waiting.length) return;
    const { update, place } = this.socket.waiting.shift();
    this.told = place;
    if (this.incoming.bring(update)) this.show(update);
  }

  ask() {
    const { heard, last } = this.incoming;
    this.questions.push({ asked: heard, after: last.number, answer: null });
  }

  /** The server answers a question; the answer may take its time. */
  reply() {
    const open = this.questions.filter(({ answer }) => !answer);
    const one = open[this.random(open.length)];
    if (one) Object.assign(one, { answer: this.server.update(open[0].after), place: this.server.now });
  }

  /** An answer to a question arrives. */
  learn() {
    const ready = this.questions.filter(({ answer }) => answer);
    if (!ready.length) return;
    const one = ready[this.random(ready.length)];
    this.questions.splice(this.questions.indexOf(one), 1);
    if (one.asked === this.incoming.heard) this.told = one.place;
    if (!this.incoming.answer(one.asked, one.answer)) return;
    this.show(one.answer);
    if (this.socket) this.open();
  }

  /** The answer to a run arrives; it may arrive again. */
  confirm() {
    if (!this.answers.length) return;
    const index = this.random(this.answers.length);
    const [one] = this.random(3) ? this.answers.splice(index, 1) : [this.answers[index]];
    if (this.incoming.trust?.(one.update)) this.show(one.update);
    this.unconfirmed.push(one);
    this.stored = Math.max(this.stored, one.place);
  }

  /** A second has passed. */
  wait() {
    this.unconfirmed = this.unconfirmed.filter(({ sent, number }) => !this.incoming.shows(sent, number));
    if (this.unconfirmed.length) this.ask();
  }

  /** Something happens on the network. */
  stir() {
    const what = this.random(24);
    if (what < 8) this.hear();
    else if (what < 11) this.confirm();
    else if (what < 14) this.reply();
    else if (what < 17) this.learn();
    else if (what < 19) this.wait();
    else if (what === 19) this.socket = null;
    else if (what === 20) this.answers.pop();
    else if (what === 21) this.questions.shift();
    else if (!this.socket) (this.random(2) ? this.open() : this.ask());
    else if (what === 22 && !this.random(4)) this.socket.dead = true;
    else if (!this.random(4)) this.ask();
  }

  /** Every question is answered. */
  askAll() {
    while (this.questions.length) {
      this.reply();
      this.learn();
    }
  }

  /** Everything arrives that is on its way; what is stored and not shown is asked for, whatever the socket does. A
   * socket that is dead or gone is noticed later: the page asks once more. */
  settle() {
    this.askAll();
    while (this.answers.length) this.confirm();
    this.wait();
    this.askAll();
    assert.ok(this.told >= this.stored, "what this side did is not shown");
    if (!this.socket || this.socket.dead) {
      this.ask();
      this.askAll();
    }
    while (this.socket && !this.socket.dead && this.socket.waiting.length) this.hear();
  }
}

/** What is shown, and what is there. */
const seen = ({ log, log_from, ...rest }) => rest;

/** A whole game on a bad network, which rests now and then. @returns {string} where the page went wrong */
function play(recording, seed, Rule) {
  const server = new Server(recording);
  const visit = new Visit(server, chance(seed), Rule);
  const { length } = recording.told;
  try {
    for (let now = 1; now < length; now += 1) {
      const sent = visit.incoming.heard;
      server.now = now;
      visit.push();
      for (const number of recording.answers[now] ?? []) {
        visit.answers.push({ sent, number, place: now, update: server.update(visit.incoming.last.number) });
      }
      for (let times = visit.random(8); times > 0; times -= 1) visit.stir();
      if (now < length - 1 && visit.random(RESTS_ONCE_IN)) continue;
      visit.settle();
      const there = now < length - 1 ? server.update(-1) : recording.end;
      assert.deepEqual(seen(visit.incoming.last), seen(there));
      assert.deepEqual(visit.log, there.log);
    }
    return "";
  } catch (error) {
    return `seed ${seed}: ${error.message}`;
  }
}

/** The page that took every answer for news, as long as its number was no lower. */
class Trusting extends Incoming {
  bring(update) {
    this.heard += 1;
    return update.number >= this.last.number && this.take(update);
  }

  answer(_asked, update) {
    return update.number > this.last.number && this.take(update);
  }

  trust(update) {
    return update.number >= this.last.number && this.take(update);
  }
}

for (const file of readdirSync(FOLDER)) {
  const recording = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  const wrong = (Rule) => Array.from({ length: TRIES }, (_, seed) => play(recording, seed, Rule)).filter(Boolean);

  test(`${file}: a page ends where the server is`, () => assert.deepEqual(wrong(Incoming), []));

  if (recording.secret) {
    test(`${file}: a page that trusts every answer does not`, () => assert.notDeepEqual(wrong(Trusting), []));
  }
}
