// tier: night
// needs: lab
// images: el9-t0, fedora-t0, suse-t0
// time-limit: 300
/** The agent drops what it has cached once that is no longer true, on dnf 4, dnf5 and zypper. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { InstalledPackage, PatchReport, Plan } from '../../backend.ts';
import type { DriverAnswer, DriverStep } from '../../testing/labDriver.ts';
import { PackageHost, patch, refreshCommands, shown } from '../../testing/labBackend.ts';

const test = suite('kept offers');
const images = ['el9', 'fedora', 'suse'] as const;
type RpmImage = (typeof images)[number];
const hosts = new Map<RpmImage, PackageHost>();

test.before(async () => {
  await lab.startRepo('t0', 'rpm');
  for (const [i, image] of images.entries()) {
    hosts.set(image, new PackageHost(await lab.up(image, `10.77.0.${11 + i}`, { image }), image));
  }
});
test.after(() => lab.down());

function each(name: string, act: (host: PackageHost, image: RpmImage) => Promise<void>): void {
  for (const image of images) {
    test(`${image}: ${name}`, async () => {
      const host = hosts.get(image);
      if (!host) throw new Error(`no host ${image}`);
      await host.fresh('t1');
      await act(host, image);
    });
  }
}

/** Fetches files with one request each, as on hosts without curl. */
const fetched = (file: string) =>
  `fetch('http://10.77.0.1:8080/t1/${file}').then((r) => r.bytes()).then((b) => fs.writeFileSync('/tmp/${file}', b))`;
const plan = (name: string): DriverStep => ({ call: 'plan', args: [patch([name])] });
const entries = ({ value }: DriverAnswer = { value: null, asked: [] }) => shown(value as Plan);
const listed = ({ value }: DriverAnswer = { value: null, asked: [] }) =>
  new Map((value as PatchReport).patches.map((one) => [one.name, one]));
/** The calls that read what is on offer or installed. */
const readings = ({ asked }: DriverAnswer = { value: null, asked: [] }) =>
  asked.filter(
    (words) => / repoquery .*%{epoch}/s.test(words) || / repos /.test(words) || words.startsWith('rpm -qa'),
  );

each('two plans of one state read packages and offers once', async (host) => {
  await host.host.run(['rm', '-rf', '/var/lib/fleetmend-test/stash/.offers']);
  const [first, second, third] = await host.inOneProcess([
    plan('lab-hello'),
    plan('lab-sec'),
    { call: 'listPackages' },
  ]);
  assert.is(readings(first).length, 2, first?.asked.join('\n'));
  assert.equal([readings(second), readings(third)], [[], []]);
  assert.equal(entries(second), ['upgrade lab-sec:noarch 1.0-1 > 1.0-2']);
  const [other] = await host.inOneProcess([plan('lab-hello')]);
  assert.is(readings(other).length, 1, 'another process has the offers from the disk');
  assert.equal(entries(other), entries(first));
});

each('a package that somebody installs by hand is seen by the next question', async (host) => {
  const file = 'lab-hello-1.1-1.noarch.rpm';
  await host.host.run(['node', '-e', fetched(file)]);
  const byHand = ['rpm', '-U', '--nodeps', '--nosignature', `/tmp/${file}`];
  const [before, , after, packages, nothing] = await host.inOneProcess([
    { call: 'listPatches' },
    { byHand },
    { call: 'listPatches' },
    { call: 'listPackages' },
    plan('lab-hello'),
  ]);
  assert.is(listed(before).get('lab-hello')?.availableVersion, '1.1-1');
  assert.not.ok(listed(after).has('lab-hello'));
  assert.ok(listed(after).has('lab-sec'));
  const hello = (packages?.value as InstalledPackage[]).find(({ name }) => name === 'lab-hello');
  assert.equal([hello?.version, hello?.availableVersion], ['1.1-1', null]);
  assert.equal(entries(nothing), []);
});

each(
  'metadata that somebody refreshes by hand is what the next question is answered from',
  async (host, image) => {
    await lab.publish('all');
    const [before, , after] = await host.inOneProcess([
      plan('lab-hello'),
      { byHand: refreshCommands[image] },
      plan('lab-hello'),
    ]);
    assert.equal(entries(before), ['upgrade lab-hello:noarch 1.0-1 > 1.1-1']);
    assert.match(entries(after).join(), /^upgrade lab-hello:noarch 1\.0-1 > 2\.0/);
    assert.is(readings(after).filter((words) => !words.startsWith('rpm ')).length, 1);
  },
);

each('a repository that somebody switches off offers nothing any more', async (host, image) => {
  const file = image === 'suse' ? '/etc/zypp/repos.d/lab.repo' : '/etc/yum.repos.d/lab.repo';
  const [before, , after] = await host.inOneProcess([
    { call: 'listPatches' },
    {
      byHand: [
        'sh',
        '-c',
        `f=$(ls ${file} || grep -l 10.77 $(dirname ${file})/*); sed -i -e '/^enabled/d' -e 's/^\\[.*/&\\nenabled=0/' $f`,
      ],
    },
    { call: 'listPatches' },
  ]);
  assert.ok(listed(before).size > 5);
  assert.equal([...listed(after).keys()], []);
});

each('a list that was cut off or changed is not believed', async (host) => {
  const folder = '/var/lib/fleetmend-test/stash/.offers';
  const whole = await host.plan(patch(['lab-hello']));
  for (const spoil of [
    `for f in ${folder}/*; do head -c 300 $f >/tmp/x; cat /tmp/x >$f; done`,
    `sed -i 's/lab-hello\\tnoarch\\t1.1-1/lab-hello\\tnoarch\\t9.9-9/' ${folder}/*`,
    `for f in ${folder}/*; do : >$f; done`,
  ]) {
    await host.host.run(['sh', '-c', `ls ${folder}/*.list && { ${spoil}; }`]);
    assert.equal(await host.plan(patch(['lab-hello'])), whole, spoil);
  }
});

for (const image of ['el9', 'fedora'] as const) {
  test(`${image}: what the configuration excludes from now on is held from now on, and free again without it`, async () => {
    const host = hosts.get(image);
    if (!host) throw new Error('no host');
    await host.fresh('t1');
    const [before, , excluded, , after] = await host.inOneProcess([
      { call: 'listPatches' },
      { byHand: ['sh', '-c', 'cp -a /etc/dnf/dnf.conf /tmp/; echo exclude=lab-hello >>/etc/dnf/dnf.conf'] },
      { call: 'listPatches' },
      { byHand: ['cp', '/tmp/dnf.conf', '/etc/dnf/dnf.conf'] },
      { call: 'listPatches' },
    ]);
    const reason = (answer?: DriverAnswer) => listed(answer).get('lab-hello')?.keptBackReason;
    assert.equal([reason(before), reason(excluded), reason(after)], [null, 'HELD', null]);
  });
}

test.run();
