#!/usr/bin/env node
// A harness in JavaScript: strict precision, recall and F1 of IOB2 tags, behind the protocol of nerconform.
"use strict";

const names = ["tp", "fp", "fn", "pos", "act", "precision", "recall", "f1"];
const announcement = {
  protocols: [1],
  name: "example-javascript",
  version: "1.0",
  dialects: ["conlleval"],
  schemes: ["IOB2"],
  forms: ["tags", "raw"],
  measures: names.map((name) => `strict.micro.${name}`),
  parts: ["spans"],
  refusals: [{ error: "RangeError" }],
};

// The spans of a unit: I opens one where none of its type is open.
function decode(tags) {
  const spans = [];
  let inside = null;
  tags.forEach((tag, position) => {
    const found = typeof tag === "string" && /^([BI])-([^]+)$/.exec(tag);
    if (tag !== "O" && !found) throw new RangeError(`not an IOB2 tag: ${JSON.stringify(tag)}`);
    if (found && found[1] === "I" && found[2] === inside) spans.at(-1)[2] = position + 1;
    else if (found) spans.push([found[2], position, position + 1]);
    inside = found ? found[2] : null;
  });
  return spans;
}

// The answer to one question. Put the call of your own metric here.
function evaluate(gold, pred) {
  const isSide = (side) => Array.isArray(side) && side.every(Array.isArray);
  if (!isSide(gold) || !isSide(pred)) throw new RangeError("a side is a list of lists of tags");
  if (gold.length !== pred.length) throw new RangeError("gold and prediction have different numbers of units");
  if (gold.some((unit, index) => unit.length !== pred[index].length)) throw new RangeError("a unit differs in length");
  const spans = { gold: gold.map(decode), pred: pred.map(decode) };
  const keys = (units) => units.flatMap((unit, index) => unit.map((span) => JSON.stringify([index, ...span])));
  const right = new Set(keys(spans.gold));
  const found = keys(spans.pred);
  const tp = found.filter((key) => right.has(key)).length;
  const [pos, act] = [right.size, found.length];
  const ratio = (over, under) => (under ? over / under : 0);
  const numbers = [tp, act - tp, pos - tp, pos, act, ratio(tp, act), ratio(tp, pos), ratio(2 * tp, pos + act)];
  return { values: Object.fromEntries(numbers.map((number, at) => [`strict.micro.${names[at]}`, number])), spans };
}

function answer(message) {
  if (message.command === "start") return announcement;
  if (message.command === "dialect") return { ok: true };
  try {
    return { id: message.id, ...evaluate(message.gold, message.pred) };
  } catch (error) {
    return { id: message.id, error: { error: error.name, message: error.message } };
  }
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.command === "stop") process.exit(0);
    process.stdout.write(JSON.stringify(answer(message)) + "\n");
  });
