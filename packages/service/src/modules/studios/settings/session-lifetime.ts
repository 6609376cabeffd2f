/** Default lifetime of a payment session in minutes, and the range that a studio may set. */
export const SESSION_MINUTES = { usual: 30, least: 5, most: 1440 } as const;

/** Calculates when a session created now ends. */
export function sessionEnd({ sessionMinutes }: { readonly sessionMinutes: number }, createdAt: Date): Date {
  return new Date(createdAt.getTime() + sessionMinutes * 60_000);
}
