import type { ChallengeOutcome, FromChallenge } from './protocol.js';

/* The bank's page in Stripe's modal. */

const choices: readonly (readonly [string, ChallengeOutcome])[] = [
  ['Complete authentication', 'complete'],
  ['Fail authentication', 'fail'],
];
for (const [label, outcome] of choices) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', () => {
    const message: FromChallenge = { type: 'challenge-answered', outcome };
    parent.postMessage(message, '*');
  });
  document.body.append(button);
}
