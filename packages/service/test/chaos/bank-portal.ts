import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { setTimeout as wait } from 'node:timers/promises';
import { formatOf } from '../../src/modules/payments/providers/bank/bank-format.js';
import type { BankMethod } from '../../src/modules/studios/studios.stored.js';
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

const Receipt = Type.Object({
  status: Type.Enum(['ACCP', 'PART', 'RJCT']),
  faults: Type.Array(Type.Object({ reason: Type.String() })),
});

/** What the bank says at once about a file. */
export type BankReceipt = Static<typeof Receipt>;

export type BankReport = Static<typeof Reports>['reports'][number];

/** How the bank differs from one that works as it should. */
export interface BankBehaviour {
  readonly refuseFiles?: string;
  readonly returnAfterDays: number;
  readonly repeatReports: boolean;
  readonly lateByDays: number;
  readonly reportReturnsTwice: boolean;
}

/** The simulated banks of a studio, as their customer reaches them. While they are dead, requests are repeated. */
export class BankPortal {
  constructor(
    private readonly fleet: Fleet,
    private readonly publicKey: string,
  ) {}

  /** Hands in a file. If the bank dies meanwhile, it may receive the file twice. */
  async handIn(content: Uint8Array, method: BankMethod): Promise<BankReceipt> {
    const type = formatOf(method).extension === 'xml' ? 'application/xml' : 'text/plain';
    return Value.Parse(
      Receipt,
      await this.#send('POST', '/v1/bank/files', type, Buffer.from(content).toString()),
    );
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
