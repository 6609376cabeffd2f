import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/root.mjs';
import { trackedFiles } from './lib/tracked-files.mjs';

/** A comment begins with the noun that it is about, and not with a question that it answers. */
const questions =
  /^\s*(?:\/\/|\/?\*+)\s*(?:What(?:ever)?|Where|Who(?:ever|m|se)?|Which(?:ever)?|That|How(?:ever)?|Why)\b/;

/** A condition may begin a comment inside a function, but not a docstring. */
const conditions = /^\s*(?:\/\*\*|\*)\s*(?:When(?:ever)?|While)\b/;

/** Phrases that read oddly, and plain ones in their place. */
const oddPhrases = new Map([
  [/\banew\b/, '“again”'],
  [/\bstands? (?:in|on)\b(?! for\b| the way\b)/, '“is in”, “is listed in”'],
  [/\bas it stands\b/, '“current”, “in its current state”'],
  [/\bthe one of\b/, 'the noun itself'],
  [/\bis not right\b/, '“is wrong”, “is invalid”'],
  [/^(?:[*/|\s-]*)Given, /, '“If set, …”'],
  [/\bhow the payment stands\b/, '“the payment status”'],
  [/\b(?:go|goes|going|went) on\b/, '“continues”, “keeps …ing”'],
  [/(?<!\b[Tt]here )\b(?:is|are) no (?!longer\b|more\b|further\b)[a-z]/, '“is not a”'],
  [/\btells\b/, '“says”, “reports”, “shows”'],
  [/\bis a guest on\b/, '“leaves no trace on”'],
  [/\btaken at its word\b/, '“is used”'],
]);

const isComment = (line: string) => /^\s*(?:\/\/|\/?\*|#|<!--)/.test(line);
const beginsDocstring = (line: string, before: string) =>
  /^\s*\/\*\*/.test(line) || /^\s*\/\*\*$/.test(before);
/** A call of the test runner, or of the function that its `each` gives. */
const isTitle = (line: string) => /^\s*(?:(?:test|it|describe)(?:\.\w+)*|\](?: as const)?\))\(/.test(line);
const code = ['*.ts', '*.tsx', '*.js', '*.mjs', '*.css'];
const tests = ['*.test.ts', '*.e2e.ts'];
const texts = ['*.md', '*.html', 'contract/gateway.yaml', 'locales/en.json', 'service/locales/en.json'];
/** Others wrote it, or it is kept as it was published. */
const kept = ['released/', 'service/src/store/migrations/', 'package-lock.json'];

interface Line {
  /** File and number. */
  readonly at: string;
  readonly line: string;
  /** The line above it. */
  readonly before: string;
}

/** @returns each line of the files of this repository that match, as it is */
function lines(patterns: readonly string[]): Line[] {
  const files = trackedFiles(patterns).filter((file) => !kept.some((folder) => file.startsWith(folder)));
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, at, all) => ({ at: `${file}:${at + 1}`, line, before: all[at - 1] ?? '' })),
  );
}

describe('the voice of comments, documents and texts', () => {
  const comments = lines(code).filter(({ line }) => isComment(line));
  const titles = lines(tests).filter(({ line }) => isTitle(line));

  it('finds what it refuses', () => {
    expect('  // What is left out is seen.').toMatch(questions);
    expect('/** Which account. */').toMatch(questions);
    expect('/* How a request is counted. */').toMatch(questions);
    expect(' * Whether it is open.').not.toMatch(questions);
    expect('/** While it runs. */').toMatch(conditions);
    expect('// While it runs, nothing is sent.').not.toMatch(conditions);
    expect(comments.length).toBeGreaterThan(5000);
    expect(titles.length).toBeGreaterThan(3000);
  });

  it('a comment begins with its noun', () => {
    const found = comments.filter(
      ({ line, before }) => questions.test(line) || (beginsDocstring(line, before) && conditions.test(line)),
    );
    expect(found.map(({ at, line }) => `${at}: ${line.trim()}`)).toEqual([]);
  });

  it('no phrase that reads oddly', () => {
    const found = [...comments, ...titles, ...lines(texts)].flatMap(({ at, line }) =>
      [...oddPhrases].flatMap(([phrase, better]) =>
        phrase.test(line) ? [`${at}: ${line.trim()} (better: ${better})`] : [],
      ),
    );
    expect(found).toEqual([]);
  });
});
