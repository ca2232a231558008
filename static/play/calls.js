// Show a browser notification to a player whose page is hidden, when the server requests it, with the server's text. The
// page itself shows the notification, without a push service, so the page must be open. Not offered in Chromium on
// Android, which requires a service worker.
const form = document.querySelector("form.prefer");
const [on, off] = form.querySelectorAll("[name=calls]");
const refused = document.getElementById("no-calls");
const { lang, dir } = document.documentElement;
const icon = document.querySelector("link[rel=apple-touch-icon]").href;
let wanted = "calls" in form.dataset;
let notice = null;

function isSupported() {
  if (!window.Notification) return false;
  if (Notification.permission === "granted") return true;
  try {
    return Boolean(new Notification("")); // not shown without permission
  } catch {
    return false;
  }
}

// Show the current state: the permission may have changed since the page was rendered.
function updateButtons() {
  off.hidden = !wanted || Notification.permission !== "granted";
  refused.hidden = !wanted || Notification.permission !== "denied";
  on.hidden = !off.hidden || !refused.hidden;
}

async function ask(event) {
  if (Notification.permission === "granted") return; // let the form store the preference
  event.preventDefault();
  const answer = await Notification.requestPermission();
  if (answer === "granted") form.requestSubmit(on);
  wanted = true;
  updateButtons();
  refused.focus();
}

function notify(event) {
  if (!document.hidden || off.hidden) return;
  notice = new Notification(event.detail, { icon, lang, dir, tag: location.pathname });
  notice.onclick = () => window.focus();
}

if (isSupported()) {
  updateButtons();
  on.addEventListener("click", ask);
  document.addEventListener("called", notify);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    notice?.close();
    updateButtons();
  });
}
