// Asks a scorer the golden cases of an export, and says which answers are wrong.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

// The claims that the scorer makes, each with the policy that it is asked in.
const CLAIMS = {
  "legal-data": "lenient",
  "illegal-tags:lenient": "lenient",
  "illegal-tags:discard": "discard",
  layers: "lenient",
  pieces: "lenient",
};

function load(folder, claim) {
  return JSON.parse(fs.readFileSync(path.join(folder, "claims", `${claim.replaceAll(":", "-")}.json`), "utf8"));
}

// A measure is strict.SCOPE.QUANTITY; the scope type{X} has the type percent-encoded.
function parts(measure) {
  const found = /^strict\.(micro|macro|weighted|type\{.*?\})\.(.+)$/.exec(measure);
  if (!found) return null;
  const scope = found[1].startsWith("type{") ? `type:${decodeURIComponent(found[1].slice(5, -1))}` : found[1];
  return { scope, quantity: found[2] };
}

function agrees(expected, got) {
  if (typeof expected === "number") return expected === got;
  return Math.abs(expected.double - got) <= 1e-12 * Math.max(1, Math.abs(expected.double));
}

// What is wrong with the scorer's answer to a case: an empty list if nothing is.
function differences(scorer, one, policy, mistake = "") {
  const [answer] = one.answers;
  let counts;
  try {
    counts = scorer.count(one.gold, one.pred, one.scheme, policy, mistake);
  } catch (error) {
    return answer.refused ? [] : [`it raised ${error.message}`];
  }
  if (answer.refused) return [`it answered, and ${answer.refused} is due`];
  const wrong = [];
  for (const [measure, expected] of Object.entries(answer.numbers ?? {})) {
    const { scope, quantity } = parts(measure);
    const got = scorer.value(counts, scope, quantity, mistake);
    if (!agrees(expected, got)) wrong.push(`${measure} is ${got}, and ${JSON.stringify(expected)} is right`);
  }
  for (const side of Object.keys(answer.spans ?? {})) {
    const got = one[side].map((tags) => scorer.decode(tags, one.scheme, policy, mistake));
    const sorted = (units) => JSON.stringify(units.map((unit) => unit.map((span) => JSON.stringify(span)).sort()));
    if (sorted(got) !== sorted(answer.spans[side])) wrong.push(`the entities of ${side} are ${JSON.stringify(got)}`);
  }
  const rows = [...counts.types.keys()].sort();
  if (answer.rows && JSON.stringify(rows) !== JSON.stringify([...answer.rows].sort())) wrong.push(`the rows are ${rows}`);
  return wrong;
}

module.exports = { CLAIMS, differences, load };
