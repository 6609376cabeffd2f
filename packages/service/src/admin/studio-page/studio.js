/* Replaces the list by a newer one while nobody reads it with keyboard, selection or an opened part. */
const main = document.querySelector('#stories');
const refresh = document.querySelector('#refresh');

function isBeingRead() {
  const selection = getSelection();
  return (
    document.hidden ||
    !refresh.checked ||
    main.contains(document.activeElement) ||
    main.querySelector('details[open]') !== null ||
    (selection !== null && !selection.isCollapsed)
  );
}

async function update() {
  if (!isBeingRead()) {
    try {
      const answer = await fetch(location.href);
      const newer = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const list = newer.querySelector('#stories');
      if (answer.ok && list && !isBeingRead() && list.innerHTML !== main.innerHTML) {
        main.replaceChildren(...list.childNodes);
      }
    } catch {
      // The service is not there just now; the list stays as it is.
    }
  }
  setTimeout(update, 2000);
}

setTimeout(update, 2000);
