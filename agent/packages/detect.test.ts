import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../server/shared/wire/appError.ts';
import { detectBackend } from './detect.ts';

const test = suite('detect');
const options = { kernelRelease: '6.1', stashDir: '/nowhere', privileged: false };

test('apt is chosen by its own parts', () => {
  assert.is(detectBackend(options, () => true).name, 'apt');
});

test('dnf is chosen where dpkg is not', () => {
  assert.is(detectBackend(options, (file) => !file.includes('dpkg')).name, 'dnf');
});

test('zypper is chosen where there is no dnf', () => {
  assert.is(detectBackend(options, (file) => !/dpkg|dnf/.test(file)).name, 'zypper');
});

test('where every package manager is installed, the own one of the distribution is taken', () => {
  const chosen = (release: string) => detectBackend(options, () => true, release).name;
  assert.is(chosen('ID=fedora\nPRETTY_NAME="Fedora Linux 41"\n'), 'dnf');
  assert.is(chosen('ID="rocky"\nID_LIKE="rhel centos fedora"\n'), 'dnf');
  assert.is(chosen('ID="opensuse-leap"\nID_LIKE="suse opensuse"\n'), 'zypper');
  assert.is(chosen('ID=ubuntu\nID_LIKE=debian\n'), 'apt');
  assert.is(chosen(''), 'apt');
});

test('a system without a known package manager is refused by name', () => {
  const hasNone = (file: string) => !/dpkg|rpm/.test(file);
  try {
    detectBackend(options, hasNone);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, AppError);
    assert.is((error as AppError).code, 'UNSUPPORTED');
    assert.match((error as AppError).message, 'no package manager that the agent knows');
  }
});

test.run();
