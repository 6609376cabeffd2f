import { textAt, type FormObject } from './form.js';
import { notFound } from './refusal.js';

/**
 * A page of a list as Stripe gives it: the newest first, after the one that `starting_after` names.
 *
 * @param all the oldest first
 * @throws Refusal 404 for a `starting_after` that is not in the list.
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
