/** The Stripe customer that a person is. */
export interface StripeCustomers {
  /** @param person our paymentServiceCustomerId */
  find(person: string): Promise<string | null>;
  /** Keeps the customer of a person unless one is kept already. @returns the one that is kept */
  keep(person: string, customer: string): Promise<string>;
}
