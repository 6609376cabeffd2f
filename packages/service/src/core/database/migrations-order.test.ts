import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { currentMigrations, type Journal, requireBuilt } from './current-migrations.js';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

const { entries } = JSON.parse(await readFile(`${folder}meta/_journal.json`, 'utf8')) as Journal;
const tags = entries.map(({ tag }) => tag);
const files = await Promise.all(
  tags.map(async (tag) => ({ tag, text: await readFile(`${folder}${tag}.sql`, 'utf8') })),
);

test('the folder holds the migrations of the journal and no other', async () => {
  const names = await readdir(folder);
  expect(names.filter((name) => name.endsWith('.sql')).sort()).toEqual(
    tags.map((tag) => `${tag}.sql`).sort(),
  );
});

test('a program that was built with another migration is refused, and says what to do', () => {
  const built = { entries: entries.map((entry) => ({ ...entry, sha256: 'of other tables' })) };
  expect(() => requireBuilt({ entries }, built)).toThrow(
    `was built with another ${tags.at(-1)}.sql than the one next to it. Run npm run build`,
  );
  expect(() => requireBuilt({ entries }, { entries })).not.toThrow();
  expect(`${currentMigrations()}/`).toBe(folder);
});

test('the first migration has plain indexes', () => {
  expect(files[0]?.text).toContain('CREATE INDEX');
  expect(files[0]?.text).not.toContain('CONCURRENTLY');
});

/*
 * Services keep running while a database of any size is migrated. Indexes of existing tables are therefore built
 * CONCURRENTLY, in a file of their own, and no statement rewrites a table or reads all of it under a lock.
 */
test('no migration blocks other sessions', () => {
  const refused = files.flatMap(({ tag, text }) =>
    refusedIn(text).map((statement) => `${tag}: ${statement}`),
  );
  expect(refused).toEqual([]);
});

const STATEMENTS = [
  ['CREATE INDEX "a" ON "payments" USING btree ("id");', 1],
  ['CREATE INDEX CONCURRENTLY "a" ON "payments" USING btree ("id");', 0],
  ['CREATE TABLE "new" ();--> statement-breakpoint\nCREATE INDEX "a" ON "new" USING btree ("id");', 0],
  [
    'CREATE INDEX CONCURRENTLY "a" ON "p" ("id");--> statement-breakpoint\nALTER TABLE "p" ADD COLUMN "b" text;',
    1,
  ],
  ['ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE bigint;', 1],
  ['-- A comment.\nALTER TABLE "payments" ALTER COLUMN "amount" TYPE bigint;', 1],
  ['ALTER TABLE "payments" ALTER COLUMN "amount" SET NOT NULL;', 1],
  ['ALTER TABLE "payments" ADD COLUMN "uuid" uuid DEFAULT gen_random_uuid();', 1],
  ['ALTER TABLE "payments" ADD COLUMN "uuid" uuid\n  DEFAULT gen_random_uuid();', 1],
  ['ALTER TABLE "payments" ADD COLUMN "number" bigint GENERATED ALWAYS AS IDENTITY;', 1],
  ['ALTER TABLE "payments" ADD COLUMN "sum" bigint GENERATED ALWAYS AS (amount * 2) STORED;', 1],
  ['ALTER TABLE "payments" ADD COLUMN "number" bigserial;', 1],
  ['ALTER TABLE "payments" ADD COLUMN "a" text UNIQUE;', 1],
  ['ALTER TABLE "payments" ADD COLUMN "a" text REFERENCES "studios"("id");', 1],
  ['ALTER TABLE "payments" ADD COLUMN "is_old" boolean DEFAULT false NOT NULL;', 0],
  ['ALTER TABLE "payments" ADD CONSTRAINT "a" UNIQUE("id");', 1],
  ['ALTER TABLE "payments" ADD CONSTRAINT "a" UNIQUE USING INDEX "b";', 0],
  ['ALTER TABLE "payments" ADD CONSTRAINT "a" CHECK (amount > 0);', 1],
  ['ALTER TABLE "payments" ADD CONSTRAINT "a" CHECK (amount > 0) NOT VALID;', 0],
  ['ALTER TABLE "payments" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "public"."c"("id");', 1],
  ['ALTER TABLE "payments" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "public"."c"("id") NOT VALID;', 0],
  [
    'CREATE TABLE "new" ();--> statement-breakpoint\nALTER TABLE "new" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "public"."c"("id");',
    0,
  ],
  ['ALTER TABLE "payments" VALIDATE CONSTRAINT "a";', 0],
  [
    'ALTER TABLE "p" ADD CONSTRAINT "a" CHECK (b > 0) NOT VALID;--> statement-breakpoint\nALTER TABLE "p" VALIDATE CONSTRAINT "a";',
    1,
  ],
  ['LOCK TABLE "payments";', 1],
  ['REINDEX TABLE "payments";', 1],
] as const;

test('statements that would block other sessions are refused', () => {
  const counted = STATEMENTS.map(([text]) => [text, refusedIn(text).length]);
  expect(counted).toEqual(STATEMENTS);
});

/** Statements that read or lock whole tables of the database. */
const NEVER = /^(LOCK|REINDEX|CLUSTER|VACUUM|TRUNCATE|REFRESH)\b/i;
/**
 * Statements that rewrite an existing table, or read all of it under a lock (PostgreSQL, ALTER TABLE, Notes). A column
 * that must not be empty gets a CHECK that is NOT VALID, which a later file validates.
 */
const REWRITES_OR_READS = [
  /^CREATE (UNIQUE )?INDEX/i,
  /\b(SET DATA )?TYPE \w/i,
  /\bSET NOT NULL\b/i,
  /\bADD COLUMN .*\b(DEFAULT \w+\(|GENERATED|\w*SERIAL|UNIQUE|PRIMARY KEY|REFERENCES|CHECK)/is,
  /\bADD CONSTRAINT "\w+" (UNIQUE|PRIMARY KEY|EXCLUDE)(?! USING INDEX)/i,
  /\bADD CONSTRAINT "\w+" (CHECK|FOREIGN KEY)(?!.*\bNOT VALID\b)/is,
];

function refusedIn(text: string): string[] {
  const statements = text
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '');
  const made = statements.flatMap((statement) => /^CREATE TABLE "(\w+)"/.exec(statement)?.[1] ?? []);
  const isConcurrent = statements.some((statement) => statement.includes(' INDEX CONCURRENTLY '));
  return statements.filter((statement) => {
    if (isConcurrent) return !/^(CREATE (UNIQUE )?|DROP )INDEX CONCURRENTLY "\w+"/.test(statement);
    if (NEVER.test(statement)) return true;
    const table = /(?: ON |^ALTER TABLE )"(\w+)"/.exec(statement)?.[1];
    if (table === undefined || made.includes(table)) return false;
    const validated = /VALIDATE CONSTRAINT ("\w+")/i.exec(statement)?.[1];
    // The transaction that adds the constraint holds its lock to the end.
    if (validated !== undefined) return text.includes(`ADD CONSTRAINT ${validated}`);
    return REWRITES_OR_READS.some((pattern) => pattern.test(statement));
  });
}
