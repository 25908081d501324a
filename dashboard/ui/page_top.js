// A page that is opened begins at its top: Streamlit keeps how far the one before was scrolled wherever
// both are drawn over each other for a moment. On a phone the sidebar closes, which lies over it, also where the page
// that stands is chosen. And once a first page stands, Plotly is fetched for the next ones.
// Streamlit's words on a drop zone and on the link to the content are English whatever the language: they are
// said in ours. A link that has the focus has a ring, as all else has: Streamlit gives it the ground of the open page.
// The page as a whole is no stop of the tabulator; a popover that a key opens comes next, not after all the page.
// Once what had the focus is gone, as a field whose files are read or a button that leads on, the title has it.
// A file that the browser refuses among others is told to the server: where that stands is a new field once they are read.

const ENGLISH = "[data-testid=stFileUploaderDropzone], [data-testid=stSkipToContent]";
const REFUSED = "[data-testid=stFileChip]:has([data-testid=stFileChipIconError])";
const CLOSES = "[data-testid=stSidebarCollapseButton] button"; // while it is open
let shown = null, tell = null, asked = false, words = null, soon = 0;
let held = null; // what had the focus last, as long as nothing else has it
const refused = new Map(); // by the field: names of files
const said = new WeakMap(); // of each piece of text: Streamlit's words, and ours in their place

function inOurs(theirs) {
  const limit = theirs.match(/^([\d.]+)\s*([KMG]B) per file$/);
  if (limit) return words.most.replace("{size}", `${limit[1]} ${limit[2]}`);
  if (theirs === "Upload") return words.choose;
  if (theirs === "Skip to main content") return words.skip;
  return theirs.startsWith("Drag and drop") ? words.drop : null;
}

function say() {
  soon = 0;
  pass();
  order();
  for (const zone of document.querySelectorAll(ENGLISH)) {
    const texts = document.createTreeWalker(zone, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
      const before = said.get(text), theirs = before?.[1] === text.data ? before[0] : text.data;
      const ours = inOurs(theirs);
      if (ours === null || ours === text.data) continue;
      said.set(text, [theirs, ours]);
      text.data = ours;
    }
  }
  for (const field of document.querySelectorAll("[data-testid=stFileUploader]")) {
    const files = field.querySelectorAll("[data-testid=stFileChip]").length;
    const names = [...field.querySelectorAll(`${REFUSED} [data-testid=stFileChipName]`)].map((name) => name.textContent);
    if (files > 1 && names.length) refused.set(field, names);
    else if (files) refused.delete(field); // somebody took them out
  }
  for (const [field, names] of refused) {
    if (field.isConnected && field.querySelector("[data-testid=stFileChip]")) continue;
    refused.delete(field);
    tell("refused", names.join(", "));
  }
}

function order() {
  document.querySelector("[data-testid=stMain]")?.setAttribute("tabindex", -1);
  for (const place of document.querySelectorAll(".st-key-announced")) place.setAttribute("aria-live", "polite");
  const opened = document.querySelector("[data-testid=stPopoverBody]:not([tabindex])");
  opened?.setAttribute("tabindex", -1);
  if (opened && document.activeElement.matches("[data-testid=stPopoverButton]:focus-visible")) opened.focus({ preventScroll: true });
}

function choose({ target }) {
  if (target.closest("[data-testid=stSidebar] [data-testid=stPageLink]") && matchMedia("(max-width: 768px)").matches)
    document.querySelector(CLOSES)?.click();
}

function hold({ target }) {
  held = target.closest("[data-testid=stFileUploader]") ?? target;
}

function pass() {
  if (!held || held.isConnected) return;
  if (document.activeElement !== document.body) held = null;
  else if (!document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]")) setTimeout(pass, 100);
  else {
    const title = document.querySelector("[data-testid=stMain] h1");
    title?.setAttribute("tabindex", -1);
    title?.focus({ preventScroll: true });
    held = null;
  }
}

const later = () => (soon ||= requestAnimationFrame(say));

export default function ({ data: [page, plotly, inLanguage, narrow], setTriggerValue, parentElement }) {
  const color = getComputedStyle(parentElement.host ?? parentElement).getPropertyValue("--st-primary-color");
  document.documentElement.style.setProperty("--ring", `color-mix(in srgb, ${color} 50%, transparent)`);
  if (!words) {
    new MutationObserver(later).observe(document.body, { childList: true, subtree: true });
    for (const name of ["focusin", "change", "drop"]) document.addEventListener(name, hold, true);
    document.addEventListener("click", choose);
    const sheet = new CSSStyleSheet();
    // While the field shows a file that the browser refused, what was wrong with the one before is not the last word.
    sheet.replaceSync(`
      [data-testid=stPageLink] a:focus-visible { outline: 0.2rem solid var(--ring); }
      h1[tabindex="-1"]:focus, [data-testid=stPopoverBody]:focus { outline: none; }
      .stApp:has([class*=upload] [data-testid=stFileChipIconError]) .st-key-refused_file { display: none; }
    `);
    document.adoptedStyleSheets.push(sheet);
  }
  [words, tell] = [inLanguage, setTriggerValue];
  later();
  if (shown !== null && shown !== page) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  shown = page;
  if (matchMedia("(max-width: 480px)").matches !== narrow) setTriggerValue("narrow", String(!narrow));
  if (asked || !plotly || navigator.connection?.saveData) return;
  asked = true;
  const ask = () => document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: plotly }));
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(ask, { timeout: 3000 }), 1000);
}
