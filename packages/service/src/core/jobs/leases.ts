import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { jobLeases } from './jobs.tables.js';

/** Milliseconds after which a lease ends with its process, and between two extensions of it. */
const LEASE_MS = 30_000;
export const EXTENSION_MS = 10_000;

/**
 * The leases of one process on periodic jobs. Several processes share a job: whichever finds it due takes its lease and
 * runs it. A process that dies extends its leases no longer, so another one takes over. Leases use the database's own
 * time, because that of the service may be moved.
 */
export class Leases {
  readonly #holder = randomUUID();

  constructor(private readonly db: Database) {}

  /** Makes jobs that the database does not know yet due immediately. */
  async add(jobs: readonly string[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.db
      .insert(jobLeases)
      .values(jobs.map((job) => ({ job, nextRunAt: after(0) })))
      .onConflictDoNothing();
  }

  /** Makes jobs due sooner, as if time had passed. */
  async letPass(milliseconds: number, jobs: readonly string[]): Promise<void> {
    if (jobs.length === 0 || milliseconds === 0) return;
    const sooner = sql`${jobLeases.nextRunAt} - ${milliseconds}::bigint * interval '1 millisecond'`;
    await this.db
      .update(jobLeases)
      .set({ nextRunAt: sooner })
      .where(inArray(jobLeases.job, [...jobs]));
  }

  /** Takes the leases of those jobs that are due and that no living process runs. */
  async take(jobs: readonly string[]): Promise<string[]> {
    if (jobs.length === 0) return [];
    const isFree = or(isNull(jobLeases.heldUntil), lt(jobLeases.heldUntil, sql`now()`));
    const due = this.db
      .select({ job: jobLeases.job })
      .from(jobLeases)
      .where(and(inArray(jobLeases.job, [...jobs]), lte(jobLeases.nextRunAt, sql`now()`), isFree))
      .for('update', { skipLocked: true });
    const taken = await this.db
      .update(jobLeases)
      .set({ holder: this.#holder, heldUntil: after(LEASE_MS) })
      .where(inArray(jobLeases.job, due))
      .returning({ job: jobLeases.job });
    return taken.map(({ job }) => job);
  }

  /** Extends the lease of a job. @returns false if another process has taken it over meanwhile. */
  async extend(job: string): Promise<boolean> {
    const extended = await this.db
      .update(jobLeases)
      .set({ heldUntil: after(LEASE_MS) })
      .where(this.#isOurs(job))
      .returning({ job: jobLeases.job });
    return extended.length > 0;
  }

  /** Gives back the lease of a job. @param pauseMs milliseconds until the job is due again. */
  async giveBack(job: string, pauseMs: number): Promise<void> {
    await this.db
      .update(jobLeases)
      .set({ holder: null, heldUntil: null, nextRunAt: after(pauseMs) })
      .where(this.#isOurs(job));
  }

  #isOurs(job: string): SQL | undefined {
    return and(eq(jobLeases.job, job), eq(jobLeases.holder, this.#holder));
  }
}

function after(milliseconds: number): SQL {
  return sql`now() + ${milliseconds}::bigint * interval '1 millisecond'`;
}
