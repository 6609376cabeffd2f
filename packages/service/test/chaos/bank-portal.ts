import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from './fleet.js';

const Reports = Type.Object({
  reports: Type.Array(
    Type.Object({
      reportId: Type.String(),
      kind: Type.String(),
      createdOn: Type.String(),
      content: Type.String(),
    }),
  ),
});

export type BankReport = Static<typeof Reports>['reports'][number];

/** How the bank differs from one that works as it should. */
export interface BankBehaviour {
  readonly refuseFiles?: string;
  readonly returnAfterDays: number;
  readonly repeatReports: boolean;
  readonly lateByDays: number;
  readonly reportReturnsTwice: boolean;
}

/** The simulated bank of a studio, as its customer reaches it. While the bank is dead, requests are repeated. */
export class BankPortal {
  constructor(
    private readonly fleet: Fleet,
    private readonly publicKey: string,
  ) {}

  /** Hands in a file. If the bank dies meanwhile, it may receive the file twice. */
  async handIn(content: Uint8Array): Promise<void> {
    await this.#send('POST', '/v1/bank/files', 'application/xml', Buffer.from(content).toString());
  }

  async behave(behaviour: BankBehaviour): Promise<void> {
    await this.#send('PUT', '/v1/bank/behaviour', 'application/json', JSON.stringify(behaviour));
  }

  /** Lets the days up to a day pass for the bank, and returns all its reports until then. */
  async reports(until: string): Promise<readonly BankReport[]> {
    return Value.Parse(Reports, await this.#send('GET', `/v1/bank/reports?until=${until}`)).reports;
  }

  async #send(method: string, path: string, type?: string, body?: string): Promise<unknown> {
    const headers = { 'simulator-account': this.publicKey, ...(type && { 'content-type': type }) };
    for (;;) {
      if (this.fleet.fault !== null) throw this.fleet.fault as Error;
      const response = await this.fleet
        .askProvider(path, { method, headers, ...(body !== undefined && { body }) })
        .catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response?.ok && typeof text === 'string') return JSON.parse(text) as unknown;
      if (response && !response.ok) throw new Error(`The bank answered ${response.status}: ${text}`);
      await wait(200);
    }
  }
}
