import { textAt, type FormObject } from './form.js';
import { notFound } from './refusal.js';

/**
 * Returns a page of a list as Stripe does: newest first, after the item that `starting_after` names.
 *
 * @param all the oldest first
 * @throws Refusal 404 if `starting_after` is not in the list.
 */
export function listPage(url: string, form: FormObject, all: readonly { readonly id: string }[]): object {
  const newestFirst = [...all].reverse();
  const after = textAt(form, 'starting_after');
  const last = newestFirst.findIndex(({ id }) => id === after);
  if (after !== undefined && last < 0) throw notFound(after);
  const end = last + 1 + Number(textAt(form, 'limit') ?? 10);
  return {
    object: 'list',
    url,
    has_more: end < newestFirst.length,
    data: newestFirst.slice(last + 1, end),
  };
}
