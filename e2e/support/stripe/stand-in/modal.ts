import { challengePath, type ChallengeOutcome, type FromChallenge, stripeOrigin } from './protocol.js';

/** Shows the bank's page over everything else, in the page's body as Stripe does. @returns what the person did. */
export function showChallenge(): Promise<ChallengeOutcome> {
  const overlay = document.createElement('div');
  overlay.id = 'stripe-challenge';
  for (const [property, value] of Object.entries({
    position: 'fixed',
    inset: '0',
    'z-index': '2147483647',
    background: 'rgba(0, 0, 0, 0.5)',
  })) {
    overlay.style.setProperty(property, value);
  }
  const frame = document.createElement('iframe');
  frame.title = "Your bank's page";
  frame.src = stripeOrigin + challengePath;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'Close';
  overlay.append(frame, close);
  document.body.append(overlay);
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = (outcome: ChallengeOutcome): void => {
      listening.abort();
      overlay.remove();
      resolve(outcome);
    };
    // Stripe treats closing the modal as a failed authentication.
    close.addEventListener('click', () => end('fail'));
    window.addEventListener(
      'message',
      ({ source, data }: MessageEvent<FromChallenge>) => {
        if (source === frame.contentWindow) end(data.outcome);
      },
      { signal: listening.signal },
    );
  });
}
