import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readRebootState } from './reboot.ts';

const test = suite('apt reboot');

/** Whether a host with these kernels asks for a restart. */
async function reasons(running: string, kernels: readonly string[], bootedAt = 0): Promise<string[]> {
  const boot = await mkdtemp(path.join(tmpdir(), 'boot-'));
  try {
    for (const release of kernels) await writeFile(path.join(boot, `vmlinuz-${release}`), '');
    const { reasons: found } = await readRebootState(running, { bootFolder: boot, bootedAt });
    return found.filter((reason) => reason.startsWith('kernel '));
  } finally {
    await rm(boot, { recursive: true });
  }
}

const newer = (release: string, running: string) => [`kernel ${release} is installed, ${running} is running`];

test('a kernel of another kind that lies beside the running one asks for no restart', async () => {
  // Raspberry Pi OS installs both, and each board boots its own.
  const pi = ['6.12.20+rpt-rpi-2712', '6.12.20+rpt-rpi-v8'];
  assert.equal(await reasons('6.12.20+rpt-rpi-2712', pi), []);
  assert.equal(await reasons('6.12.20+rpt-rpi-v8', pi), []);
  const next = ['6.12.25+rpt-rpi-2712', '6.12.25+rpt-rpi-v8'];
  assert.equal(
    await reasons(pi[0] ?? '', [...pi, ...next]),
    newer('6.12.25+rpt-rpi-2712', '6.12.20+rpt-rpi-2712'),
  );
  const debian = ['6.1.0-18-amd64', '6.1.0-18-cloud-amd64', '6.1.0-18-rt-amd64', '6.1.0-20-rt-amd64'];
  for (const running of ['6.1.0-18-amd64', '6.1.0-18-cloud-amd64']) {
    assert.equal(await reasons(running, debian), [], running);
  }
});

test('a newer kernel of the running kind does, and any where the running one has none left', async () => {
  const running = '6.1.0-9-cloud-amd64';
  assert.equal(
    await reasons(running, [running, '6.1.0-10-cloud-amd64']),
    newer('6.1.0-10-cloud-amd64', running),
  );
  assert.equal(await reasons(running, ['6.1.0-10-amd64']), newer('6.1.0-10-amd64', running));
  assert.equal(
    await reasons('5.15.0-91-generic', ['5.15.0-91-generic', '6.8.0-40-generic']),
    newer('6.8.0-40-generic', '5.15.0-91-generic'),
  );
});

test('a kernel that was there at the boot asks for none: a container or a pinned one would need it for ever', async () => {
  const host = '6.8.12-4-pve';
  const later = Date.now() + 60_000;
  assert.equal(await reasons(host, ['6.12.20-1-amd64'], later), []);
  assert.equal((await reasons(host, ['6.12.20-1-amd64'])).length, 1);
  const pinned = '6.1.0-18-amd64';
  assert.equal(await reasons(pinned, [pinned, '6.1.0-20-amd64'], later), []);
});

test.run();
