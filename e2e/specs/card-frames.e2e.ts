import { expectAccessible } from '../support/accessibility.js';
import { configure, expect, test } from '../support/card-frames.js';

test.describe('typing into the combined frame @nightly', () => {
  test('groups the number, knows the brand, and gives the page nothing of what is in it', async ({
    frames,
  }) => {
    expect(await frames.mount()).toEqual(['mounted']);
    await frames.typeCard('378282246310005');
    await expect(frames.input('number')).toHaveValue('3782 822463 10005');
    await expect(frames.frame('combined').getByText('American Express')).toBeVisible();
    await expect(frames.input('expiry')).toHaveValue('12/30');
    await expect.poll(() => frames.message('change')).toMatchObject({ complete: false, brand: 'amex' });
    await frames.page.keyboard.type('4');
    await expect(frames.input('cvc')).toHaveValue('1234');
    await expect
      .poll(() => frames.message('change'))
      .toMatchObject({ complete: true, empty: false, brand: 'amex' });
    expect(JSON.stringify(await frames.heard())).not.toMatch(/3782|1234|12\/30/);
  });

  test('keeps the caret, takes pasted text, and lets the slash be deleted', async ({ frames, page }) => {
    await frames.mount();
    await frames.type('number', '424242424242');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('55');
    await expect(frames.input('number')).toHaveValue('4242 4242 5542 42');
    await page.keyboard.type('6');
    await expect(frames.input('number')).toHaveValue('4242 4242 5564 242');

    await frames.input('number').fill('');
    await frames.input('number').click();
    await page.keyboard.insertText('5555-5555 5555\u00a04444');
    await expect(frames.input('number')).toHaveValue('5555 5555 5555 4444');

    await frames.type('expiry', '12');
    await expect(frames.input('expiry')).toHaveValue('12/');
    await page.keyboard.press('Backspace');
    await expect(frames.input('expiry')).toHaveValue('12');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('128');
    await expect(frames.input('expiry')).toHaveValue('11/28');
  });

  test('is filled by the browser as a whole', async ({ frames }) => {
    await frames.mount();
    for (const [name, value] of [
      ['number', '5555555555554444'],
      ['expiry', '3/2031'],
      ['cvc', '123'],
    ] as const) {
      await frames.input(name).evaluate((input: HTMLInputElement, text) => {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }, value);
    }
    await expect(frames.input('number')).toHaveValue('5555 5555 5555 4444');
    await expect(frames.input('expiry')).toHaveValue('03/2031');
    await expect.poll(() => frames.message('change')).toMatchObject({ complete: true, brand: 'mastercard' });
    const autocomplete = await Promise.all(
      (['number', 'expiry', 'cvc'] as const).map((name) => frames.input(name).getAttribute('autocomplete')),
    );
    expect(autocomplete).toEqual(['cc-number', 'cc-exp', 'cc-csc']);
  });

  test('leaves the text alone while an input method composes it', async ({ frames }) => {
    await frames.mount();
    const texts = await frames.input('number').evaluate((input: HTMLInputElement) => {
      input.focus();
      input.value = '４２４２４';
      input.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
      const during = input.value;
      input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
      return [during, input.value];
    });
    expect(texts).toEqual(['４２４２４', '4242 4']);
  });

  test('is walked through with Tab, in and out; Enter asks the page to submit', async ({ frames, page }) => {
    await frames.mount();
    await page.locator('#before').focus();
    for (const name of ['number', 'expiry', 'cvc'] as const) {
      await page.keyboard.press('Tab');
      await expect(frames.input(name)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await frames.message('submit');
    await page.keyboard.press('Tab');
    await expect(page.locator('#after')).toBeFocused();
    expect(await frames.message('tab-out')).toMatchObject({ direction: 'forward' });
    await page.keyboard.press('Shift+Tab');
    await expect(frames.input('cvc')).toBeFocused();
  });
});

test.describe('errors @nightly', () => {
  test('show after blur, go when it is right, and have words of the page', async ({ frames }) => {
    await frames.mount();
    const texts = {
      'error.card.number.wrong': 'Diese Nummer stimmt nicht.',
      'card.number.label': 'Kartennummer',
    };
    await frames.send({ ...configure, locale: 'de', texts });
    await frames.type('number', '4242424242424241');
    await expect(frames.input('number')).not.toHaveAttribute('aria-invalid', 'true');
    await frames.input('expiry').click();
    const frame = frames.frame('combined');
    await expect(frame.getByText('Diese Nummer stimmt nicht.')).toBeVisible();
    await expect(frame.getByLabel('Kartennummer')).toHaveAttribute('aria-invalid', 'true');
    await expect(frame.getByLabel('Kartennummer')).toHaveAccessibleDescription(/Diese Nummer stimmt nicht\./);
    await expect(frame.locator('html')).toHaveAttribute('lang', 'de');
    await frames.input('number').click();
    await frames.page.keyboard.press('End');
    await frames.page.keyboard.press('Backspace');
    await frames.page.keyboard.type('2');
    await expect(frame.getByText('Diese Nummer stimmt nicht.')).toBeHidden();
    await expect(frame.locator('label[for=number] svg'), 'a tick shows that it is corrected').toBeVisible();
    // The complete number has passed the focus on.
    await frames.input('number').click();
    await frames.page.keyboard.press('End');
    await frames.page.keyboard.press('Backspace');
    await expect(frame.locator('label[for=number] svg')).toHaveCount(0);
  });

  test('validate shows them all and puts the focus into the first; nothing is sent on confirm', async ({
    frames,
    provider,
  }) => {
    await frames.mount();
    const before = (await frames.message('height')).height as number;
    await frames.type('number', '4242424242424242');
    await frames.send({ type: 'validate', id: 'v1', focus: true });
    expect(await frames.message('validated')).toMatchObject({
      id: 'v1',
      complete: false,
      errors: [
        { field: 'expiry', error: 'expiry.incomplete' },
        { field: 'cvc', error: 'cvc.incomplete' },
      ],
    });
    await expect(frames.input('expiry')).toBeFocused();
    await expect.poll(async () => (await frames.message('height')).height as number).toBeGreaterThan(before);
    const { id, clientSecret } = await provider.createIntent();
    await frames.confirm(clientSecret);
    expect(await frames.result()).toEqual({ outcome: 'invalid' });
    expect(await provider.outcome(id)).toBe('requires_confirmation');
  });

  test('axe finds nothing, empty, in error and filled, light and dark', async ({ frames, page }) => {
    await frames.mount();
    await expectAccessible(page, { within: 'iframe' });
    await frames.send({ type: 'validate', id: 'v1', focus: false });
    await frames.message('validated');
    await expectAccessible(page, { within: 'iframe' });
    await page.evaluate(() => document.body.classList.add('dark'));
    const dark = {
      text: '#edf1f7',
      placeholder: '#a9b4c8',
      background: '#161d2b',
      error: '#ff9c92',
      border: '#7a8499',
      focus: '#8fb4ff',
      success: '#5fd39b',
    };
    const { field } = configure.appearance;
    await frames.send({ ...configure, appearance: { field, colors: dark, colorScheme: 'dark' } });
    await frames.typeCard('4242424242424242');
    await expectAccessible(page, { within: 'iframe', transparent: true });
  });
});

test.describe('paying', () => {
  test('the card goes to the provider, and nowhere else', async ({ frames, provider, page }) => {
    const bodies: { url: string; body: string }[] = [];
    page.on('request', (request) => bodies.push({ url: request.url(), body: request.postData() ?? '' }));
    await frames.mount();
    await frames.typeCard('4242424242424242');
    const { id, clientSecret } = await provider.createIntent();
    await frames.confirm(clientSecret, { expected: { amount: 4990, currency: 'EUR' } });
    expect(await frames.result()).toEqual({ outcome: 'answered', status: 'authorized' });
    expect(await provider.outcome(id)).toBe('authorized');
    for (const { url } of bodies) {
      // Ports and nonces may contain any digits.
      const said = url.replace(/:\d+(?=\/)/, '').replace(/(?<=[?&]nonce=)[0-9a-f]{32}/, '');
      expect(said).not.toMatch(/4242|_secret_/);
    }
    const elsewhere = bodies.filter(({ url }) => !url.startsWith(`${provider.url}/v1/browser/`));
    expect(elsewhere.filter(({ body }) => body.includes('4242'))).toEqual([]);
    expect(JSON.stringify(await frames.heard())).not.toMatch(/4242|_secret_/);
    expect(
      await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie])),
    ).not.toContain('4242');
  });

  for (const [number, code] of [
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000127', 'incorrect_cvc'],
  ] as const) {
    test(`${number} is ${code}, and what was typed stays`, async ({ frames, provider }) => {
      await frames.mount();
      await frames.typeCard(number);
      await frames.confirm((await provider.createIntent()).clientSecret);
      expect(await frames.result()).toMatchObject({
        outcome: 'answered',
        status: 'declined',
        failure: { code },
      });
      await expect(frames.input('cvc')).toHaveValue('123');
    });
  }

  test('another amount than the page says is refused, and so is another account', async ({
    frames,
    provider,
  }) => {
    await frames.mount();
    await frames.typeCard('4242424242424242');
    const { clientSecret } = await provider.createIntent();
    await frames.confirm(clientSecret, { expected: { amount: 1, currency: 'EUR' } });
    expect(await frames.result()).toMatchObject({ outcome: 'refused', code: 'amount_mismatch' });
    await provider.register('pk_test_other', ['http://localhost:*']);
    await frames.page.reload();
    await frames.mount({ key: 'pk_test_other' });
    await frames.typeCard('4242424242424242');
    await frames.confirm(clientSecret);
    expect(await frames.result()).toMatchObject({ outcome: 'refused', code: 'resource_missing' });
  });

  test('two confirms at once are one; a provider that is away is an unknown outcome', async ({
    frames,
    provider,
    page,
  }) => {
    await frames.mount();
    await frames.typeCard('4242424242424242');
    const { id, clientSecret } = await provider.createIntent();
    await frames.confirmTwiceAtOnce(clientSecret);
    await frames.result();
    expect((await frames.heard()).filter(({ type }) => type === 'result')).toHaveLength(1);
    expect(await provider.outcome(id)).toBe('authorized');

    const second = await provider.createIntent();
    await page.route('**/v1/browser/**', (route) => route.abort());
    await frames.send({
      type: 'confirm',
      id: 'confirm-2',
      clientSecret: second.clientSecret,
      cardHolder: '',
    });
    await expect.poll(async () => (await frames.message('result')).id).toBe('confirm-2');
    expect(await frames.result()).toEqual({ outcome: 'unknown' });
  });
});

test.describe('three frames @nightly', () => {
  test('find each other and pay, without the page', async ({ frames, provider }) => {
    const layouts = ['number', 'expiry', 'cvc'] as const;
    expect(await frames.mount({ layouts })).toEqual(['mounted', 'mounted', 'mounted']);
    await frames.typeCard('4242424242424242', true);
    const { id, clientSecret } = await provider.createIntent();
    await frames.confirm(clientSecret, {}, 'number');
    expect(await frames.result()).toEqual({ outcome: 'answered', status: 'authorized' });
    expect(await provider.outcome(id)).toBe('authorized');
    expect(JSON.stringify(await frames.heard())).not.toMatch(/4242|12\/30/);
  });

  test('the security code is as long as the brand of the number says; wrong ones show it', async ({
    frames,
    provider,
  }) => {
    await frames.mount({ layouts: ['number', 'expiry', 'cvc'] });
    await frames.type('cvc', '1234', 'cvc');
    await frames.type('number', '4242424242424242', 'number');
    await frames.confirm((await provider.createIntent()).clientSecret, {}, 'number');
    expect(await frames.result()).toEqual({ outcome: 'invalid' });
    await expect(frames.input('cvc', 'cvc')).toHaveAttribute('aria-invalid', 'true');
    await expect(frames.input('expiry', 'expiry')).toHaveAttribute('aria-invalid', 'true');
    await expect(frames.input('number', 'number')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('one that is not there is told', async ({ frames, provider }) => {
    await frames.mount({ layouts: ['number', 'expiry'] });
    await frames.type('number', '4242424242424242', 'number');
    await frames.confirm((await provider.createIntent()).clientSecret, {}, 'number');
    expect(await frames.result()).toMatchObject({ outcome: 'refused', code: 'frame_missing' });
  });

  test('two forms on one page do not mix', async ({ frames, provider, page }) => {
    await frames.mount({ layouts: ['number', 'expiry', 'cvc'] });
    await frames.typeCard('4242424242424242', true);
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll('iframe')) frame.title += '-first';
    });
    await frames.mount({ layouts: ['number', 'expiry', 'cvc'] });
    await frames.type('number', '5555555555554444', 'number');
    await frames.confirm((await provider.createIntent()).clientSecret, {}, 'number');
    expect(await frames.result()).toEqual({ outcome: 'invalid' });
  });
});

test.describe('who may connect', () => {
  test('not a page of an origin that is not registered: the frame does not even show', async ({
    frames,
    page,
    hostPages,
  }) => {
    await page.goto(hostPages.foreignUrl);
    expect(await frames.mount({ deadline: 1_500 })).toEqual(['silent']);
    await expect(frames.frame('combined').locator('input')).toHaveCount(0);
  });

  test('not with another nonce, and not twice', async ({ frames, page, provider }) => {
    expect(await frames.mount({ connectNonce: 'another-nonce-0123456', deadline: 1_500 })).toEqual([
      'silent',
    ]);
    await page.reload();
    expect(await frames.mount()).toEqual(['mounted']);
    const answered = await page.evaluate(
      ([origin]) =>
        new Promise<boolean>((resolve) => {
          const frame = document.querySelector('iframe')!;
          const nonce = new URL(frame.src).searchParams.get('nonce');
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(true);
          frame.contentWindow!.postMessage({ type: 'upc-sim-connect', nonce }, origin!, [port2]);
          setTimeout(() => resolve(false), 500);
        }),
      [provider.url],
    );
    expect(answered).toBe(false);
  });

  test('not another window than the parent', async ({ frames, page, provider }) => {
    expect(await frames.mount({ connect: false })).toEqual(['loaded']);
    const answered = await page.evaluate(async (origin) => {
      interface Host {
        connect(frame: object, origin: string, nonce: string, heard: () => void): void;
      }
      const frame = document.querySelector('iframe')!;
      const nonce = new URL(frame.src).searchParams.get('nonce')!;
      const sibling = document.createElement('iframe');
      sibling.src = '/';
      await new Promise((resolve) => {
        sibling.addEventListener('load', resolve);
        document.body.append(sibling);
      });
      // The call runs in a function of the sibling, so that the sibling is the source of its message.
      const ask = (asking: unknown, patience: number): Promise<boolean> =>
        new Promise((resolve) => {
          const { host } = asking as { host: Host };
          host.connect({ contentWindow: frame.contentWindow }, origin, nonce, () => resolve(true));
          setTimeout(() => resolve(false), patience);
        });
      return [await ask(sibling.contentWindow, 700), await ask(window, 30_000)];
    }, provider.url);
    expect(answered).toEqual([false, true]);
  });

  test('messages of no known shape change nothing', async ({ frames }) => {
    await frames.mount();
    for (const message of [
      null,
      'confirm',
      { type: 'reveal' },
      { type: 'configure' },
      { type: 'configure', locale: 'en', texts: null, appearance: {} },
      { type: 'confirm', id: 1 },
      { type: '__proto__' },
    ]) {
      await frames.send(message as object);
    }
    await frames.send({ type: 'validate', id: 'after', focus: false });
    expect(await frames.message('validated')).toMatchObject({ id: 'after' });
    expect((await frames.heard()).filter(({ type }) => type === 'result')).toEqual([]);
  });
});

test.describe('the look @nightly', () => {
  test("is the page's, in all states, and changes without losing what was typed", async ({ frames }) => {
    await frames.mount();
    await frames.type('number', '42424242');
    const iframeFields = {
      base: { color: 'rgb(1, 2, 3)', fontSize: '18px' },
      error: { color: 'rgb(200, 0, 0)' },
      validated: { color: 'rgb(0, 100, 0)' },
      placeholder: { color: 'rgb(9, 9, 9)' },
    };
    await frames.send({ ...configure, appearance: { ...configure.appearance, iframeFields } });
    const input = frames.input('number');
    await expect(input).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(input).toHaveCSS('height', '48px');
    await expect(input).toHaveCSS('border-radius', '4px');
    await expect(input).toHaveCSS('font-family', 'Georgia, serif');
    await expect(input).toHaveValue('4242 4242');
    await frames.input('cvc').click();
    await expect(input).toHaveCSS('color', 'rgb(200, 0, 0)');
    await frames.type('number', '42424242');
    await expect(input).toHaveCSS('color', 'rgb(0, 100, 0)');
  });

  test('cannot load, break out or hide that it is a field', async ({ frames, page, provider }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await frames.mount();
    const base = {
      backgroundColor: 'red; } body { display: none',
      boxShadow: 'url(https://evil.example/x)',
      position: 'fixed',
      backgroundImage: 'url(https://evil.example/y)',
      color: 'rgb(1, 2, 3)',
      display: 'none',
      fontFamily: 'x'.repeat(10_000),
    };
    await frames.send({ ...configure, appearance: { ...configure.appearance, iframeFields: { base } } });
    await expect(frames.input('number')).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(frames.input('number')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(frames.input('number')).toHaveCSS('position', 'static');
    await expect(frames.input('number')).toBeVisible();
    expect(requests.filter((url) => !url.startsWith(provider.url))).toEqual([]);
  });

  test('a label of two lines does not move its field, and in a narrow frame a message has the whole width', async ({
    frames,
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await frames.mount();
    const texts = { 'card.cvc.label': 'Security code on the back of your card' };
    await frames.send({ ...configure, texts });
    await frames.send({ type: 'validate', id: 'v1', focus: false });
    const place = (selector: string): Promise<DOMRect> =>
      frames
        .frame('combined')
        .locator(selector)
        .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    await frames.message('validated');
    const [expiry, cvc, first, second] = await Promise.all(
      ['#expiry', '#cvc', '#expiry-error', '#cvc-error'].map(place),
    );
    if (!expiry || !cvc || !first || !second) throw new Error('The frame lacks a field.');
    expect(cvc.top).toBe(expiry.top);
    expect((await place('label[for=cvc]')).height).toBeGreaterThan(30);
    expect([first.left, first.right]).toEqual([expiry.left, cvc.right]);
    expect([second.left, second.right]).toEqual([expiry.left, cvc.right]);
    expect(second.top).toBeGreaterThanOrEqual(first.bottom);
  });

  test('fits 320 px, and its height is what it says', async ({ frames, page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await frames.mount();
    await frames.type('number', '4242424242424242');
    const overflow = await frames
      .frame('combined')
      .locator('body')
      .evaluate((body) => [body.scrollWidth - body.clientWidth, body.scrollHeight - window.innerHeight]);
    expect(overflow).toEqual([0, 0]);
  });
});
