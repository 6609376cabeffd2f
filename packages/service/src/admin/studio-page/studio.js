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

/* Copying needs a script, so its buttons appear only with it. */
for (const button of document.querySelectorAll('[data-copied]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const secret = button.closest('dd').querySelector('code');
    try {
      await navigator.clipboard.writeText(secret.textContent);
      button.nextElementSibling.textContent = button.dataset.copied;
    } catch {
      getSelection().selectAllChildren(secret);
    }
  });
}
