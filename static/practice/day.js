// Store this clock's offset from UTC, in minutes, in a cookie, from which the server computes the visitor's date. Reload a
// page that shows another date, once.
const ahead = -new Date().getTimezoneOffset();
const zone = `zone=${ahead}`;
const isStored = () => document.cookie.split("; ").includes(zone);

if (!isStored()) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
  const here = new Date(Date.now() + ahead * 60_000).toISOString().slice(0, 10);
  if (isStored() && document.querySelector("[data-today]").dataset.today !== here) location.reload();
}
