import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PlanEntry } from '../../backend.ts';
import type { DpkgRow } from '../read/inventory.ts';
import { asksForRestart, bootNeeds, bringsKernel, chooseReleases } from './kernels.ts';
import { imageRelease, isOfKernel } from '../read/kernelReleases.ts';

const test = suite('apt kernels');

test('a kernel is told from what asks for one, and from its debugging symbols', () => {
  assert.is(imageRelease('linux-image-6.1.0-18-amd64'), '6.1.0-18-amd64');
  assert.is(imageRelease('linux-image-6.1.0-18-cloud-amd64-unsigned'), '6.1.0-18-cloud-amd64');
  assert.is(imageRelease('linux-image-unsigned-5.15.0-91-generic'), '5.15.0-91-generic');
  for (const name of [
    'linux-image-amd64',
    'linux-image-6.1.0-18-amd64-dbg',
    'linux-headers-6.1.0-18-amd64',
  ]) {
    assert.is(imageRelease(name), null, name);
  }
  assert.ok(isOfKernel('linux-modules-extra-5.15.0-91-generic', '5.15.0-91-generic'));
  assert.not.ok(isOfKernel('linux-headers-6.1.0-18-common', '6.1.0-18-amd64'));
  assert.ok(bringsKernel([{ name: 'linux-image-6.1.0-18-amd64', from: null, to: '6.1.76-1' }]));
  assert.not.ok(bringsKernel([{ name: 'linux-image-6.1.0-18-amd64', from: '6.1.75-1', to: '6.1.76-1' }]));
});

const images = (...releases: string[]) =>
  releases.map((release) => ({ name: `linux-image-${release}` }) as DpkgRow);

test('a restart is foretold for kernels of the running kind', () => {
  const rows = images('6.12.20+rpt-rpi-v8', '6.12.20+rpt-rpi-2712');
  const asks = (release: string, running: string) =>
    asksForRestart([{ name: `linux-image-${release}`, from: null, to: '1' }], { rows }, running);
  assert.is(asks('6.12.25+rpt-rpi-v8', '6.12.20+rpt-rpi-2712'), false);
  assert.is(asks('6.12.25+rpt-rpi-2712', '6.12.20+rpt-rpi-2712'), true);
  assert.is(asks('6.12.25+rpt-rpi-v8', '6.6-self-made'), true, 'of no kind that is installed');
});

test('neither the running kernel goes nor the last', () => {
  const rows = [...images('6.1.0-9-a', '6.1.0-10-a', '6.1.0-11-a'), { name: 'linux-image-a' } as DpkgRow];
  const choose = (running: string, ...free: string[]) => chooseReleases({ rows }, images(...free), running);
  assert.equal(choose('6.1.0-11-a', '6.1.0-9-a', '6.1.0-10-a'), ['6.1.0-9-a', '6.1.0-10-a']);
  assert.equal(choose('6.1.0-9-a', '6.1.0-9-a', '6.1.0-10-a'), ['6.1.0-10-a']);
  const all = ['6.1.0-10-a', '6.1.0-9-a', '6.1.0-11-a'];
  assert.equal(choose('7.0-self-made', ...all), ['6.1.0-9-a', '6.1.0-10-a'], 'the newest is left to boot');
});

test('a /boot of its own needs as much as the largest kernel on it, less what goes before', async () => {
  const boot = await mkdtemp('/dev/shm/boot-');
  const put = async (name: string, bytes: number) => {
    await writeFile(path.join(boot, name), '');
    await truncate(path.join(boot, name), bytes);
  };
  try {
    await put('vmlinuz-6.1.0-9-a', 8_000);
    await put('initrd.img-6.1.0-9-a', 40_000);
    await put('vmlinuz-6.1.0-10-a', 9_000);
    await put('initrd.img-6.1.0-10-a', 50_000);
    const entry = (release: string, from: string | null, to: string | null): PlanEntry => ({
      action: to === null ? 'remove' : 'install',
      name: `linux-image-${release}`,
      arch: 'amd64',
      from,
      to,
    });
    const coming = entry('6.1.0-11-a', null, '1');
    assert.equal(await bootNeeds([coming], boot), [{ folder: boot, bytes: 59_000 }]);
    const swapped = await bootNeeds([coming, entry('6.1.0-9-a', '1', null)], boot);
    assert.equal(swapped, [{ folder: boot, bytes: 11_000 }]);
    assert.equal(await bootNeeds([entry('6.1.0-9-a', '1', null)], boot), [], 'nothing comes');
    assert.equal(await bootNeeds([coming], '/usr'), [], 'it is no file system of its own');
  } finally {
    await rm(boot, { recursive: true });
  }
});

test.run();
