/*
 * Replaces the list with a newer one, except while the reader is using it by keyboard, selection or an opened detail.
 */
const main = document.querySelector('#stories');
const refresh = document.querySelector('#refresh');
const choice = document.querySelector('#refreshing');

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
      // The service is not reachable now; the list stays as it is.
    }
  }
  setTimeout(update, 2000);
}

// Forms of actions have no list.
if (main) {
  choice.hidden = false;
  setTimeout(update, 2000);
}
