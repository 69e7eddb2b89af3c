// What pages do beyond plain forms: sending changes without a reload, following long work, dropping files, dragging.
"use strict";

const main = () => document.getElementById("content");

function here() {
  return location.pathname + location.search;
}

// --- changes without a reload -------------------------------------------------------------------------------

function remember() {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  const form = active.form;
  const place = form ? [...document.forms].indexOf(form) : -1;
  const field = form ? [...form.elements].indexOf(active) : -1;
  return { active, place, field, value: active.value };
}

function refocus(kept) {
  if (!kept || kept.place < 0) return;
  const form = document.forms[kept.place];
  if (!form) return;
  const radio = [...form.elements].find((one) => one.type === "radio" && one.checked && one.value === kept.value);
  const next = radio || form.elements[kept.field];
  if (next) next.focus({ preventScroll: true });
}

// What was ticked or typed in other forms than the one that was sent.
function unsent(sender) {
  return [...main().querySelectorAll("input:is([type=text], [type=search], [type=number], [type=checkbox], [type=radio])")]
    .filter((field) => field.form && field.form !== sender && changedByHand(field))
    .filter((field) => field.type !== "radio" || field.checked)
    .map((field) => ({ key: keyOf(field), value: field.value, checked: field.checked }));
}

// What tells a field from all others of a page, also where the page has come again.
function keyOf(field) {
  const hidden = [...field.form.querySelectorAll("input[type=hidden]")].map((one) => one.name + "=" + one.value);
  const own = ["checkbox", "radio"].includes(field.type) ? field.value : "";
  return JSON.stringify([field.form.getAttribute("action"), hidden, field.name, own]);
}

function restore({ key, value, checked }) {
  const field = [...main().querySelectorAll("input")].find((one) => one.form && keyOf(one) === key);
  if (field && ["checkbox", "radio"].includes(field.type)) field.checked = checked;
  else if (field) field.value = value;
}

// What is to stay where it is in the window: the row or card of a form that was sent, else what comes first.
function anchor(form) {
  const inView = () => [...main().querySelectorAll("[id]")].find((one) => one.getBoundingClientRect().top > 0);
  return (form && form.closest("#content [id]")) || inView();
}

// Put a page that was answered in the place of the one that is there. Another page begins at its top; the same one stays
// where it was read.
async function show(response, sender) {
  const text = await response.text();
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!page.getElementById("content")) {
    complain(page.body.textContent.trim());
    return;
  }
  const kept = remember();
  const row = anchor(sender);
  const top = row ? row.getBoundingClientRect().top : 0;
  const same = new URL(response.url).pathname === location.pathname;
  const stays = same ? unsent(sender) : [];
  const looked = same ? main().querySelector("[data-filter]") : null;
  document.querySelector("header.bar > div").replaceWith(page.querySelector("header.bar > div"));
  document.getElementById("told").replaceChildren(...page.getElementById("told").childNodes);
  const [x, y] = [scrollX, scrollY];
  main().innerHTML = page.getElementById("content").innerHTML;
  for (const one of stays) restore(one);
  const looking = looked && main().querySelector("[data-filter]");
  if (looking) {
    looking.value = looked.value;
    filter(looking);
  }
  document.title = page.title;
  const address = new URL(response.url);
  address.searchParams.delete("said");
  address.hash = "";
  if (address.pathname === location.pathname) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  prepare(document);
  scrollTo({ left: same ? x : 0, top: same ? y : 0, behavior: "instant" });
  const moved = same && row && document.getElementById(row.id);
  if (moved) scrollBy({ top: moved.getBoundingClientRect().top - top, behavior: "instant" });
  if (same) refocus(kept);
  else main().focus({ preventScroll: true });
  const note = main().querySelector(".note[role=alert]");
  if (note) note.scrollIntoView({ block: "center" });
}

// Where a form goes; a field named "action" or "method" would stand in the way of the property.
function target(form) {
  return form.getAttribute("action") || here();
}

// One after another, as they were made: else an earlier answer could come last and show what is no longer so.
let sent = Promise.resolve();

// Changes that wait for their turn, and all that are not answered yet.
const waiting = new Set();
const unanswered = new Set();

// The page that was asked for last and has not come yet; a newer question or a change makes its answer void.
let asking = new AbortController();

let working = 0;

function busy(by) {
  working += by;
  main().classList.toggle("busy", working > 0);
}

function send(form, submitter) {
  if (form.dataset.sending && !form.matches("[data-live]")) return; // clicked twice
  form.dataset.sending = "yes";
  const data = new URLSearchParams(new FormData(form, submitter || undefined));
  const others = form.dataset.with && document.getElementById(form.dataset.with);
  if (others) for (const [name, value] of new FormData(others)) data.set(name, value); // as they are now
  asking.abort();
  const change = { form, data };
  waiting.add(change);
  unanswered.add(change);
  sent = sent.then(async () => {
    if (waiting.delete(change)) await deliver(form, data);
    unanswered.delete(change);
  });
  return sent;
}

function post(form, data, more) {
  return fetch(target(form), { method: "POST", body: data, headers: { "X-Page": here() }, ...more });
}

// A link waits for changes that are on their way, so that the next page knows of them; what is refused stays in sight.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  const aside = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || aside || link.target || link.hasAttribute("download") || link.getAttribute("href").startsWith("#")) return;
  if (!unanswered.size || [...unanswered].some(({ form }) => form.matches("[data-long]"))) return;
  event.preventDefault();
  await sent;
  if (!main().querySelector("[data-refused], [data-complaint]")) location.assign(link.href);
});

// Whoever leaves the page otherwise before a change had its turn has made it all the same.
addEventListener("pagehide", () => {
  for (const { form, data } of waiting) post(form, data, { keepalive: true });
  waiting.clear();
});

async function deliver(form, data) {
  busy(1);
  try {
    const response = await post(form, data);
    if ((!response.ok || !form.matches("[data-live]")) && (await refuses(response.clone(), form))) return;
    await show(response, form);
  } catch {
    complain("The application does not answer. If it was started again, open the address in the terminal; what you typed stays here.");
  } finally {
    delete form.dataset.sending;
    busy(-1);
  }
}

// What is refused is said above the form, which keeps what was typed.
async function refuses(response, form) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  let note = page.querySelector("[data-refused]");
  if (!response.ok) {
    note = page.querySelector(".note.wrong") || noteOf(page.body.textContent.trim());
    note.dataset.refused = "";
  } else if (new URL(response.url).pathname !== location.pathname) return false;
  if (!note || !main().contains(form)) return false;
  for (const old of main().querySelectorAll("[data-refused]")) old.remove();
  document.getElementById("told").replaceChildren();
  form.before(note);
  note.scrollIntoView({ block: "center" });
  return true;
}

// Show the page of a form with its new values.
async function again(address, form) {
  asking.abort();
  const mine = (asking = new AbortController());
  await sent;
  if (mine.signal.aborted) return;
  busy(1);
  try {
    await show(await fetch(address, { signal: mine.signal }), form);
  } catch {
    if (!mine.signal.aborted) complain("The application does not answer. Is it still running?");
  } finally {
    busy(-1);
  }
}

function noteOf(words) {
  const note = document.createElement("p");
  note.className = "note wrong";
  note.setAttribute("role", "alert");
  note.textContent = words;
  return note;
}

function complain(words) {
  for (const old of main().querySelectorAll("[data-complaint]")) old.remove();
  const note = noteOf(words);
  note.dataset.complaint = "";
  main().prepend(note);
  note.scrollIntoView({ block: "center" });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") === "post") {
    event.preventDefault();
    send(form, event.submitter);
  } else if (form.matches("[data-again]")) {
    event.preventDefault();
    const asked = new URLSearchParams(new FormData(form));
    const button = event.submitter;
    if (button && button.name) asked.set(button.name, button.value);
    again(target(form) + "?" + asked, form);
  } else if (form.matches("[data-search]")) {
    event.preventDefault();
    load(form.nextElementSibling, target(form) + "?" + new URLSearchParams(new FormData(form)));
  } else if (form.matches("[data-inside-form]")) {
    event.preventDefault();
    load(form.closest("[data-inside]"), target(form) + "?" + new URLSearchParams(new FormData(form)));
  }
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.matches("[data-auto]")) field.form.requestSubmit();
  const live = field.form && field.form.matches("[data-live]");
  if (live && (field.type === "radio" || field.tagName === "SELECT")) field.form.requestSubmit();
  if (field.matches("[data-slider]")) field.form.requestSubmit();
  if (field.matches("[data-file]")) take(field);
});

// Who chooses the role that is chosen already says that it is right: no change comes of it, but a confirmation.
function confirmed(event) {
  const field = event.target;
  if (!field.matches("[name=role][type=radio]") || !field.defaultChecked) return;
  const confirmation = field.closest("article").querySelector("form[data-confirm]");
  if (confirmation) confirmation.requestSubmit();
}

document.addEventListener("click", confirmed);
document.addEventListener("keydown", (event) => {
  if (event.key === " ") confirmed(event); // which makes no click of a button that is on
});

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.matches("[data-k]")) tell(field.value);
  if (field.matches("[data-filter]")) filter(field);
  if (field.matches("[data-slider]")) {
    const k = field.dataset.slider.split(",")[Number(field.value)];
    field.form.querySelector("[data-slider-value]").value = k;
    field.setAttribute("aria-valuetext", "k = " + k);
    tell(k);
    for (const row of document.querySelectorAll("[data-k-row]")) row.classList.toggle("chosen", row.dataset.kRow === k);
  }
});

// Whether k is large enough for whom the release is for.
function advise() {
  const note = document.querySelector("[data-advice]");
  if (!note) return;
  const field = note.closest("form").querySelector("[data-k]");
  const chosen = note.closest("form").querySelector("[data-least]:checked");
  const least = chosen ? Number(chosen.dataset.least) : 0;
  note.hidden = !(Number(field.value) < least);
  note.querySelector("[data-advice-words]").textContent = "k = " + field.value + " is less than the " + least + " that is advised for this.";
  const button = note.querySelector("[data-set]");
  button.textContent = "Use " + least;
  button.dataset.value = least;
}

// Put what is advised into its field; saving it stays with whoever reads the page.
function fill(button) {
  const field = button.form.elements[button.dataset.set];
  field.value = button.dataset.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

document.addEventListener("input", advise);

// Show only what has a text in its name, or something below it that has.
function filter(field) {
  const text = field.value.trim().toLowerCase();
  const named = (one) => one.dataset.name.toLowerCase().includes(text);
  for (const one of document.querySelectorAll(field.dataset.filter)) {
    one.hidden = !(named(one) || one.parentElement.closest("[data-name]:not([hidden]).found") || [...one.querySelectorAll("[data-name]")].some(named));
    one.classList.toggle("found", text !== "" && named(one));
  }
}

// The labels of a tree that are folded: they stay so when the page comes again after an edit.
const folded = new Set();

function fold(button, away) {
  const item = button.closest("li");
  button.setAttribute("aria-expanded", String(!away));
  item.querySelector("ul").hidden = away;
  if (away) folded.add(item.dataset.name);
  else folded.delete(item.dataset.name);
}

function tell(k) {
  for (const out of document.querySelectorAll("[data-k-out]")) out.textContent = k;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.matches("[data-select-all]")) {
    const shown = [...document.querySelectorAll("input[type=checkbox][form=bulk]")].filter((box) => box.offsetParent);
    const values = shown.filter((box) => box.closest("[data-leaf]"));
    const boxes = values.length ? values : shown;
    const on = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = on;
  }
  if (button.matches("[data-why]")) {
    await explain(button);
  }
  if (button.matches("[data-fold]")) fold(button, button.getAttribute("aria-expanded") === "true");
  if (button.matches("[data-set]")) fill(button);
  if (button.matches("[data-copy]")) {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent);
    button.textContent = "Copied";
  }
});

// The reasons of a row, below it; asked again, they go away.
async function explain(button) {
  const row = button.closest("tr");
  const there = row.nextElementSibling;
  if (there && there.matches("[data-why-row]")) {
    there.remove();
    button.setAttribute("aria-expanded", "false");
    return;
  }
  const below = document.createElement("tr");
  const cell = document.createElement("td");
  below.dataset.whyRow = "";
  cell.colSpan = row.cells.length;
  cell.setAttribute("aria-live", "polite");
  cell.textContent = "Looking …";
  below.append(cell);
  row.after(below);
  button.setAttribute("aria-expanded", "true");
  await load(cell, button.dataset.why);
}

// --- parts of pages that come later -----------------------------------------------------------------------

async function load(place, address) {
  try {
    const response = await fetch(address, { headers: { "X-Page": here() } });
    const text = await response.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const whole = page.getElementById("content");
    place.replaceChildren(...(whole || page.body).childNodes);
    prepare(place);
  } catch {
    place.textContent = "This could not be loaded.";
  }
}

// Show what is new: only the part of the page that is about it, so that nothing is lost that is being typed elsewhere.
async function renew(part) {
  if (!part) {
    scrollTo({ top: 0, behavior: "instant" }); // a browser would begin the next page as far down as this one
    location.reload();
    return;
  }
  while (part.matches(":active")) await new Promise((resolve) => setTimeout(resolve, 200)); // a slider is being moved
  const response = await fetch(here(), { headers: { "X-Page": here() } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = page.getElementById(part.id);
  if (!document.contains(part)) return;
  if (!next) {
    location.reload();
    return;
  }
  const kept = remember();
  part.replaceWith(next);
  prepare(next);
  if (kept && !document.contains(kept.active)) refocus(kept);
}

function follow(place) {
  const source = new EventSource(place.dataset.events);
  source.onmessage = (event) => {
    const job = JSON.parse(event.data);
    const bar = place.querySelector("[data-bar]");
    place.querySelector("[data-step]").textContent = job.step || "starting";
    place.querySelector("[data-note]").textContent = job.note ? "(" + job.note + ")" : "";
    place.querySelector("[data-seconds]").textContent = job.seconds;
    if (job.share === null) bar.removeAttribute("value");
    else bar.value = Math.round(1000 * job.share) / 10;
    const grown = Number(place.dataset.parts) !== job.parts;
    if (job.state !== "running" || grown) {
      source.close();
      // a form that is on its way brings a new page itself, unless it is refused
      sent.then(() => document.contains(place) && renew(place.closest("[data-fragment]")));
    }
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED && document.contains(place)) complain("The application does not answer. Is it still running?");
  };
  addEventListener("pagehide", () => source.close(), { once: true });
}

// --- files ----------------------------------------------------------------------------------------------------

// Send the file that a field holds; the same one can be chosen again afterwards, for instance when it was mended.
function take(field) {
  const file = field.files[0];
  if (!file) return;
  field.value = "";
  upload(field.closest("[data-drop]"), file);
}

function upload(place, file) {
  const sending = place.querySelector("[data-sending]");
  const wrong = place.querySelector("[data-wrong]");
  const bar = sending.querySelector("progress");
  const request = new XMLHttpRequest();
  wrong.hidden = true;
  request.open("POST", place.dataset.drop + "?" + new URLSearchParams({ name: file.name }));
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) bar.value = (100 * event.loaded) / event.total;
  };
  const refuse = (words) => {
    sending.hidden = true;
    wrong.hidden = false;
    wrong.replaceChildren(...words);
  };
  const longest = Number(main().dataset.longest);
  if (file.size > longest) {
    const most = longest / 2 ** 30 + " GB";
    refuse(["This file has more than " + most + ", which is the most that can be sent. Put it into a folder and start “semblant web FOLDER”."]);
    return;
  }
  request.onload = () => {
    if (request.status === 200) {
      location.assign(JSON.parse(request.responseText).go);
      return;
    }
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const note = page.querySelector(".note.wrong");
    refuse(note ? note.childNodes : [page.body.textContent.trim() || "The file could not be sent."]);
  };
  request.onerror = () => refuse(["The file could not be sent. It may be too large, or the application has ended."]);
  sending.hidden = false;
  request.send(file);
}

function prepareDrop(place) {
  for (const kind of ["dragover", "dragenter"]) {
    place.addEventListener(kind, (event) => {
      event.preventDefault();
      place.classList.add("over");
    });
  }
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    if (event.dataTransfer.files.length) upload(place, event.dataTransfer.files[0]);
  });
}

// --- dragging ---------------------------------------------------------------------------------------------------

function prepareSort(list) {
  let dragged = null;
  list.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("li");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest("li");
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    const box = over.getBoundingClientRect();
    over[event.clientY < box.top + box.height / 2 ? "before" : "after"](dragged);
  });
  list.addEventListener("drop", (event) => event.preventDefault());
  list.addEventListener("dragend", () => {
    if (dragged) list.closest("form").requestSubmit();
    dragged = null;
  });
}

function prepareTree(tree) {
  let dragged = null;
  for (const button of tree.querySelectorAll("[data-fold]")) {
    if (folded.has(button.closest("li").dataset.name)) fold(button, true);
  }
  tree.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("[data-node]");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
  });
  tree.addEventListener("dragover", (event) => {
    const over = event.target.closest("[data-node]");
    for (const one of tree.querySelectorAll(".over")) one.classList.remove("over");
    if (!dragged || !over || over === dragged || over.dataset.leaf) return;
    event.preventDefault();
    over.classList.add("over");
  });
  tree.addEventListener("drop", (event) => {
    event.preventDefault();
    const over = event.target.closest("[data-node]");
    if (!dragged || !over || over === dragged) return;
    const form = document.getElementById("move");
    const box = dragged.querySelector("input[name=node]");
    const boxes = box.checked ? tree.querySelectorAll("input[name=node]:checked") : [box]; // what is ticked goes together
    for (const one of boxes) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "node", value: one.value }));
    form.elements.to.value = over.dataset.node;
    form.requestSubmit();
  });
}

// --- start --------------------------------------------------------------------------------------------------------

function prepare(root) {
  advise();
  for (const place of root.querySelectorAll("[data-load]")) load(place, place.dataset.load);
  for (const place of root.querySelectorAll("[data-events]")) follow(place);
  for (const place of root.querySelectorAll("[data-drop]")) prepareDrop(place);
  for (const field of root.querySelectorAll("[data-file]")) take(field); // chosen before this script was there
  for (const place of root.querySelectorAll("[data-sort]")) prepareSort(place);
  for (const place of root.querySelectorAll("[data-tree]")) prepareTree(place);
  for (const place of root.querySelectorAll("details[data-open]")) {
    place.addEventListener("toggle", () => {
      if (place.open && !place.dataset.loaded) {
        place.dataset.loaded = "1";
        load(place.querySelector("[data-inside]"), place.dataset.open);
      }
    });
  }
}

// Whether a field says something else than the page did when it came.
function changedByHand(field) {
  if (field.tagName === "SELECT") {
    const normal = [...field.options].findIndex((one) => one.defaultSelected);
    return field.selectedIndex !== Math.max(normal, 0);
  }
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  return field.matches("input") && !["hidden", "file"].includes(field.type) && field.value !== field.defaultValue;
}

const address = new URL(location);
if (address.searchParams.has("said")) {
  address.searchParams.delete("said");
  history.replaceState(null, "", address);
}
prepare(document);
// what was chosen or typed before this script was there to hear of it
for (const field of [...document.querySelectorAll("main input, main select")].filter(changedByHand)) {
  if (field.type === "radio" && !field.checked) continue;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const own = field.form && field.form.getAttribute("autocomplete") === "off"; // else the browser may have restored it
  if (own) field.dispatchEvent(new Event("change", { bubbles: true }));
}
document.documentElement.dataset.ready = "";
addEventListener("popstate", () => location.reload());
