import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDnfDriver } from '../../dnf/dnfBackend.ts';
import { createTool } from '../../dnf/tool.ts';
import type { JobEnv } from '../../backend.ts';
import { createContext } from '../../shared/context.ts';
import { fetchInto } from './stash.ts';

const test = suite('rpm stash');
const headers: Record<string, string> = {
  'product_current.rpm': 'product\tx86_64\t2\t1.0\t3\n',
  'unasked.rpm': 'unasked\tx86_64\t0\t1\t1\n',
  'usual-1.0-1.noarch.rpm': 'usual\tnoarch\t0\t1.0\t1\n',
};

test('a package is kept under its own name, whatever its repository calls the file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stash-test-'));
  const run = async (argv: readonly string[]) => {
    const stdout = headers[path.basename(argv.at(-1) ?? '')] ?? '';
    return { exitCode: 0, signal: null, stdout, stderr: '', truncated: false, timedOut: false };
  };
  const context = createContext({ kernelRelease: '6', stashDir: folder, privileged: true, run });
  const runDetached = async () => {
    for (const name of Object.keys(headers)) await writeFile(path.join(folder, 'incoming', name), '');
    return { exitCode: 0, lost: false, timeLimitHit: false, outputTail: '' };
  };
  const rows = [
    { name: 'product', arch: 'x86_64', version: '2:1.0-3' },
    { name: 'usual', arch: 'noarch', version: '1.0-1' },
  ];
  await fetchInto(
    context,
    createDnfDriver(createTool(4)),
    { runDetached } as unknown as JobEnv,
    folder,
    rows,
  );
  const names = await readdir(folder);
  assert.equal(names.toSorted(), ['product-1.0-3.x86_64.rpm', 'usual-1.0-1.noarch.rpm']);
  await rm(folder, { recursive: true });
});

test.run();
