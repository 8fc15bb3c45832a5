import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readReleaseKey, signatureProblem } from './release.ts';

const test = suite('the signature of a release');

/** All of minisign 0.12. */
const publicKey = `untrusted comment: minisign public key E4035F795E1E74C5
RWTFdB5eeV8D5G+umtLY6nQZy3ZsINezZkuXp3TVd2fKwz3nNQvlAzuO
`;
const signature = `untrusted comment: signature from minisign secret key
RUTFdB5eeV8D5EMmity8kOPJr2xi0JiSaNmA2db6qeCLwp/VPLJmg50rXW0OHYarkiIFFqofW4ttz+BmIimJbaw4kP5RwO6V0QM=
trusted comment: Fleetmend agent 0.1.1
u6kUmHoP4uHpTnBxYzuv2SiVT7TkTH5xARPRic7nlKWP4M5MWM2Ti3aQpi44vFgV0T/T60gN1j/bECuhHdETBg==
`;
const byAnother = `untrusted comment: signature from minisign secret key
RUQHG06AczfXrqrdX+eeFSqmhadur6g2ifaO90bG6C89HJXKI4TE+UVf8YuR1EgroRgviZTUibdlSPquRdsSDegpH4viDm/fxA4=
trusted comment: Fleetmend agent 0.1.1
WOIluH2x/o2UK2zLb73iNbhU6G6vwPY+IY25wLO7JOSY7CL/YHQ4jVMCNVkAbx7DRCqSRWi/e7p0wio5sFqJCg==
`;
/** Over the file itself (`minisign -l`). */
const legacy = `untrusted comment: signature from minisign secret key
RWTFdB5eeV8D5OFnCZvXuGjRT3wqT53o6ruR30p1O5WhwEO0dZb0YwPdNhVH1lhQuFQmGach2o+bC6Vs5h89m0prhys24+yNYgE=
trusted comment: x
C+UrLfAq8mNQ6b1qq7FJ7LVgPG6txxcdXD42s+UlwYgQfafAnJ1uXu2EQJ/UDsK5APrG2S3rzJbvhSZGMtv1Bg==
`;

let dir: string;

test.before.each(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'release-'));
});

test.after.each(() => rmSync(dir, { recursive: true }));

async function problem(text: string, bytes = 'a package of the agent\n'): Promise<string | null> {
  const file = path.join(dir, 'file');
  writeFileSync(file, bytes);
  return signatureProblem(file, text, readReleaseKey(publicKey));
}

test('what minisign has signed with the key is accepted', async () => {
  assert.is(readReleaseKey(publicKey).id, 'E4035F795E1E74C5');
  assert.is(await problem(signature), null);
  assert.is(await problem(signature.replaceAll('\n', '\r\n')), null);
});

test('another file, another key, another comment and what is no signature are not', async () => {
  assert.is(await problem(signature, 'a package of the agenT\n'), 'the signature is not that of the file');
  assert.match((await problem(byAnother)) ?? '', 'another key has signed it (AED73773804E1B07');
  const renamed = signature.replace('agent 0.1.1', 'agent 9.9.9');
  assert.is(await problem(renamed), 'the signature has another comment than was signed');
  assert.is(await problem(legacy), 'the signature is not over a hash of the file');
  for (const text of ['', 'x', signature.split('\n').slice(0, 2).join('\n'), publicKey])
    assert.is(await problem(text), 'the signature is not in the form of minisign');
});

test('a key file that holds something else is an error', () => {
  assert.throws(() => readReleaseKey(signature), 'no public key of minisign');
});

test.run();
