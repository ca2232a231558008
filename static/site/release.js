// Reload a page that has the scripts of another release, if that loses nothing. During a rolling restart, page and
// socket may come from different releases again and again, so reload at most once every ten minutes.
const MIN_INTERVAL = 10 * 60_000;

let reloading = false;

// `busy` means that a reload would lose something. Returns whether the page is reloading and should ignore frames, which
// are for other scripts.
export function reloadIfOutdated(release, busy) {
  const mine = document.getElementById("main").dataset.release;
  if (reloading || !release || !mine || release === mine || busy || !isIdle()) return reloading;
  if (Date.now() - Number(sessionStorage.getItem("reloaded")) < MIN_INTERVAL) return false;
  sessionStorage.setItem("reloaded", Date.now());
  reloading = true;
  location.reload();
  return true;
}

// Return whether nothing is open, nothing has been typed, and the page is not the answer to a form, which a reload would
// resend.
function isIdle() {
  const fields = [...document.querySelectorAll("input:not([type]), input[type=text], textarea")];
  return (
    /^\/(g|t|host)\/\w+\/(wall\/)?$/.test(location.pathname) &&
    !document.querySelector("dialog[open], details[open]") &&
    fields.every((field) => field.value === field.defaultValue)
  );
}
