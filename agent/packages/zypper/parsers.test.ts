import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nativeArch, rpmKey } from '../rpm/read/inventory.ts';
import { parseFixes, parsePatches } from './read/advisories.ts';
import { parseAutomatic } from './read/automatic.ts';
import { commandArgv, exactArgument } from './command.ts';
import { heldKeys, parseLocks } from './read/locks.ts';
import { isForeign } from './plan/offers.ts';
import { leaving, toDryRun } from './plan/resolve.ts';
import { parseSearch } from './read/search.ts';
import type { Entry } from './read/primary.ts';
import { scanList } from './read/primary.ts';
import { parseUpdates } from './read/updates.ts';
import { findAll, parseXml } from './xml.ts';

const test = suite('zypper parsers');
const folder = path.join(import.meta.dirname, '../fixtures/opensuse-leap-zypper-1.14.42');
const read = (name: string) => parseXml(readFileSync(path.join(folder, name), 'utf8'));
const changed = (changes: ReturnType<typeof toDryRun>['changes']) =>
  changes.map(({ name, arch, from, to }) => `${name}:${arch} ${from} > ${to}`);

test('updates: versions as in the database, epochs included, patches and licences told apart', async () => {
  const updates = parseUpdates(await read('lu.xml'));
  const epoch = updates.find(({ name }) => name === 'lab-epoch');
  assert.is(epoch?.version, '1:1.0-1');
  assert.is(epoch?.from, '1:1.0~rc2-1');
  assert.is(epoch?.repository, 'lab');
  assert.ok(updates.length > 15);
  assert.not(updates.some(({ licence }) => licence));
  const asked = parseUpdates(await read('lu-licence.xml')).filter(({ licence }) => licence);
  assert.equal(
    asked.map(({ name }) => name),
    ['lab-hello'],
  );
  assert.equal(parseUpdates(await read('lp.xml')), []);
});

test('patches: category, severity and CVEs', async () => {
  const patches = parsePatches(await read('lp.xml'));
  assert.is(patches.length, 6);
  assert.equal(
    patches.find(({ id }) => id === 'LABSA-2026:005'),
    { id: 'LABSA-2026:005', security: true, severity: 'critical', cves: ['CVE-2026-0005'] },
  );
  const bugfix = patches.find(({ id }) => id === 'LABBA-2026:003');
  assert.equal(bugfix, { id: 'LABBA-2026:003', security: false, severity: null, cves: [] });
});

test('what a patch fixes, alone and as a list', async () => {
  const info = findAll(await read('info-patch.xml'), 'message').map(({ text }) => text);
  assert.equal(parseFixes(info.join('\n')).get('LABSA-2026:002'), [
    { name: 'lab-both', arch: nativeArch, version: '1.1-1' },
  ]);
  const list = [
    'Name        : SUSE-2026-1',
    'Description : ',
    '    A text that names foo < 1.0-1',
    'Provides    : patch:SUSE-2026-1 = 1',
    'Conflicts   : [3]',
    '    bash.x86_64 < 4.4-9',
    '    lib+x < 0:2-1',
    '    srcpackage:bash < 4.4-9',
    'Name        : SUSE-2026-2',
    'Conflicts   : [0]',
  ];
  const fixes = parseFixes(list.join('\n'));
  assert.equal(fixes.get('SUSE-2026-1'), [
    { name: 'bash', arch: 'x86_64', version: '4.4-9' },
    { name: 'lib+x', arch: nativeArch, version: '2-1' },
  ]);
  assert.equal(fixes.get('SUSE-2026-2'), []);
});

test('the catalogue: every version, where it comes from, patches and products left out', async () => {
  const offers = parseSearch(await read('se.xml'));
  const both = offers.filter(({ name }) => name === 'lab-both');
  assert.equal(
    both.map(({ version, installed, repository }) => [version, installed, repository]),
    [
      ['1.0-1', true, null],
      ['1.2-1', false, 'Lab'],
      ['1.1-1', false, 'Lab'],
    ],
  );
  assert.is(offers.find(({ name }) => name === 'lab-release')?.repository, 'Lab');
  assert.not(offers.some(({ name }) => name.startsWith('LAB')));
});

test('locks: what a name or a pattern keeps; those on patches are none', async () => {
  const locks = parseLocks(await read('locks.xml'));
  const keys = ['lab-epoch', 'lab-held'].map((name) => rpmKey({ name, arch: 'noarch' }));
  assert.equal([...heldKeys(locks)].toSorted(), keys);
  assert.equal(
    locks.map(({ name }) => name),
    ['lab-ep*', 'lab-held'],
  );
});

test('a plan with new packages', async () => {
  const plan = toDryRun(await read('in-new.xml'), 0);
  assert.is(plan.refusal, null);
  assert.equal(changed(plan.changes), ['lab-grow:noarch 1.0-1 > 1.1-1', 'lab-extra:noarch null > 1.0-1']);
});

test('a plan that removes tells what leaves; one that goes back has versions too', async () => {
  const up = toDryRun(await read('up.xml'), 0);
  assert.equal(changed(leaving(up.changes)), ['lab-oldmta:noarch 1.0-1 > null']);
  const rm = toDryRun(await read('rm.xml'), 0);
  assert.is(leaving(rm.changes).length, 3);
  const old = toDryRun(await read('in-old.xml'), 0);
  assert.equal(changed(old.changes), [
    'lab-hello:noarch 1.1-1 > 1.0-1',
    'lab-slow:noarch 1.1-1 > 1.0-1',
    'lab-gone:noarch 1.0-1 > null',
  ]);
});

test('a change of vendor is told in two sections, and is one change', async () => {
  const { changes } = toDryRun(await read('in-vendor.xml'), 0);
  assert.equal(changed(changes), ['lab-hello:noarch 1.0-1 > 3.0-1']);
});

test('why zypper refuses', async () => {
  const refusal = async (name: string, exitCode: number) => toDryRun(await read(name), exitCode).refusal;
  assert.is((await refusal('in-removal.xml', 4))?.kind, 'removal');
  assert.is((await refusal('in-locked.xml', 4))?.kind, 'held');
  assert.is((await refusal('in-problems.xml', 4))?.kind, 'problem');
  assert.is((await refusal('in-licence.xml', 4))?.kind, 'licence');
  assert.is((await refusal('in-unknown.xml', 104))?.kind, 'notFound');
  const licence = await refusal('in-licence.xml', 4);
  assert.match(licence?.text ?? '', /^lab-hello asks/);
});

test('one exact version of one architecture, and nothing that could be read as something else', () => {
  assert.is(exactArgument('lib-x+y-2-1:1.0~rc2-1.lab.x86_64'), 'lib-x+y-2.x86_64=1:1.0~rc2-1.lab');
  const argv = commandArgv({ verb: 'upgrade', targets: ['a-1-1.noarch'], excludes: [] });
  assert.equal(argv.slice(-2), ['--', 'a.noarch=1-1']);
  assert.throws(() => exactArgument('lab-hello'));
});

/** Parses a list of these packages, cut into pieces of this length. */
async function scan(text: string, pieceLength: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  async function* pieces() {
    for (let i = 0; i < text.length; i += pieceLength) yield text.slice(i, i + pieceLength);
  }
  await scanList(pieces(), (entry) => void entries.push(entry));
  return entries;
}

const listed = (name: string, size: number) =>
  `<package type="rpm"><name>${name}</name><arch>noarch</arch><version epoch="1" ver="2.0" rel="3"/>` +
  `<size package="${size}" installed="7" archive="1"/><format>` +
  `<rpm:vendor>SUSE LLC &lt;https://www.suse.com/&gt;</rpm:vendor></format></package>`;

test("versions, sizes and vendors in a repository's list, however it is cut into pieces", async () => {
  const text = `<metadata>${listed('a', 10)}${listed('b', 20)}</metadata>\n`;
  const common = { arch: 'noarch', version: '1:2.0-3', installedSizeBytes: 7, vendor: 'suse' };
  for (const length of [1, 13, text.length]) {
    assert.equal(await scan(text, length), [
      { name: 'a', downloadSizeBytes: 10, ...common },
      { name: 'b', downloadSizeBytes: 20, ...common },
    ]);
  }
});

test("a repository's list that is cut off is none", async () => {
  const whole = `<metadata>${listed('a', 10)}${listed('b', 20)}</metadata>`;
  const end = whole.indexOf('</package>') + '</package>'.length;
  for (const text of [whole.slice(0, end), whole.slice(0, -5)]) {
    const refused = await scan(text, 13).then(
      () => false,
      () => true,
    );
    assert.ok(refused, text.slice(-20));
  }
});

test("a version of another vendor than the host's rules choose is for those who ask for it", () => {
  assert.ok(isForeign({ vendor: 'packman' }, { vendor: 'suse' }));
  assert.not(isForeign({ vendor: 'suse' }, { vendor: 'suse' }));
  assert.not(isForeign({ vendor: 'packman' }, undefined), 'nothing was chosen');
  assert.not(isForeign({ vendor: null }, { vendor: 'suse' }), 'the list does not say');
});

test('what came in automatically: names of packages alone', () => {
  const text = '# AutoInstalled generated\n#\nlab-extra\nproduct:NAME="x"\n#\n';
  assert.equal(parseAutomatic(text), ['lab-extra']);
});

test('XML that defines entities or is none is refused; character references are decoded once', async () => {
  const refused = async (text: string) => {
    try {
      await parseXml(text);
      return false;
    } catch {
      return true;
    }
  };
  assert.ok(await refused('<!DOCTYPE x [<!ENTITY a "b">]><stream>&a;</stream>'));
  assert.ok(await refused('Segmentation fault'));
  assert.ok(await refused('<other/>'));
  const root = await parseXml(
    '<stream><message type="info">&lt;&amp;lt;&#65;&apos;&unknown;</message></stream>',
  );
  assert.is(findAll(root, 'message')[0]?.text, "<&lt;A'&unknown;");
});

test.run();
