// A small scorer: exact matching of tags, of layers of tags and of spans, with two policies for illegal tags. It knows
// nothing of nerconform.
// `mistake` names one of MISTAKES, which makes the scorer wrong, to show that the golden cases find it.
"use strict";

const MISTAKES = [
  "ignores types",
  "merges touching entities",
  "loses an entity at the end",
  "joins sentences",
  "does not close at E",
  "skips S",
  "takes the type after the last hyphen",
  "lower-cases types",
  "adds precision and recall to F1",
  "averages over gold types",
];

// What each prefix means: B first, I inner, E last, S only token of an entity.
const FOUR = { B: "B", I: "I", E: "E", S: "S" };
const SCHEMES = {
  IO: { I: "I" },
  IOB1: { B: "B", I: "I" },
  IOB2: { B: "B", I: "I" },
  IOE1: { I: "I", E: "E" },
  IOE2: { I: "I", E: "E" },
  BIOES: FOUR,
  BILOU: { B: "B", I: "I", L: "E", U: "S" },
  BMES: { B: "B", M: "I", E: "E", S: "S" },
  BMEWO: { B: "B", M: "I", E: "E", W: "S" },
  BIOS: { B: "B", I: "I", S: "S" },
};
const ALIASES = { BIO: "IOB2", IOBES: "BIOES", BIOUL: "BILOU", BMEOW: "BMEWO" };
const FOUR_PREFIXES = new Set(["BIOES", "BILOU", "BMES", "BMEWO"]);

function parse(tag, roles, mistake) {
  if (typeof tag !== "string" || tag === "") throw new Error(`not a tag: ${tag}`);
  if (tag === "O") return { role: "O", type: "" };
  const at = tag.indexOf("-");
  const role = roles[tag.slice(0, at)];
  let type = tag.slice((mistake === "takes the type after the last hyphen" ? tag.lastIndexOf("-") : at) + 1);
  if (at < 0 || role === undefined || tag.length === at + 1) throw new Error(`not a tag of this scheme: ${tag}`);
  if (mistake === "lower-cases types") type = type.toLowerCase();
  if (mistake === "ignores types") type = "X";
  if (mistake === "skips S" && role === "S") return { role: "O", type: "" };
  if (mistake === "does not close at E" && role === "E") return { role: "I", type };
  return { role, type };
}

// The entities of one sentence as [type, start, end], ends exclusive. With `lenient` (conlleval's rule) a tag that may
// not stand where it is begins an entity; with `discard` it begins none, and an entity that does not end is dropped.
function decode(tags, schemeName, policy = "lenient", mistake = "") {
  const scheme = ALIASES[schemeName] ?? schemeName;
  if (!(scheme in SCHEMES)) throw new Error(`no such scheme: ${schemeName}`);
  const strict = policy === "discard";
  if (strict && ["IOB1", "IOE1"].includes(scheme)) throw new Error(`discard has no meaning in ${scheme}`);
  const needsB = strict && (scheme === "IOB2" || scheme === "BIOS" || FOUR_PREFIXES.has(scheme));
  const needsE = strict && (scheme === "IOE2" || FOUR_PREFIXES.has(scheme));
  const needsI = strict && scheme === "BIOS";
  const entities = [];
  let open = null;
  const close = (end, complete) => {
    const short = needsI && open && end === open.start + 1;
    if (open && (complete || !(needsE || short))) entities.push([open.type, open.start, end]);
    open = null;
  };
  tags.forEach((tag, at) => {
    const { role, type } = parse(tag, SCHEMES[scheme], mistake);
    if (role === "O") return close(at, false);
    const goes_on = open && open.type === type && (role === "I" || role === "E");
    if (!goes_on && !(mistake === "merges touching entities" && open && open.type === type && role === "B")) {
      close(at, false);
      if (role === "B" || role === "S" || !needsB) open = { type, start: at };
    }
    if (open && (role === "E" || role === "S")) close(at + 1, true);
  });
  if (mistake !== "loses an entity at the end") close(tags.length, false);
  return entities;
}

// The entities of a sentence: a list of tags, { layers: lists of tags }, or a list of spans, each [type, start, end] or
// { type, pieces }. A span of several pieces becomes [type, pieces].
function entities(sentence, scheme, policy, mistake) {
  if (!Array.isArray(sentence)) return sentence.layers.flatMap((tags) => decode(tags, scheme, policy, mistake));
  if (sentence.every((tag) => typeof tag === "string")) return decode(sentence, scheme, policy, mistake);
  return sentence.map((span) => (Array.isArray(span) ? span : [span.type, span.pieces]));
}

// The numbers of tags of a sentence, none for a list of spans.
function lengths(sentence) {
  if (!Array.isArray(sentence)) return sentence.layers.map((tags) => tags.length);
  return sentence.every((tag) => typeof tag === "string") ? [sentence.length] : [];
}

function divide(above, below) {
  return below ? above / below : 0;
}

function ratios({ tp, act, pos }, beta = 1, mistake = "") {
  const precision = divide(tp, act);
  const recall = divide(tp, pos);
  const square = beta * beta;
  const f = divide((1 + square) * precision * recall, square * precision + recall);
  return { precision, recall, f: mistake === "adds precision and recall to F1" ? (precision + recall) / 2 : f };
}

// The counts of gold and prediction, lists of sentences: { micro, types: Map of type to counts }, each { tp, act, pos }.
function count(gold, pred, scheme, policy = "lenient", mistake = "") {
  if (gold.length !== pred.length) throw new Error("gold and prediction have different numbers of sentences");
  gold.forEach((tags, i) => {
    if (new Set([...lengths(tags), ...lengths(pred[i])]).size > 1) throw new Error(`sentence ${i} has two lengths`);
  });
  if (mistake === "joins sentences") [gold, pred] = [[gold.flat()], [pred.flat()]];
  const types = new Map();
  const add = (type, what) => {
    if (!types.has(type)) types.set(type, { tp: 0, act: 0, pos: 0 });
    types.get(type)[what] += 1;
  };
  gold.forEach((tags, i) => {
    const right = new Set();
    for (const entity of entities(tags, scheme, policy, mistake)) {
      add(entity[0], "pos");
      right.add(JSON.stringify(entity));
    }
    for (const entity of entities(pred[i], scheme, policy, mistake)) {
      add(entity[0], "act");
      if (right.has(JSON.stringify(entity))) add(entity[0], "tp");
    }
  });
  const micro = { tp: 0, act: 0, pos: 0 };
  for (const counts of types.values()) for (const key of Object.keys(micro)) micro[key] += counts[key];
  return { micro, types };
}

// One number by its scope ("micro", "macro", "weighted", or a type) and its quantity ("tp", "precision", "f0.5", ...).
function value(counts, scope, quantity, mistake = "") {
  const beta = /^f[0-9]/.test(quantity) ? Number(quantity.slice(1)) : 1;
  const name = /^f[0-9]/.test(quantity) ? "f" : quantity;
  if (scope === "macro" || scope === "weighted") {
    let rows = [...counts.types.values()];
    if (mistake === "averages over gold types") rows = rows.filter((row) => row.pos);
    const weights = rows.map((row) => (scope === "macro" ? 1 : row.pos));
    const sum = rows.reduce((total, row, i) => total + weights[i] * ratios(row, beta, mistake)[name], 0);
    return divide(sum, weights.reduce((total, weight) => total + weight, 0));
  }
  const row = scope === "micro" ? counts.micro : (counts.types.get(scope.slice(5)) ?? { tp: 0, act: 0, pos: 0 });
  if (name === "fp") return row.act - row.tp;
  if (name === "fn") return row.pos - row.tp;
  return name in row ? row[name] : ratios(row, beta, mistake)[name];
}

module.exports = { MISTAKES, count, decode, value };
