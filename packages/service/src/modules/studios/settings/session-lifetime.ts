/** Minutes that a payment session lives unless its studio sets another number, and the range of that number. */
export const SESSION_MINUTES = { usual: 30, least: 5, most: 1440 } as const;

/** Calculates when a session of a studio that is made now ends. */
export function sessionEnd({ sessionMinutes }: { readonly sessionMinutes: number }, createdAt: Date): Date {
  return new Date(createdAt.getTime() + sessionMinutes * 60_000);
}
