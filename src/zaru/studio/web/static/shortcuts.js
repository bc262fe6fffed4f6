// @ts-check
// Keys for commands: shown on the screen, pressed or clicked, and changed by whom they annoy.

/**
 * Its button is in the list of that name, or in #keys.
 * @typedef {{name: string, key: string, words: string, run: () => void, list?: string}} Command
 */

const STORE = "zaru-keys";

/** @returns {Record<string, string>} */
function readOwnKeys() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  const element = /** @type {Element | null} */ (target && "closest" in target ? target : null);
  return Boolean(element?.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, dialog"));
}

/**
 * Let keys run commands, in this page and in its frame; list them in #keys, or where they say.
 * @param {Command[]} commands
 * @param {Document[]} documents
 */
export function bindKeys(commands, documents) {
  const own = readOwnKeys();
  const keyOf = (/** @type {Command} */ command) => own[command.name] ?? command.key;
  /** @type {Command | null} */
  let changed = null; // waits for its new key

  const change = document.querySelector("#keys-change");
  const rows = commands.map((command) => makeRow(command, () => {
    if (change?.getAttribute("aria-pressed") === "true") {
      changed = command;
      draw();
    } else {
      command.run();
    }
  }));
  const draw = () => {
    commands.forEach((command, number) => {
      const key = rows[number].querySelector("kbd");
      if (key) key.textContent = command === changed ? "…" : showKey(keyOf(command));
    });
  };
  for (const list of new Set(commands.map(listOf))) {
    const listed = rows.filter((_, number) => listOf(commands[number]) === list);
    document.querySelector(list)?.replaceChildren(...listed);
  }
  change?.addEventListener("click", () => {
    const isChanging = change.getAttribute("aria-pressed") !== "true";
    change.setAttribute("aria-pressed", String(isChanging));
    changed = null;
    draw();
  });

  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    if (changed) {
      if (event.key !== "Escape") own[changed.name] = event.key;
      localStorage.setItem(STORE, JSON.stringify(own));
      changed = null;
      draw();
      event.preventDefault();
      return;
    }
    const command = commands.find((one) => keyOf(one) === event.key);
    // A button that has the focus does what it says when Enter or space is pressed on it.
    const focused = /** @type {Element | null} */ (event.target && "closest" in event.target ? event.target : null);
    if (!command || ((event.key === "Enter" || event.key === " ") && focused?.closest("button, a, summary"))) return;
    event.preventDefault();
    command.run();
  };
  for (const one of documents) one.addEventListener("keydown", press);
  draw();
}

/** @param {Command} command */
function listOf(command) {
  return command.list ?? "#keys";
}

/**
 * @param {Command} command
 * @param {() => void} press
 */
function makeRow(command, press) {
  const row = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.command = command.name;
  button.append(document.createElement("kbd"), ` ${command.words}`);
  button.addEventListener("click", press);
  row.append(button);
  return row;
}

/** @param {string} key */
function showKey(key) {
  return { " ": "space", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" }[key] ?? key;
}
