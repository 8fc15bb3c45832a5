import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findKernelsKept } from './kernels.ts';

const test = suite('zypper kernels');

test('that nobody removes old kernels is told where they are kept side by side and the service is off', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'suse-'));
  const wants = path.join(root, 'etc/systemd/system/multi-user.target.wants');
  try {
    assert.is(await findKernelsKept(root), null, 'without zypper’s configuration');
    await mkdir(path.join(root, 'etc/zypp'), { recursive: true });
    // zypp.conf of openSUSE Leap 15.6
    const conf =
      '[main]\nmultiversion = provides:multiversion(kernel)\nmultiversion.kernels = latest,latest-1,running\n';
    await writeFile(path.join(root, 'etc/zypp/zypp.conf'), conf);
    const text =
      'Old kernels are never removed, and fill /boot: purge-kernels.service is off. `systemctl enable purge-kernels.service` mends it.';
    assert.is(await findKernelsKept(root), text);
    await mkdir(wants, { recursive: true });
    assert.is(await findKernelsKept(root), text);
    await symlink('/usr/lib/systemd/system/purge-kernels.service', path.join(wants, 'purge-kernels.service'));
    assert.is(await findKernelsKept(root), null);
  } finally {
    await rm(root, { recursive: true });
  }
});

test.run();
