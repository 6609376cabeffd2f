import type { OfferedPaymentMethod } from '@upc/contract/gateway';
import type { SecuredFieldsHost } from '../ports/secured-fields.js';
import type { ProviderGroup } from './provider-group.js';
import type { SecuredFieldsOptions } from './secured-fields-options.js';

/** Loads what providers need only when the first of their fields is opened: most widgets never do. */
export class SecuredFieldsLoader implements SecuredFieldsHost {
  readonly #options: SecuredFieldsOptions;
  #group: Promise<ProviderGroup> | undefined;

  constructor(options: SecuredFieldsOptions) {
    this.#options = options;
  }

  async open(...request: Parameters<SecuredFieldsHost['open']>): ReturnType<SecuredFieldsHost['open']> {
    this.#group ??= this.#load();
    return (await this.#group).open(...request);
  }

  /** Fetches the code of a provider before its fields are asked for, and connects to where they will come from. */
  warm(offer: OfferedPaymentMethod): void {
    this.#group ??= this.#load();
    void this.#group.then(
      (group) => group.warm(offer),
      () => undefined,
    );
  }

  /** The look, the language or a text has changed. */
  update(): void {
    void this.#group?.then(
      (group) => group.update(),
      () => undefined,
    );
  }

  /** Code that did not come may come at the next try. */
  async #load(): Promise<ProviderGroup> {
    try {
      const { ProviderGroup } = await import('./provider-group.js');
      return new ProviderGroup(this.#options);
    } catch (error) {
      this.#group = undefined;
      throw error;
    }
  }
}
