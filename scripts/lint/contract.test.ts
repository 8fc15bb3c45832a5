import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';

const test = suite('lint: the rules of our own for the contract');
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Lints a contract with these paths; `rule: place` of what our own rules find. */
async function foundIn(paths: Record<string, object>): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
  try {
    const file = path.join(folder, 'planted.yaml');
    await writeFile(file, stringify({ openapi: '3.1.0', info: { title: 'Planted', version: '1' }, paths }));
    const spectral = path.join(root, 'node_modules/.bin/spectral');
    const args = [spectral, 'lint', '--quiet', '--format=json', '--ruleset=.spectral.yaml', file];
    const text = await new Promise<string>((resolve) =>
      execFile(process.execPath, args, { cwd: root }, (_error, stdout) => resolve(stdout)),
    );
    const found = JSON.parse(text) as { code: string; path: string[] }[];
    const own = found.filter(({ code }) => [CODES, NAMES].includes(code));
    return own.map(({ code, path: [, ...place] }) => `${code}: ${place.join(' ')}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const CODES = 'operation-names-its-codes';
const NAMES = 'path-parameters-named-after-their-noun';

const MISNAMED = [
  '/a/hosts/{hostId}',
  '/a/hosts/{id}',
  '/a/hosts/{job_id}',
  '/a/hosts/{host_id}/checks/{id}',
  '/a/policies/{policie_id}/runs',
  '/a/enrollment-tokens/{enrollment_token_id}',
  '/a/files/{fileName}',
];
const WELL_NAMED = [
  '/a/hosts',
  '/a/hosts/{host_id}/client.crt',
  '/a/hosts/{host_id}/checks/{check_id}/history',
  '/a/policies/{policy_id}/runs',
  '/a/addresses/{address_id}',
  '/a/enrollment-tokens/{token_id}',
  '/a/files/{file_name}',
  '/a/cves/{cve}',
];

test('each planted habit is found where it is, and nothing else', async () => {
  const found = await foundIn({
    '/a': { get: { description: 'Codes: as `createJob`.' }, put: { description: 'As a host asks.' } },
    ...Object.fromEntries([...MISNAMED, ...WELL_NAMED].map((name) => [name, {}])),
  });
  const wanted = [`${CODES}: /a get description`, ...MISNAMED.map((name) => `${NAMES}: ${name}`)];
  assert.equal(found.sort(), wanted.sort());
});

test.run();
