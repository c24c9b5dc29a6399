// node --test, with NERCONFORM_CASES naming the folder that `nerconform export` wrote.
"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { CLAIMS, differences, load } = require("./driver.js");
const scorer = require("./scorer.js");

const folder = process.env.NERCONFORM_CASES ?? "cases";
const documents = Object.keys(CLAIMS).map((claim) => load(folder, claim));

for (const document of documents) {
  const policy = CLAIMS[document.claim];
  test(`the scorer keeps the claim ${document.claim}`, async (t) => {
    for (const one of document.cases) {
      await t.test(one.id, () => assert.deepEqual(differences(scorer, one, policy), [], one.why));
    }
  });
}

for (const mistake of scorer.MISTAKES) {
  test(`the cases find a scorer that ${mistake}`, () => {
    const found = documents.flatMap((document) =>
      document.cases.filter((one) => differences(scorer, one, CLAIMS[document.claim], mistake).length),
    );
    assert.notEqual(found.length, 0);
  });
}
