// A page whose scripts are of another release than the server's is loaded again, at a moment when that takes nothing
// from anybody. While the processes of a site follow on each other, page and socket may come from either of two
// releases for a while, so it is done once in ten minutes at most.
const ONCE_IN = 10 * 60_000;

let going = false;

// `busy` says whether something is under way that a new page would not know of. Returns whether the page is being loaded
// again: then it shows nothing more, for what comes is made for other scripts.
export function heed(release, busy) {
  const mine = document.getElementById("main").dataset.release;
  if (going || !release || !mine || release === mine || busy || !quiet()) return going;
  if (Date.now() - Number(sessionStorage.getItem("reloaded")) < ONCE_IN) return false;
  sessionStorage.setItem("reloaded", Date.now());
  going = true;
  location.reload();
  return true;
}

// Nothing is open that asks something, nothing has been typed, and the page is not the answer to a form, which loading it
// again would send again.
function quiet() {
  const fields = [...document.querySelectorAll("input:not([type]), input[type=text], textarea")];
  return (
    /^\/(g|t|host)\/\w+\/(wall\/)?$/.test(location.pathname) &&
    !document.querySelector("dialog[open], details[open]") &&
    fields.every((field) => field.value === field.defaultValue)
  );
}
