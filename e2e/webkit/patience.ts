/** Time that something may take to show, in milliseconds. */
export const patience = { timeout: 30_000, interval: 50 };
