import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Texts = Readonly<Record<string, string>>;

/** Folders of the widget's texts and of the service's own. */
export const folders = { widget: 'locales', service: 'packages/service/locales' } as const;

/** Languages and regions of the widget, which include those of the service. */
export const locales = readdirSync(folders.widget).map((file) => file.replace('.json', ''));

/** Returns the texts of a locale over those of its language. */
export function textsOf(folder: string, locale: string): Texts {
  const [language = locale] = locale.split('-');
  return { ...read(folder, language), ...read(folder, locale) };
}

/** Returns the texts of a file. A folder has only the regions whose texts differ from their language. */
export function read(folder: string, locale: string): Texts {
  const path = join(folder, `${locale}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Texts) : {};
}
