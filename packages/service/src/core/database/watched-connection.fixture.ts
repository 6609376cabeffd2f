import type pg from 'pg';

/** The effect of a statement on those who work with a table meanwhile. */
export interface Finding {
  readonly table: string;
  readonly what:
    | 'is rewritten'
    | 'is read whole while nobody may use it'
    | 'is read whole while nobody may change it'
    | 'is changed whole'
    | 'is waited for without an end';
}

interface TableState {
  readonly name: string;
  readonly rows: number;
  readonly file: number;
  /** Rows that scans of this transaction have read, and rows that it has changed. */
  readonly read: number;
  readonly changed: number;
  /** Of this connection. */
  readonly locks: readonly string[];
}

const TABLES = `
  select relname as name, reltuples::int as rows, pg_relation_filenode(oid)::int as file,
    pg_stat_get_xact_tuples_returned(oid)::int as read,
    (pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid))::int as changed,
    array(select mode from pg_locks where relation = pg_class.oid and pid = pg_backend_pid() and granted) as locks
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1`;

/** Conflict with those who read (PostgreSQL, 13.3.1), and with those who write. */
const HOLD_UP_EVERYBODY = ['AccessExclusiveLock'];
const HOLD_UP_WRITERS = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock'];

/** The connection of a migration that finds what each statement does to the tables that hold at least so many rows. */
export class WatchedConnection {
  readonly findings: Finding[] = [];
  private isInTransaction = false;

  constructor(
    private readonly client: pg.Client,
    private readonly least: number,
  ) {}

  async query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }> {
    const [word = ''] = text.trim().toLowerCase().split(/\s/);
    if (['begin', 'commit', 'rollback'].includes(word)) this.isInTransaction = word === 'begin';
    if (!this.isInTransaction) return this.client.query(text, values);
    const before = await this.tables();
    const answer = await this.client.query(text, values);
    const { rows: settings } = await this.client.query<{ limit: string }>(
      `select current_setting('lock_timeout') as limit`,
    );
    const isPatient = settings[0]?.limit === '0';
    for (const table of await this.tables()) {
      const earlier = before.find(({ name }) => name === table.name);
      if (earlier) this.findings.push(...findingsOf(earlier, table, isPatient));
    }
    return answer;
  }

  private async tables(): Promise<TableState[]> {
    const { rows } = await this.client.query<TableState>(TABLES, [this.least]);
    return rows;
  }
}

function* findingsOf(before: TableState, after: TableState, isPatient: boolean): Generator<Finding> {
  const { name: table, rows, locks } = after;
  const isHeld = (modes: readonly string[]) => modes.some((mode) => locks.includes(mode));
  // The number of rows is an estimate.
  const isRead = after.read - before.read >= rows / 2;
  if (after.file !== before.file) yield { table, what: 'is rewritten' };
  if (isRead && isHeld(HOLD_UP_EVERYBODY)) yield { table, what: 'is read whole while nobody may use it' };
  else if (isRead && isHeld(HOLD_UP_WRITERS))
    yield { table, what: 'is read whole while nobody may change it' };
  if (after.changed - before.changed >= rows / 2) yield { table, what: 'is changed whole' };
  if (isPatient && isHeld([...HOLD_UP_EVERYBODY, ...HOLD_UP_WRITERS]) && before.locks.length === 0)
    yield { table, what: 'is waited for without an end' };
}
