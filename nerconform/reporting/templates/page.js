"use strict";
(() => {
  const cards = [...document.querySelectorAll("details.card[data-subject]")];
  const form = document.getElementById("filters");

  const kept = (card, asked) =>
    ["subject", "step", "clause", "state"].every((name) => !asked[name] || card.dataset[name] === asked[name]) &&
    (!asked.kind || card.dataset.kinds.split(" ").includes(asked.kind)) &&
    (!asked.text || (card.words ??= card.textContent.toLowerCase()).includes(asked.text));

  const filter = () => {
    const asked = Object.fromEntries(new FormData(form));
    asked.text = asked.text.trim().toLowerCase();
    let shown = 0;
    for (const card of cards) {
      card.hidden = !kept(card, asked);
      shown += !card.hidden;
    }
    for (const group of document.querySelectorAll("section.group")) {
      const mine = [...group.querySelectorAll("details.card[data-subject]")];
      group.hidden = mine.every((card) => card.hidden) && shown < cards.length;
    }
    document.getElementById("count").textContent = `${shown} of ${cards.length} shown`;
  };

  if (form) {
    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(filter));
    const all = document.getElementById("open-all");
    all.addEventListener("click", () => {
      const open = all.textContent === "Open all";
      for (const card of cards) if (!card.hidden) card.open = open;
      all.textContent = open ? "Close all" : "Open all";
    });
    filter();
  }

  for (const button of document.querySelectorAll("button.copy")) {
    if (!navigator.clipboard) break;
    button.hidden = false;
    const said = button.firstChild;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
        said.textContent = "Copied";
      } catch {
        said.textContent = "Not allowed";
      }
      setTimeout(() => { said.textContent = "Copy"; }, 2000);
    });
  }

  const reach = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const card = target.closest("details");
    if (card) { card.hidden = false; card.open = true; card.scrollIntoView(); }
  };
  addEventListener("hashchange", reach);
  reach();

  addEventListener("beforeprint", () => { for (const card of cards) if (!card.hidden) card.open = true; });
})();
