import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/root.mjs';

/** A comment begins with the noun that it is about, and not with a question that it answers. */
const questions = /^\s*(?:\/\/|\/?\*+)\s*(?:What|Where|Who|Which|That)\b/;

/** Phrases that read oddly, and plain ones in their place. */
const oddPhrases = new Map([
  [/\banew\b/, '“again”'],
  [/\bstands (?:in|on)\b/, '“is in”, “is listed in”'],
  [/\bas it stands\b/, '“current”, “in its current state”'],
  [/\bthe one of\b/, 'the noun itself'],
  [/\bis not right\b/, '“is wrong”, “is invalid”'],
  [/^(?:[*/|\s-]*)Given, /, '“If set, …”'],
  [/\bhow the payment stands\b/, '“the payment status”'],
  [/\bgoes on by itself\b/, '“continues automatically”'],
  [/\bis a guest on\b/, '“leaves no trace on”'],
  [/\btaken at its word\b/, '“is used”'],
]);

const isComment = (line: string) => /^\s*(?:\/\/|\/?\*|#|<!--)/.test(line);
const code = ['*.ts', '*.tsx', '*.js', '*.mjs', '*.css'];
const texts = ['*.md', '*.html', 'contract/gateway.yaml', 'locales/en.json', 'service/locales/en.json'];
/** Others wrote it, or it is kept as it was published. */
const kept = ['released/', 'service/src/store/migrations/', 'package-lock.json'];

/** @returns each line of the files of this repository that match, as it is */
function lines(patterns: readonly string[]): { readonly at: string; readonly line: string }[] {
  const files = execFileSync('git', ['-C', root, 'ls-files', '-z', '--', ...patterns], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !kept.some((folder) => file.startsWith(folder)));
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, at) => ({ at: `${file}:${at + 1}`, line })),
  );
}

describe('the voice of comments, documents and texts', () => {
  const comments = lines(code).filter(({ line }) => isComment(line));

  it('finds what it refuses', () => {
    expect('  // What is left out is seen.').toMatch(questions);
    expect('/** Which account. */').toMatch(questions);
    expect(' * Whether it is open.').not.toMatch(questions);
    expect(comments.length).toBeGreaterThan(5000);
  });

  it('a comment begins with its noun', () => {
    const found = comments.filter(({ line }) => questions.test(line));
    expect(found.map(({ at, line }) => `${at}: ${line.trim()}`)).toEqual([]);
  });

  it('no phrase that reads oddly', () => {
    const found = [...comments, ...lines(texts)].flatMap(({ at, line }) =>
      [...oddPhrases].flatMap(([phrase, better]) =>
        phrase.test(line) ? [`${at}: ${line.trim()} (better: ${better})`] : [],
      ),
    );
    expect(found).toEqual([]);
  });
});
