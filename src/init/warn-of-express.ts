/** Warns a developer that none of the wallets' buttons can be shown here. @param reason full sentence. */
export function warnOfExpress(reason: string): void {
  // oxlint-disable-next-line no-console -- devMode logs to the console
  console.warn(`paymentWidget: express checkout is not shown. ${reason}`);
}
