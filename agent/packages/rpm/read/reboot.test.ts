import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createContext } from '../../shared/context.ts';
import { readRebootState } from './reboot.ts';

const test = suite('rpm reboot');
const longAgo = 1_000;
const soon = Math.floor(Date.now() / 1000) + 60;

/** The reasons on a host with these `[name, version, installed at]`. */
async function reasons(kernelRelease: string, installed: readonly (readonly [string, string, number?])[]) {
  const lines = installed.map(([name, version, at = longAgo]) => `${name}\tx86_64\t${version}\t${at}\n`);
  const stdout = `${lines.join('')}package gnutls is not installed\n`;
  const ended = { exitCode: 1, signal: null, stdout, stderr: '', truncated: false, timedOut: false };
  const options = { kernelRelease, stashDir: '/nonexistent', privileged: true };
  return (await readRebootState(createContext({ ...options, run: async () => ended }))).reasons;
}

test('a newer kernel of the running kind is a reason, a kernel of another kind beside it is none', async () => {
  const running = '5.14.0-90.el9.x86_64';
  const own = [
    ['kernel', '5.14.0-90.el9'],
    ['kernel-core', '5.14.0-90.el9'],
  ] as const;
  const uek = ['kernel-uek-core', '5.15.0-10.el9uek'] as const;
  assert.equal(await reasons(running, [...own, uek]), []);
  assert.equal(await reasons('5.15.0-10.el9uek.x86_64', [...own, uek]), []);
  assert.equal(await reasons(running, [...own, uek, ['kernel-core', '5.14.0-91.el9', soon]]), [
    `kernel 5.14.0-91.el9.x86_64 is installed, ${running} is running`,
  ]);
});

test('a real-time kernel is known by its suffix', async () => {
  const running = '5.14.0-90.el9.x86_64+rt';
  const installed = [
    ['kernel-core', '5.14.0-91.el9'],
    ['kernel-rt-core', '5.14.0-90.el9'],
  ] as const;
  assert.equal(await reasons(running, installed), []);
  assert.equal(await reasons(running, [...installed, ['kernel-rt-core', '5.14.0-91.el9', soon]]), [
    `kernel 5.14.0-91.el9.x86_64 is installed, ${running} is running`,
  ]);
});

test('SUSE counts rebuilds of a kernel in its package alone', async () => {
  const running = '5.14.21-150500.55.7-default';
  assert.equal(await reasons(running, [['kernel-default', '5.14.21-150500.55.7.1']]), []);
  const both = [
    ['kernel-default', '5.14.21-150500.55.7.1'],
    ['kernel-default', '5.14.21-150500.55.12.1', soon],
  ] as const;
  assert.equal((await reasons(running, both)).length, 1);
});

test('a core package newer than the boot is a reason', async () => {
  assert.equal(await reasons('6.1.0-container', [['openssl-libs', '3.0.7-2', soon]]), [
    'openssl-libs 3.0.7-2 was installed after the boot',
  ]);
  assert.equal(await reasons('6.1.0-container', [['glibc', '2.34-100']]), []);
});

test('a kernel that was there at the boot asks for none: a container or a pinned one would need it for ever', async () => {
  const pinned = '5.14.0-90.el9.x86_64';
  const both = [
    ['kernel-core', '5.14.0-90.el9'],
    ['kernel-core', '5.14.0-91.el9'],
  ] as const;
  assert.equal(await reasons(pinned, both), []);
  assert.equal(await reasons('6.8.12-4-pve', both), []);
});

test.run();
