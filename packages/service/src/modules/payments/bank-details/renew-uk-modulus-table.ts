import { readFile, writeFile } from 'node:fs/promises';
import { parseSubstitutes, parseWeights, SUBSTITUTES_FILE, WEIGHTS_FILE } from './uk-modulus-table.js';

const HELP = `Replaces the table of the UK modulus check.

  npm run renew:uk-modulus -w packages/service -- <valacdos file> <scsubtab file>

Both are published by Pay.UK with the document "Validating account numbers". They are read, checked line by
line, and kept in the repository; nothing is written when a line is wrong.
`;

const [weightsPath, substitutesPath] = process.argv.slice(2);
if (weightsPath === undefined || substitutesPath === undefined) {
  process.stdout.write(HELP);
  process.exitCode = weightsPath === '--help' ? 0 : 1;
} else {
  const [weights, substitutes] = await Promise.all([
    readFile(weightsPath, 'utf8'),
    readFile(substitutesPath, 'utf8'),
  ]);
  const rows = [parseWeights(weights).length, parseSubstitutes(substitutes).length];
  await writeFile(WEIGHTS_FILE, tidy(weights));
  await writeFile(SUBSTITUTES_FILE, tidy(substitutes));
  process.stdout.write(
    `Kept ${rows[0]} rows of weights and ${rows[1]} substitutes. Run the tests, then commit.\n`,
  );
}

function tidy(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return `${lines.filter(Boolean).join('\n')}\n`;
}
