import { Type } from 'typebox';
import { SETTINGS, type StoredSettings } from '../../domain/studio-settings.js';
import { storedForm, type StoredForm } from '../stored-form.js';

/** Only what the studio has decided. */
export const STUDIO_SETTINGS: StoredForm<StoredSettings> = storedForm(
  Type.Object({ decided: Type.Partial(Type.Object(SETTINGS)) }),
);
