
"use strict";
// Filters the cases by verdict, clause, method and words, and keeps the choice in the address.
(() => {
  const form = document.querySelector("form");
  const nothing = document.querySelector(".nothing");
  const sections = [...document.querySelectorAll("main > section")].map((node) => ({
    node,
    cases: [...node.querySelectorAll(":scope > .case")].map((each) => ({
      node: each,
      verdict: each.dataset.verdict,
      method: each.dataset.method,
      words: `${node.id} ${each.textContent}`.toLowerCase(),
    })),
  }));
  const all = sections.flatMap((section) => section.cases);
  const boxes = [...form.querySelectorAll("[name=verdict]")];
  const { clause, method, words, open } = form.elements;
  const output = form.querySelector("output");

  const apply = () => {
    const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of sections) {
      const here = !clause.value || section.node.id === clause.value;
      let some = false;
      for (const each of section.cases) {
        const fits = here && verdicts.has(each.verdict) && (!method.value || each.method === method.value) &&
          wanted.every((word) => each.words.includes(word));
        each.node.hidden = !fits;
        shown += fits;
        some ||= fits;
      }
      section.node.hidden = !some;
    }
    output.textContent = `${shown} of ${all.length} cases`;
    nothing.hidden = shown > 0;
  };

  const keep = () => {
    const chosen = new URLSearchParams();
    for (const box of boxes) if (box.checked !== box.defaultChecked) chosen.append(box.checked ? "with" : "without", box.value);
    for (const field of [clause, method, words]) if (field.value) chosen.set(field.name, field.value);
    history.replaceState(null, "", `#${chosen}`);
  };

  // An address ends in what was chosen, as #clause=FK4.3&words=trump, or in the id of a case or clause.
  const follow = () => {
    const end = location.hash.slice(1);
    const target = document.getElementById(end);
    form.reset();
    if (target) {
      const found = target.matches(".case") ? [target] : [...target.querySelectorAll(".case")];
      const verdicts = new Set(found.map((each) => each.dataset.verdict));
      for (const box of boxes) box.checked ||= verdicts.has(box.value);
      if (target.matches("details")) target.open = true;
    } else {
      const chosen = new URLSearchParams(end);
      for (const box of boxes) {
        if (chosen.getAll("with").includes(box.value)) box.checked = true;
        if (chosen.getAll("without").includes(box.value)) box.checked = false;
      }
      for (const field of [clause, method, words]) field.value = chosen.get(field.name) ?? "";
    }
    apply();
    target?.scrollIntoView();
  };

  form.addEventListener("input", () => { apply(); keep(); });
  form.addEventListener("reset", () => setTimeout(() => { apply(); keep(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  open.addEventListener("click", () => {
    const shown = [...document.querySelectorAll("details:not([hidden])")];
    const opened = shown.every((each) => each.open);
    for (const each of shown) each.open = !opened;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    event.preventDefault();
    words.focus();
  });
  addEventListener("hashchange", follow);
  form.hidden = false;
  follow();
})();
