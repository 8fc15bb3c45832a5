import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Host, HostPatches } from '../server/core/hosts/api.ts';
import { patchReport } from './quickstartTable.ts';

const test = suite('quickstart table');
const now = new Date('2026-01-15T12:00:00Z');
const host = { fqdn: 'web1.example.org' } as Host;

function patch(
  name: string,
  more: Partial<HostPatches['patches'][number]> = {},
): HostPatches['patches'][number] {
  return {
    name,
    arch: 'amd64',
    current_version: '1.0',
    available_version: '1.1',
    security: false,
    security_version: null,
    severity: null,
    advisories: [],
    origin: 'Debian',
    download_size_bytes: 1,
    held: false,
    phased: false,
    kept_back_reason: null,
    ...more,
  };
}

function report(list: Partial<HostPatches>, readOnly = false): string {
  const whole: HostPatches = {
    hostId: 'x',
    patches: [],
    total: null,
    securityTotal: null,
    refreshedAt: new Date('2026-01-15T11:57:00Z'),
    polledAt: now,
    rebootRequired: false,
    rebootReasons: [],
    packageManager: 'apt',
    ...list,
  };
  return patchReport({ host, list: whole, readOnly, now });
}

test('security comes first, then the name decides', () => {
  const patches = [patch('zlib1g'), patch('apt'), patch('openssl', { security: true })];
  const lines = report({ patches }).split('\n');
  assert.is(lines[0], '3 pending patches, 1 for security (package lists 3 minutes old):');
  assert.equal(
    lines.slice(3).map((line) => /\S+:amd64/.exec(line)?.[0]),
    ['openssl:amd64', 'apt:amd64', 'zlib1g:amd64'],
  );
  assert.match(lines[3] ?? '', /^ {2}yes +openssl:amd64 +1\.0 +1\.1 +Debian$/);
});

test('a patch that a job would leave out says why', () => {
  const patches = [patch('lab-held', { held: true, kept_back_reason: 'HELD' })];
  assert.match(report({ patches }), /kept back: held$/m);
});

test('lists that were never refreshed are named, whatever else is known', () => {
  const text = report({ refreshedAt: null });
  assert.match(
    text,
    /package lists of web1\.example\.org were never refreshed: what is pending is not known/,
  );
  assert.not.match(text, /No pending/);
  assert.match(report({ refreshedAt: null }, true), /as root with: apt-get update/);
  assert.match(report({ refreshedAt: null, packageManager: 'dnf' }, true), /as root with: dnf makecache/);
  assert.match(report({ refreshedAt: null, packageManager: 'zypper' }, true), /as root with: zypper refresh/);
});

test('nothing pending is a sentence, not an empty table', () => {
  assert.is(report({}), 'No pending patches (package lists 3 minutes old).');
});

test('a due reboot is named with its reasons', () => {
  const text = report({ patches: [patch('libc6')], rebootRequired: true, rebootReasons: ['libc6'] });
  assert.match(text, /^A reboot is due: libc6\.$/m);
});

test('what a host says cannot steer the terminal', () => {
  const text = report({ patches: [patch('evil\u001b[2J', { origin: 'a\nb' })] });
  assert.not.match(text, /\u001b/);
  assert.match(text, /a\?b/);
});

test.run();
