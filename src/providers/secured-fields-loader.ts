import type { SecuredFieldsHost } from './secured-fields.js';
import { whenLoaded } from '../core/when-loaded.js';
import type { ProviderGroup } from './provider-group.js';
import type { SecuredFieldsOptions } from './secured-fields-options.js';

/** Loads the providers' code when the first of their fields is opened, since most widgets never need it. */
export class SecuredFieldsLoader implements SecuredFieldsHost {
  readonly #options: SecuredFieldsOptions;
  #group: Promise<ProviderGroup> | undefined;

  constructor(options: SecuredFieldsOptions) {
    this.#options = options;
  }

  async open(...request: Parameters<SecuredFieldsHost['open']>): ReturnType<SecuredFieldsHost['open']> {
    return (await this.group()).open(...request);
  }

  /** Returns the fields and buttons of the providers, once their code has loaded. */
  group(): Promise<ProviderGroup> {
    return (this.#group ??= this.#load());
  }

  /** Passes on a change of the appearance, the language or a text. */
  update(): void {
    if (this.#group) whenLoaded(this.#group, (group) => group.update());
  }

  /** Loads the code. After a failure the next call tries again. */
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
