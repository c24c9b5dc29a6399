// Opens pages in headless Chromium, as `node visit.cjs PLAN.json`, and prints what it saw as JSON.
// The plan holds `chromium` (its path) and `visits`: a file, and whether to run axe, the filters, or without JavaScript.
// A page may load files of the folder `root`, which are part of the same site.
"use strict";
const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const MOST_OPEN = 12;
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

const opened = async (browser, url, seen, options) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => seen.said.push(message.text()));
  page.on("pageerror", (error) => seen.said.push(String(error)));
  page.on("dialog", async (dialog) => { seen.said.push(`dialog: ${dialog.message()}`); await dialog.dismiss(); });
  page.on("request", (request) => {
    const asked = request.url().split("#")[0];
    if (asked !== url && !(seen.root && asked.startsWith(seen.root))) seen.requests.push(request.url());
  });
  await page.goto(url);
  return [context, page];
};

const shown = (page) => page.locator("details.card[data-subject]:visible").count();

// What axe finds, with the first cards open; of the dark page only what colours can change.
const violations = async (page, rules) => {
  await page.evaluate((most) => {
    for (const card of [...document.querySelectorAll("details")].slice(0, most)) card.open = true;
  }, MOST_OPEN);
  await page.evaluate(AXE);
  const found = await page.evaluate((only) => axe.run(document, { resultTypes: ["violations"], preload: false, ...only }), rules);
  return found.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 200)}`);
};

// How many cards each value of each filter shows; then the text, the keyboard, the copy button, and clearing.
const filtered = async (page, text) => {
  const counts = {};
  for (const name of ["subject", "kind", "step", "clause", "state"]) {
    const select = page.locator(`#filters select[name=${name}]`);
    const values = await select.locator("option").evaluateAll((options) => options.map((one) => one.value));
    counts[name] = {};
    for (const value of values) {
      await select.selectOption(value);
      counts[name][value] = await shown(page);
    }
    await select.selectOption("");
  }
  await page.fill("#filters input[name=text]", text);
  const found = await shown(page);
  const said = await page.textContent("#count");
  await page.locator("#filters button[type=reset]").press("Enter");
  await page.waitForFunction(() => !document.querySelector("details.card[data-subject][hidden]"));
  const summary = page.locator("details.card[data-subject] > summary").first();
  await summary.focus();
  await page.keyboard.press("Enter");
  const card = page.locator("details.card[data-subject]").first();
  const open = await card.evaluate((one) => one.open);
  const copy = card.locator("button.copy").first();
  await copy.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((button) => button.firstChild.textContent === "Copied", await copy.elementHandle());
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const code = await card.locator(".copied code").first().textContent();
  await page.locator("#open-all").press("Enter");
  const closed = await page.locator("details.card[data-subject]:visible:not([open])").count();
  return { counts, text: found, said, open, copied: copied === code, closed, all: await shown(page) };
};

const visit = async (browser, plan) => {
  const url = pathToFileURL(plan.file).href;
  const seen = { said: [], requests: [], root: plan.root && pathToFileURL(plan.root).href };
  const result = { file: plan.file, violations: {} };
  for (const colorScheme of plan.axe ? ["light", "dark"] : ["light"]) {
    const [context, page] = await opened(browser, url, seen, { colorScheme });
    result.title = await page.title();
    result.cards = await shown(page);
    const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
    if (plan.axe) result.violations[colorScheme] = await violations(page, rules);
    await context.close();
  }
  const phone = { viewport: { width: 390, height: 844 } };
  const [small, narrow] = await opened(browser, url, seen, phone);
  await narrow.evaluate((most) => {
    for (const card of [...document.querySelectorAll("details")].slice(0, most)) card.open = true;
  }, MOST_OPEN);
  result.width = await narrow.evaluate(() => document.documentElement.scrollWidth);
  await small.close();
  if (plan.filters) {
    const [context, page] = await opened(browser, url, seen, { permissions: ["clipboard-read", "clipboard-write"] });
    result.filters = await filtered(page, plan.filters);
    await context.close();
  }
  if (plan.plain) {
    const [context, page] = await opened(browser, url, seen, { javaScriptEnabled: false });
    await page.locator("details.card > summary").first().click();
    result.plain = {
      filters: await page.locator("#filters").isVisible(),
      body: await page.locator("details.card .body").first().isVisible(),
    };
    await context.close();
  }
  return { ...result, ...seen };
};

(async () => {
  const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const browser = await chromium.launch({ executablePath: plan.chromium, args: QUIET });
  const results = [];
  const left = [...plan.visits.entries()];
  const next = async () => { for (let one; (one = left.shift());) results[one[0]] = await visit(browser, one[1]); };
  await Promise.all([next(), next()]);
  await browser.close();
  process.stdout.write(JSON.stringify(results));
})();
