// @ts-check
// One page: a chosen line is shown in the cached page and in its bytes without leaving the page.
// All of it works by plain links, too; this only fetches what changes.

const panel = /** @type {HTMLElement} */ (document.querySelector("#panel"));
const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("#frame"));
let latest = 0;

/**
 * Return the document at an address of ours, or nothing when a later one was asked for meanwhile.
 * @param {string} address
 */
async function load(address) {
  const number = ++latest;
  const response = await fetch(address, { credentials: "same-origin" });
  if (!response.ok) throw new Error(String(response.status));
  const text = await response.text();
  return number === latest ? new DOMParser().parseFromString(text, "text/html") : null;
}

/**
 * Let the frame show an address without a step in the history of its own.
 * @param {string | null} address
 */
function showFrame(address) {
  if (address && frame.contentWindow) frame.contentWindow.location.replace(new URL(address, location.href).href);
}

/**
 * @param {Element} link
 * @param {Document} found
 */
function placeEvidence(link, found) {
  const evidence = found.querySelector(".evidence");
  panel.querySelectorAll(".evidence, .elsewhere").forEach((one) => one.remove());
  panel.querySelectorAll("[aria-current]").forEach((one) => one.removeAttribute("aria-current"));
  link.setAttribute("aria-current", "true");
  if (evidence) link.after(document.importNode(evidence, true));
}

/** @param {string} address */
async function showAll(address) {
  const found = await load(address);
  const [newPanel, newFrame] = [found?.querySelector("#panel"), found?.querySelector("#frame")];
  if (!found || !newPanel) return;
  panel.className = newPanel.className;
  panel.replaceChildren(...Array.from(newPanel.childNodes, (node) => document.importNode(node, true)));
  const tabs = document.querySelector(".tabs");
  const newTabs = found.querySelector(".tabs");
  if (tabs && newTabs) tabs.replaceWith(document.importNode(newTabs, true));
  showFrame(newFrame?.getAttribute("src") ?? null);
}

document.addEventListener("click", async (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  const isLine = link.matches(".line > a[data-span]");
  if (!isLine && !link.matches(".tabs a")) return;
  event.preventDefault();
  try {
    if (isLine) {
      showFrame(link.getAttribute("data-cached"));
      const found = await load(link.href);
      if (!found) return;
      placeEvidence(link, found);
      link.scrollIntoView({ block: "nearest" });
    } else {
      await showAll(link.href);
    }
    if (link.href !== location.href) history.pushState(null, "", link.href);
  } catch {
    location.assign(link.href);
  }
});

// Browsers have a clipboard where the connection is safe: on this machine, or by https.
if (navigator.clipboard) document.documentElement.classList.add("can-copy");

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-copy]") : null;
  if (!button) return;
  const said = button.textContent;
  await navigator.clipboard.writeText(button.getAttribute("data-copy") ?? "");
  button.textContent = button.getAttribute("data-copied");
  setTimeout(() => { button.textContent = said; }, 1500);
});

document.querySelector(".line > a[aria-current]")?.scrollIntoView({ block: "nearest" });

window.addEventListener("popstate", () => {
  showAll(location.href).catch(() => location.reload());
});
