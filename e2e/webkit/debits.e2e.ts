import { describe, expect, vi } from 'vitest';
import { ibans } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { keys } from './browser.js';
import { stoppedBy, test } from './fixtures.js';
import { waitOptions } from './wait-options.js';
import { Widget } from './widget.js';

describe('a direct debit', () => {
  for (const build of ['script', 'npm'] as const) {
    test(`is authorised under the strictest policy (${build})`, async ({
      backend,
      browser,
      host,
      open,
      stack,
      token,
      widget,
    }) => {
      const session = await openSepaSession(backend);
      await open(stack.partner.pageUrl(build));
      await host.init({ userSessionToken: session.token });
      await widget.type('Account holder', 'Mara Lindner');
      await widget.type('IBAN', ibans.success.toLowerCase());
      expect(await widget.value('IBAN')).toBe('DE89 3704 0044 0532 0130 00');
      await widget.click('checkbox', 'I authorise');
      await widget.click('button', 'Sign mandate');
      expect(await token()).toMatch(/\S{16}/);
      expect(await widget.text()).not.toContain(ibans.success);
      expect(await stoppedBy(browser)).toEqual([]);
    });
  }

  test('is authorised with the script that its integrity names, and not with another', async ({
    backend,
    browser,
    host,
    open,
    stack,
    token,
    widget,
  }) => {
    const answer = await fetch(`${stack.serviceUrl}/widget/integrity.json`);
    const { integrity, script } = (await answer.json()) as Record<'integrity' | 'script', string>;
    const page = (hash: string): string =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Integrity</title>
      <script src="${stack.serviceUrl}${script}" crossorigin="anonymous" integrity="${hash}"></script></head>
      <body><div id="payment"></div></body></html>`;
    await open(stack.partner.serve('/forged', page(`sha384-${'A'.repeat(64)}`)));
    expect(await browser.evaluate(() => 'paymentWidget' in window)).toBe(false);

    const session = await openSepaSession(backend);
    await open(stack.partner.serve('/integrity', page(integrity)));
    await host.init({ userSessionToken: session.token });
    await widget.type('Account holder', 'Mara Lindner');
    await widget.type('IBAN', ibans.success);
    await widget.click('checkbox', 'I authorise');
    await browser.press(keys.enter);
    expect(await token()).toMatch(/\S{16}/);
    expect(await stoppedBy(browser)).toEqual([]);
  });

  test('with several wrong fields lists them, each with a way to it', async ({
    backend,
    browser,
    host,
    open,
    stack,
    token,
    widget,
  }) => {
    const session = await openSepaSession(backend);
    await open(stack.partner.pageUrl('script'));
    await host.init({ userSessionToken: session.token });
    await widget.get('button', 'Sign mandate');
    await vi.waitFor(async () => {
      // The summary is part of the script's second file.
      const hasLoaded = await browser.evaluate(() => customElements.get('upc-error-summary') !== undefined);
      if (!hasLoaded) throw new Error('The second file has not loaded.');
    }, waitOptions);
    await widget.click('button', 'Sign mandate');
    await widget.seek('.summary:focus');
    await widget.type('Account holder', 'Mara Lindner');
    await widget.click('link', 'IBAN');
    expect(await widget.focused()).toBe('upc-iban');
    await browser.press(ibans.wrongCheckDigits, keys.tab);
    await widget.seek('#upc-iban[aria-invalid=true]');
    expect(await widget.text()).toContain('typo');

    await browser.evaluate(
      (field) => (field as unknown as HTMLInputElement).select(),
      await widget.get('field', 'IBAN'),
    );
    await widget.type('IBAN', ibans.success);
    await widget.seek('#upc-iban:not([aria-invalid])');
    await widget.click('checkbox', 'I authorise');
    await widget.click('button', 'Sign mandate');
    expect(await token()).toMatch(/\S{16}/);
  });

  for (const way of ['drawn', 'typed'] as const) {
    test(`is signed, ${way}`, async ({ backend, browser, host, open, stack, token, widget }) => {
      const session = await openSepaSession(backend, { requireDirectDebitSignature: true });
      await open(stack.partner.pageUrl('npm'));
      await host.init({ userSessionToken: session.token });
      await widget.type('Account holder', 'Mara Lindner');
      await widget.type('IBAN', ibans.success);
      await widget.click('checkbox', 'I authorise');
      if (way === 'typed') {
        await widget.click('button', 'I can’t draw a signature');
        await widget.type('Your signature', 'Mara Lindner');
      } else {
        const { x, y, width, height } = await browser.evaluate(
          (pad) => {
            const element = pad as unknown as SVGElement;
            element.scrollIntoView({ block: 'center' });
            return element.getBoundingClientRect().toJSON() as DOMRect;
          },
          await widget.seek('.pad'),
        );
        await browser.draw([
          [x + width * 0.2, y + height * 0.5],
          [x + width * 0.4, y + height * 0.3],
          [x + width * 0.8, y + height * 0.6],
        ]);
        await widget.seek('.ink[d*=L]');
      }
      await widget.click('button', 'Sign mandate');
      await token();
      const success = (await host.events()).find((event) => event.type === 'success');
      // The service redraws the signature from the data that it received.
      const signature: unknown = expect.stringMatching(/^<svg [^>]*viewBox="0 0 500 200">/);
      expect(success).toMatchObject({ details: { sepa: { bankAccountDetails: { signature } } } });
    });
  }

  test('in each of two widgets; the one that is destroyed leaves nothing', async ({
    backend,
    browser,
    host,
    open,
    stack,
    token,
  }) => {
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Two widgets</title>
      <script src="${stack.serviceUrl}/widget/widget.js"></script></head>
      <body><div id="first"></div><div id="second"></div></body></html>`;
    const [one, two] = await Promise.all([openSepaSession(backend), openSepaSession(backend)]);
    await open(stack.partner.serve('/two', page));
    const nodes = (): Promise<number> => browser.evaluate(() => document.querySelectorAll('*').length);
    const before = await nodes();
    await host.init({ userSessionToken: one.token, container: 'first' });
    await host.init({ userSessionToken: two.token, container: 'second', locale: 'de-LU' });
    const english = new Widget(browser, 'first');
    const german = new Widget(browser, 'second');
    await english.type('Account holder', 'First Person');
    await german.type('Kontoinhaber', 'Zweite Person');
    await german.type('IBAN', ibans.success);
    await host.destroy('first');
    expect(await browser.evaluate(() => document.querySelector('#first')?.childNodes.length)).toBe(0);
    expect(await german.value('Kontoinhaber')).toBe('Zweite Person');
    await german.click('checkbox', 'ermächtige');
    await german.click('button', 'Mandat');
    expect(await token('second')).toMatch(/\S{16}/);
    expect(await host.tokens('first')).toEqual([]);
    await host.destroy('second');
    expect(await nodes()).toBe(before);
    expect(await stoppedBy(browser)).toEqual([]);
  });
});
