// A player whose page is out of sight is called by a notice of the browser: the server says when, and in which words. The
// page itself shows it, so it must be open; nothing comes through anybody's push service. Chromium on Android shows
// notices for a service worker alone, which this site does without: there none are offered.
const form = document.querySelector("form.prefer");
const [on, off] = form.querySelectorAll("[name=calls]");
const refused = document.getElementById("no-calls");
const { lang, dir } = document.documentElement;
const icon = document.querySelector("link[rel=apple-touch-icon]").href;
let wanted = "calls" in form.dataset;
let notice = null;

function offered() {
  if (!window.Notification) return false;
  if (Notification.permission === "granted") return true;
  try {
    return Boolean(new Notification("")); // without permission nobody sees it
  } catch {
    return false;
  }
}

// The current state: one may have answered the browser, or changed its mind, since the page was made.
function tell() {
  off.hidden = !wanted || Notification.permission !== "granted";
  refused.hidden = !wanted || Notification.permission !== "denied";
  on.hidden = !off.hidden || !refused.hidden;
}

async function ask(event) {
  if (Notification.permission === "granted") return; // the form goes by itself, and the wish is kept
  event.preventDefault();
  const answer = await Notification.requestPermission();
  if (answer === "granted") form.requestSubmit(on);
  wanted = true;
  tell();
  refused.focus();
}

function call(event) {
  if (!document.hidden || off.hidden) return;
  notice = new Notification(event.detail, { icon, lang, dir, tag: location.pathname });
  notice.onclick = () => window.focus();
}

if (offered()) {
  tell();
  on.addEventListener("click", ask);
  document.addEventListener("called", call);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    notice?.close();
    tell();
  });
}
