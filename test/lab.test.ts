// needs: lab
// images: deb12-t0, deb12sd, fedora-t0, suse-t0
// time-limit: 120
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { labCache } from './support/lab.ts';
import { run } from './support/process.ts';

const test = suite('lab');

test('the lab passes its self-test on this machine', async () => {
  const script = path.join(import.meta.dirname, 'lab/selftest.sh');
  const { code, stdout, stderr } = await run([script, labCache, labCache]);
  const checks = stdout.split('\n').filter((line) => /^(ok|FAIL) /.test(line));
  assert.is(code, 0, `${stdout}${stderr}`);
  assert.ok(checks.length >= 15, `only ${checks.length} checks ran:\n${stdout}`);
  assert.not.match(stdout, /^FAIL/m);
});

test.run();
