// needs: lab
// images: deb12-t0
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import { AptHost, patch } from './labApt.ts';

/** Conformance suites boot one host for all of their tests: no test may affect the next one. */
const test = suite('a host that is made fresh between tests');
let apt: AptHost;
let bootId = '';

test.before(async () => {
  await lab.startRepo();
  apt = new AptHost(await lab.up('fresh', '10.77.0.11'));
});
test.before.each(() => apt.fresh('t1'));
test.after(() => lab.down());

const leftFiles = ['/etc/left', '/usr/share/lab/left', '/run/left', '/tmp/left', '/var/lib/fleetmend-test'];
const isThere = async (file: string): Promise<boolean> =>
  (await apt.host.exec(['test', '-e', file])).code === 0;
const readBootId = () => apt.host.readFile('/proc/sys/kernel/random/boot_id');

test('one test leaves files, a package that is half set up, a removed one, a process, and other lists', async () => {
  bootId = await readBootId();
  for (const file of leftFiles.slice(0, 4)) await apt.host.writeFile(file, 'left behind\n');
  assert.is(
    (await apt.run('left', patch(['lab-failpost', 'lab-hello']))).result.failure?.code,
    'SCRIPT_FAILED',
  );
  assert.is(await apt.host.dpkgStatus('lab-failpost'), 'iF');
  await apt.host.run(['dpkg', '--remove', 'lab-sec']);
  await apt.host.spawn(['sleep', '4715']);
  await apt.publish('all');
  for (const file of leftFiles) assert.ok(await isThere(file), file);
});

test('the next one finds none of them, and the lists of its own state', async () => {
  for (const file of leftFiles) assert.not.ok(await isThere(file), file);
  assert.equal(
    [await apt.host.dpkgStatus('lab-failpost'), await apt.host.dpkgVersion('lab-failpost')],
    ['ii', '1.0'],
  );
  assert.is(await apt.host.dpkgStatus('lab-sec'), 'ii');
  assert.is(await apt.host.dpkgVersion('lab-hello'), '1.0');
  assert.is((await apt.host.exec(['dpkg', '--audit'])).stdout, '');
  assert.is((await apt.host.exec(['pgrep', '-f', '^sleep 471[5]'])).code, 1);
  assert.is.not(await readBootId(), bootId);
  const { entries } = await apt.plan(patch(['lab-hello']));
  assert.equal(
    entries.map(({ to }) => to),
    ['1.1'],
    'what `all` offers is 2.0',
  );
});

test.run();
