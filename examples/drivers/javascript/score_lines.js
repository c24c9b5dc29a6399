// Reads {"gold", "pred", "scheme", "policy"} from each line of stdin, and prints the counts of each on a line.
"use strict";

const { count } = require("./scorer.js");

const lines = require("node:fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const line of lines) {
  const { gold, pred, scheme, policy } = JSON.parse(line);
  const { micro, types } = count(gold, pred, scheme, policy);
  console.log(JSON.stringify({ micro, types: Object.fromEntries(types) }));
}
