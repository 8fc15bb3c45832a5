import { spawnSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRepositories as parseDnf } from '../dnf/read/repositories.ts';
import { parseRepositories as parseZypper, switchedOff } from '../zypper/read/repositories.ts';
import { parseXml } from '../zypper/xml.ts';
import { parseEach, refreshEachScript } from './refresh.ts';

const test = suite('refresh of each repository');

const driver = {
  refreshArgv: (name?: string) => [
    'sh',
    '-c',
    'echo "about $1"; echo why >&2; [ "$1" != "bad one" ]',
    'sh',
    name ?? '',
  ],
  classify: (output: string) =>
    output.includes("it's odd") ? { code: 'SIGNATURE_INVALID', message: 'odd' } : null,
};

test('each repository is judged by its own exit code and words, whatever its name', () => {
  const names = ['good', 'bad one', "it's odd", '$(touch /tmp/never)'];
  const { stdout } = spawnSync('sh', ['-c', refreshEachScript(driver, names)], { encoding: 'utf8' });
  assert.equal(
    parseEach(driver, stdout, [...names, 'cut off']).map(({ name, failure }) => [
      name,
      failure?.code,
      failure?.message,
    ]),
    [
      ['good', undefined, undefined],
      ['bad one', 'FETCH_FAILED', 'why'],
      ["it's odd", 'SIGNATURE_INVALID', 'odd'],
      ['$(touch /tmp/never)', undefined, undefined],
      ['cut off', 'FETCH_FAILED', 'The refresh ended before it reached this source.'],
    ],
  );
});

test('repositories are read from dnf 4, dnf5 and zypper', async () => {
  const dnf4 =
    'repo id                                repo name\nlab                                    Lab\nbase:x-1                               Vendor Ltd\n';
  assert.equal(parseDnf(dnf4), ['lab', 'base:x-1']);
  assert.equal(parseDnf('repo id repo name\nlab     Lab\nvendor  Vendor Ltd\n'), ['lab', 'vendor']);
  assert.equal(parseDnf(''), []);
  const xml = `<?xml version='1.0'?><stream><repo-list><repo alias="lab" name="Lab" enabled="1"><url>http://x</url></repo><repo alias="off" name="Off" enabled="0"/></repo-list></stream>`;
  assert.equal(parseZypper(await parseXml(xml)), [{ alias: 'lab', name: 'Lab' }]);
});

test('a definition file has the sections of what is left out switched off, and nothing else changed', () => {
  const text =
    '# ours\n[main]\nname=Main\nenabled=1\nbaseurl=http://x/[1]\n\n[vendor]\nname=Vendor\nenabled = 1\n[other]\nname=Other\n';
  assert.is(
    switchedOff(text, ['vendor']),
    '# ours\n[main]\nname=Main\nenabled=1\nbaseurl=http://x/[1]\n\n[vendor]\nenabled=0\nname=Vendor\n[other]\nname=Other\n',
  );
  assert.is(switchedOff('[vendor]', ['vendor']), '[vendor]\nenabled=0\n');
});

test.run();
