import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { signatureHeaders } from './signing-keys.js';

/*
 * Runs the verification code of docs/webhooks.md against the published vectors. A language that is not installed is
 * skipped; `npm run test:full` installs all of them and sets UPC_TEST_LANGUAGES.
 */

const DOCUMENT = new URL('../../../../../docs/webhooks.md', import.meta.url);
const VECTORS = fileURLToPath(new URL('../../../../../docs/public/webhook-vectors.json', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));

interface Case {
  readonly name: string;
  readonly isValid: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request to a receiver, and what the receiver knows. */
interface Request extends Pick<Case, 'headers' | 'body'> {
  readonly signingKey: string;
  readonly now: number;
}

const keyOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;
const SIGNING_KEY = keyOf('signing key of the test vectors');
const NEWER_KEY = keyOf('newer key of the test vectors');
const NOW = Date.UTC(2026, 10, 28, 12) / 1000;
const ID = '6c1f6f0e-7d0a-4f0b-9d3a-0d6a8f1d2c11';

const BODY = JSON.stringify({
  entityId: 2001,
  uuid: ID,
  payload: [{ timestamp: NOW * 1000, type: 'CONTRACT_CREATED', content: { contractId: 10042 } }],
});

const signed = (signingKeys: readonly string[], { body = BODY, age = 0 } = {}) =>
  signatureHeaders(signingKeys, { id: ID, sentAt: new Date((NOW - age) * 1000), body });
const right = signed([SIGNING_KEY]);
const signature = right['webhook-signature'] ?? '';
const without = (name: string) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));

const accepted = (name: string, headers: Case['headers'], body = BODY): Case => ({
  name,
  isValid: true,
  headers,
  body,
});
const refused = (name: string, headers: Case['headers'], body = BODY): Case => ({
  name,
  isValid: false,
  headers,
  body,
});
const unicode = JSON.stringify({ entityId: 2001, uuid: ID, payload: [{ type: 'ÄÖÜ ß € 🏋️' }] });

const cases = [
  accepted('signed with the key', right),
  accepted('sent 299 seconds ago', signed([SIGNING_KEY], { age: 299 })),
  accepted('rotation, the receiver has the earlier key', signed([NEWER_KEY, SIGNING_KEY])),
  accepted('rotation, the receiver has the newer key', signed([SIGNING_KEY, NEWER_KEY])),
  accepted('an unknown version beside the known one', {
    ...right,
    'webhook-signature': `v2,${signature.slice('v1,'.length)} ${signature}`,
  }),
  accepted('a body with characters of several bytes', signed([SIGNING_KEY], { body: unicode }), unicode),
  refused('signed with another key', signed([NEWER_KEY])),
  refused('a changed body', right, BODY.replace('2001', '2002')),
  refused('a body that was serialised again', right, JSON.stringify(JSON.parse(BODY), null, 1)),
  refused('another id', { ...right, 'webhook-id': '6c1f6f0e-7d0a-4f0b-9d3a-0d6a8f1d2c12' }),
  refused('another time', { ...right, 'webhook-timestamp': String(NOW - 1) }),
  refused('sent 301 seconds ago', signed([SIGNING_KEY], { age: 301 })),
  refused('sent 301 seconds in the future', signed([SIGNING_KEY], { age: -301 })),
  refused('only an unknown version', {
    ...right,
    'webhook-signature': `v2,${signature.slice('v1,'.length)}`,
  }),
  refused('a signature without its version', {
    ...right,
    'webhook-signature': signature.slice('v1,'.length),
  }),
  refused('the start of the signature', { ...right, 'webhook-signature': signature.slice(0, -4) }),
  refused('characters outside of ASCII as the signature', { ...right, 'webhook-signature': 'v1,é' }),
  refused('an empty signature', { ...right, 'webhook-signature': '' }),
  refused('a time that is not a number', { ...right, 'webhook-timestamp': 'now' }),
  refused('no id', without('webhook-id')),
  refused('no time', without('webhook-timestamp')),
  refused('no signature', without('webhook-signature')),
];

/** A receiver without a key must not accept what anyone can sign with an empty key. */
const WITHOUT_KEY: Request = { headers: signed(['whsec_']), body: BODY, signingKey: '', now: NOW };

const requests: readonly Request[] = [
  ...cases.map(({ headers, body }) => ({ headers, body, signingKey: SIGNING_KEY, now: NOW })),
  WITHOUT_KEY,
];
const expected = [...cases.map(({ isValid }) => isValid), false];

let folder: string;
let document: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'verification-'));
  document = await readFile(DOCUMENT, 'utf8');
  await writeFile(path.join(folder, 'requests.json'), JSON.stringify(requests));
  await symlink(MODULES, path.join(folder, 'node_modules'), 'junction');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

const documented = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(document)?.[1] ?? '';

test('the published vectors are signed by the service', async () => {
  const vectors = { signingKey: SIGNING_KEY, now: NOW, cases };
  await expect(`${JSON.stringify(vectors, null, 2)}\n`).toMatchFileSnapshot(VECTORS);
});

/** Sends the requests to the example receiver, which always has the same key. */
const JAVASCRIPT = `
import { readFileSync } from 'node:fs';

const requests = JSON.parse(readFileSync('requests.json', 'utf8'));
const [{ now, signingKey }] = requests;
Date.now = () => now * 1000;
Object.assign(process.env, { SIGNING_KEY: signingKey, PORT: '0' });
const port = await new Promise((resolve, reject) => {
  console.log = (_listening, port) => resolve(port);
  import('./receiver.mjs').catch(reject);
});
const results = [];
for (const { headers, body } of requests) {
  const { status } = await fetch('http://localhost:' + port, { method: 'POST', headers, body });
  results.push(status === 204);
}
process.stdout.write(JSON.stringify(results), () => process.exit());
`;

const PYTHON = `
import json
from webhooks import verify_event

def accepts(request):
    body = request["body"].encode()
    try:
        event = verify_event(body, request["headers"], request["signingKey"], request["now"])
    except ValueError:
        return False
    return event == json.loads(body)

with open("requests.json", encoding="utf-8") as file:
    print(json.dumps([accepts(request) for request in json.load(file)]))
`;

const PHP = `<?php
require 'webhooks.php';

function accepts(array $request): bool
{
    try {
        $event = verifyEvent($request['body'], $request['headers'], $request['signingKey'], $request['now']);
    } catch (UnexpectedValueException) {
        return false;
    }
    return $event === json_decode($request['body'], true);
}

echo json_encode(array_map(accepts(...), json_decode(file_get_contents('requests.json'), true)));
`;

const GO = `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"time"

	"receiver/webhooks"
)

func main() {
	var requests []struct {
		Headers          map[string]string
		Body, SigningKey string
		Now              int64
	}
	text, _ := os.ReadFile("requests.json")
	if err := json.Unmarshal(text, &requests); err != nil {
		panic(err)
	}
	results := []bool{}
	for _, request := range requests {
		header := http.Header{}
		for name, value := range request.Headers {
			header.Set(name, value)
		}
		err := webhooks.VerifyEvent([]byte(request.Body), header, request.SigningKey, time.Unix(request.Now, 0))
		results = append(results, err == nil)
	}
	json.NewEncoder(os.Stdout).Encode(results)
}
`;

/** For each language, the file for the documented code and the program that passes the requests to it. */
const languages = [
  {
    language: 'js',
    command: [process.execPath, 'main.mjs'],
    code: 'receiver.mjs',
    files: { 'main.mjs': JAVASCRIPT },
  },
  { language: 'python', command: ['python3', 'main.py'], code: 'webhooks.py', files: { 'main.py': PYTHON } },
  { language: 'php', command: ['php', 'main.php'], code: 'webhooks.php', files: { 'main.php': PHP } },
  {
    language: 'go',
    command: ['go', 'run', '.'],
    code: 'webhooks/webhooks.go',
    files: { 'main.go': GO, 'go.mod': 'module receiver\n\ngo 1.19\n' },
  },
] as const;

const mustHaveAll = process.env.UPC_TEST_LANGUAGES !== undefined;
const isInstalled = (program: string) =>
  mustHaveAll || spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0;

describe('the documented code accepts exactly the valid requests', () => {
  test('in JavaScript, with the library', () => {
    vi.useFakeTimers({ now: NOW * 1000 });
    const accepts = ({ headers, body, signingKey }: Request) => {
      try {
        new Webhook(signingKey).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    };
    expect(requests.map(accepts)).toEqual(expected);
  });

  for (const { language, command, code, files } of languages) {
    const [program, ...args] = command;
    test.skipIf(!isInstalled(program))(`in ${language}`, { timeout: 120_000 }, async () => {
      await mkdir(path.dirname(path.join(folder, code)), { recursive: true });
      await Promise.all(
        Object.entries({ ...files, [code]: documented(language) }).map(([file, text]) =>
          writeFile(path.join(folder, file), text),
        ),
      );
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      expect(JSON.parse(stdout)).toEqual(expected);
    });
  }
});
