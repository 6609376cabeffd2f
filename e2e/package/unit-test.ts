import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, shown } from './document.js';

/** Defines a partner's unit tests of the widget, in the simulated document of the calling file. */
export function unitTestIn(environment: string): void {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  // An unhandled rejection makes Vitest exit with 1, so each test also proves that there is none.
  describe(`a partner's unit test in ${environment}`, () => {
    it('mounts the widget up to its form, and takes it away again', async () => {
      const widget = page();
      await vi.waitFor(() => expect(shown()).toContain('IBAN'), { timeout: 20_000 });
      widget.update({ styling: { primaryColor: '#0a7d4f' } });
      widget.destroy();
      expect(document.body.innerHTML).toBe('<div id="payment"></div>');
    });

    it('may destroy it at once', () => {
      page().destroy();
      expect(document.body.innerHTML).toBe('<div id="payment"></div>');
    });

    it('may have devMode on', async () => {
      const warned = vi.spyOn(console, 'warn').mockReturnValue();
      const widget = page({ devMode: true });
      await vi.waitFor(() => expect(shown()).toContain('sepa.iban.label'), { timeout: 20_000 });
      widget.destroy();
      warned.mockRestore();
    });

    it('may put a stand-in for matchMedia in its place, which says no more than whether it matches', async () => {
      vi.stubGlobal('matchMedia', () => ({ matches: false }));
      const widget = page();
      await vi.waitFor(() => expect(shown()).toContain('IBAN'), { timeout: 20_000 });
      widget.destroy();
      expect(document.querySelector('upc-payment-widget')).toBeNull();
    });
  });
}
