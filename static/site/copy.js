// Share a link. The clipboard and the share sheet exist only at secure addresses.
const link = document.getElementById("link");
const copied = document.getElementById("copied");
const copy = document.getElementById("copy");
const share = document.getElementById("share");

copy.hidden = false;
copy.addEventListener("click", async () => {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    copied.textContent = copied.dataset.copied;
  } catch {
    copied.textContent = document.execCommand("copy") ? copied.dataset.copied : copied.dataset.press;
  }
});

if (navigator.share) {
  share.hidden = false;
  const preview = (part) => document.querySelector(`meta[property="og:${part}"]`)?.content ?? "";
  const title = preview("title");
  share.addEventListener("click", () => {
    const text = link.matches("textarea") ? link.value : `${title} ${link.dataset.says ?? preview("description")}`;
    const shared = link.matches("textarea") ? { text } : { url: link.value, title, text };
    navigator.share(shared).catch(() => {});
  });
}
