import { TEST_KEYS } from '@upc/service/test-keys';
import { formatDuration } from './duration.js';
import { repeatingOptions } from './faults.js';
import type { Sandbox } from './sandbox.js';

/** Returns the first lines for a person who has just typed `npx upc-sandbox`. */
export function welcome(
  { serviceUrl, providerUrl, pagesUrl, clock, faults }: Omit<Sandbox, 'close'>,
  dataFolder: string,
): string {
  // A studio's further keys exist only for tests of missing permissions.
  const [first, ...others] = TEST_KEYS.filter(
    ({ studioId }, index) => TEST_KEYS.findIndex((other) => other.studioId === studioId) === index,
  );
  const width = Math.max(...others.map(({ key }) => key.length));
  const time = clock.now().toISOString().slice(0, 16).replace('T', ' ');
  const moved =
    clock.ahead === 0 ? '' : `\n  Clock             ${time} UTC, ${formatDuration(clock.ahead)} ahead`;
  const keys = others.map(({ key, label }) => `    ${key.padEnd(width)}  ${label}`);
  return `
  The sandbox is ready. No money moves, and only this machine can reach it.

  Service           ${serviceUrl}
  API key           ${first?.key ?? ''}  (header x-api-key)
  Widget            ${serviceUrl}/widget/widget.js
  Provider          ${providerUrl}  (for your content security policy)${moved}

  Pages to open
    ${pagesUrl}/signup      a sign-up
    ${pagesUrl}/            a member's page
    ${pagesUrl}/styling     every option of the widget
    ${serviceUrl}/studio      every payment and its attempts
    ${serviceUrl}/open-api/   the Open API

  Pages on any port of localhost may use it; environment "test" and "sandbox" both work.
  IBAN              DE89 3704 0044 0532 0130 00, any holder
  Card              4242 4242 4242 4242, any future date, any code

  Keys of the other studios
${keys.join('\n')}
${faults === null ? '' : faultLines(faults)}
  Data is kept in ${dataFolder}
  Delete that folder to start over. Ctrl-C ends everything.
`;
}

function faultLines({ options, url }: NonNullable<Sandbox['faults']>): string {
  return `
  Faults            ${url}
  Repeat them with  ${repeatingOptions(options)}
`;
}
