import type { OfferedPaymentMethod } from '@upc/contract/gateway';
import type { SecuredFieldsHost } from './secured-fields.js';
import { whenLoaded } from '../core/when-loaded.js';
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
    whenLoaded(this.#group, (group) => group.warm(offer));
  }

  /** The look, the language or a text has changed. */
  update(): void {
    if (this.#group) whenLoaded(this.#group, (group) => group.update());
  }

  /** Code that did not come may come at the next attempt. */
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
