// @ts-check
// The keyboard: "/" goes to the search box, j and k from one result or sentence to the next.

/** @returns {HTMLElement[]} */
function findSteps() {
  return Array.from(document.querySelectorAll("main a.step"));
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}

/** @param {number} by */
function move(by) {
  const steps = findSteps();
  if (!steps.length) return;
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  let now = active ? steps.indexOf(active) : -1;
  if (now < 0) {
    // Nothing is focused: begin with what was chosen, else with what is in sight.
    const chosen = steps.findIndex((step) => step.hasAttribute("aria-current"));
    const seen = steps.findIndex((step) => step.getBoundingClientRect().bottom > 0);
    now = chosen >= 0 ? chosen : Math.max(seen, 0) - (by > 0 ? 1 : 0);
  }
  const next = steps[Math.min(Math.max(now + by, 0), steps.length - 1)];
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
    return;
  }
  if (event.key === "/") {
    const box = document.querySelector("#q");
    if (box instanceof HTMLInputElement) {
      box.focus();
      box.select();
      event.preventDefault();
    }
  } else if (event.key === "j" || event.key === "k") {
    move(event.key === "j" ? 1 : -1);
    event.preventDefault();
  }
});

// Filters count at once; without scripts there is a button.
for (const form of document.querySelectorAll("form.filters")) {
  form.classList.add("live");
  form.addEventListener("change", () => /** @type {HTMLFormElement} */ (form).requestSubmit());
}
