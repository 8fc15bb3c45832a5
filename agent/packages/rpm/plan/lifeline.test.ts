import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#server/shared/wire/appError.ts';
import { nativeArch } from '../read/inventory.ts';
import { assertManageable } from './lifeline.ts';

const test = suite('rpm lifeline');
const host = { kernelRelease: `5.14.0-90.el9.${nativeArch}` };
const gone = (name: string, from = '1-1', arch: string = nativeArch) => ({ name, arch, from, to: null });

/** The refusal of these changes. */
function refused(manager: 'dnf' | 'zypper', ...changes: Parameters<typeof assertManageable>[2]): unknown {
  try {
    assertManageable(host, { name: manager }, changes);
    return null;
  } catch (error) {
    assert.instance(error, AppError);
    assert.is((error as AppError).code, 'CONFLICT');
    return (error as AppError).details?.['packages'];
  }
}

test('what packages are managed with stays, also where something else would take it along', () => {
  assert.equal(refused('zypper', gone('lab-hello'), gone('libzypp'), gone('zypper')), ['libzypp', 'zypper']);
  assert.equal(refused('dnf', gone('glibc-common'), gone('glibc')), ['glibc']);
  assert.is(refused('dnf', gone('zypper'), gone('lab-hello')), null, 'on a host that dnf manages');
  assert.is(refused('dnf', gone('glibc', '1-1', 'i686')), null);
  assert.is(refused('dnf', { ...gone('glibc'), to: '2-1' }), null, 'an update is no removal');
});

test('the running kernel stays, an old one may go', () => {
  assert.equal(refused('zypper', gone('kernel', '5.14.0-90.el9'), gone('kernel', '5.14.0-89.el9')), [
    'kernel',
  ]);
  assert.is(refused('zypper', gone('kernel', '5.14.0-89.el9')), null);
});

test.run();
