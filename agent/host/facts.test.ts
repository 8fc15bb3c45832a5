import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppError } from '../../server/shared/wire/appError.ts';
import { createHostFacts, fqdnOf, osFamilyOf, parseOsRelease, parseService, usableName } from './facts.ts';

const test = suite('facts of a host');

const BOOKWORM = `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
NAME="Debian GNU/Linux"
VERSION_ID="12"
ID=debian
`;

test('reads os-release with and without quotes', () => {
  const release = parseOsRelease(BOOKWORM);
  assert.is(release['PRETTY_NAME'], 'Debian GNU/Linux 12 (bookworm)');
  assert.is(release['ID'], 'debian');
  assert.is(parseOsRelease('NAME=\'a "b"\'')['NAME'], 'a "b"');
});

test('knows the families by ID and ID_LIKE', () => {
  assert.is(osFamilyOf({ ID: 'debian' }), 'debian');
  assert.is(osFamilyOf({ ID: 'ubuntu', ID_LIKE: 'debian' }), 'debian');
  assert.is(osFamilyOf({ ID: 'linuxmint', ID_LIKE: 'ubuntu debian' }), 'debian');
  assert.is(osFamilyOf({ ID: 'rocky', ID_LIKE: 'rhel centos fedora' }), 'rhel');
  assert.is(osFamilyOf({ ID: 'opensuse-leap', ID_LIKE: 'suse opensuse' }), 'suse');
  assert.is(osFamilyOf({ ID: 'alpine' }), 'alpine');
  assert.is(osFamilyOf({}), 'unknown');
});

test('finds the full name in /etc/hosts, not that of another host', () => {
  const hosts = '127.0.0.1 localhost\n127.0.1.1 web-1.example.org web-1 # me\n10.0.0.2 web-10.example.org\n';
  assert.is(fqdnOf('web-1', hosts), 'web-1.example.org');
  assert.is(fqdnOf('db-1', hosts), 'db-1');
  assert.is(fqdnOf('a.b.c', hosts), 'a.b.c');
});

test('judges what systemctl show says', () => {
  const text = 'LoadState=loaded\nActiveState=active\nSubState=running\nUnitFileState=enabled\n';
  const running = parseService('cron', text);
  assert.equal(running, { name: 'cron', activeState: 'active', subState: 'running', enabled: true });
  assert.is(parseService('cron', text.replace('=enabled', '=static')).enabled, false);
  try {
    parseService('nope', 'LoadState=not-found\nActiveState=inactive\nSubState=dead\nUnitFileState=\n');
    assert.unreachable();
  } catch (error) {
    assert.is((error as AppError).code, 'SERVICE_NOT_FOUND');
  }
});

test('tells the release that a patch has just brought, without a restart of the agent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetmend-facts-'));
  const file = join(folder, 'os-release');
  const release = (version: string): void =>
    writeFileSync(file, `ID="rocky"\nVERSION_ID="${version}"\nPRETTY_NAME="Rocky Linux ${version}"\n`);
  release('9.3');
  const host = createHostFacts([join(folder, 'none'), file]);
  const before = await host.facts();
  assert.equal([before.osName, before.osVersion], ['Rocky Linux 9.3', '9.3']);
  release('9.4');
  const after = await host.facts();
  assert.equal([after.osName, after.osVersion], ['Rocky Linux 9.4', '9.4']);
  rmSync(folder, { recursive: true });
});

test('tells facts of this very host', async () => {
  const facts = await createHostFacts().facts();
  assert.match(facts.arch, /^[a-z0-9_-]+$/);
  assert.ok(facts.memoryBytes > 0 && facts.cpuCount > 0 && facts.rootDisk.totalBytes > 0);
  assert.ok(facts.bootedAt.getTime() < Date.now());
});

test('a host has a name that the manager takes, whatever somebody has called it', () => {
  const machineId = '118ef90200b684c79e2625319b386fe9';
  const names = {
    'host.example.org.': 'host.example.org',
    'db-': 'db',
    büro: 'xn--bro-hoa',
    'drucker.büro.example': 'drucker.xn--bro-hoa.example',
    'web 1': 'web1',
    '(none)': 'host-118ef90200b6',
    '…': 'host-118ef90200b6',
    web_1: 'web_1',
  };
  for (const [name, wanted] of Object.entries(names)) assert.is(usableName(name, machineId), wanted, name);
  assert.is(usableName(`${'a'.repeat(252)}-b`, machineId).length, 252);
});

test.run();
