/** Time that something may take to show, in milliseconds. */
export const waitOptions = { timeout: 30_000, interval: 50 };
