import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enrollLine } from './enrollLine.ts';
import { addressWarning, printed, stepsOf } from './texts.ts';

const test = suite('web/domain/enrollment/enrollLine');

const installer = {
  manager_url: 'https://patch.example.org',
  is_url_configured: true,
  is_url_loopback: false,
  command: '{ echo PROOF; curl …; } | sh -s --',
  packages: [
    {
      name: 'agent_1.0_amd64.deb',
      format: 'deb' as const,
      arch: 'x64',
      version: '1.0',
      size_bytes: 1,
      sha256: '',
    },
  ],
};

test('the line names the address that the manager gives', () => {
  assert.is(enrollLine(installer, { token: 'fme_a.b' }), '{ echo token=fme_a.b; curl …; } | sh -s --');
  assert.is(
    enrollLine({ ...installer, packages: [] }, { fingerprint: 'ab12' }),
    'node agent/main.ts --manager-url https://patch.example.org --ca-fingerprint ab12',
  );
  assert.is(
    enrollLine({ ...installer, packages: [] }, { token: 'fme_a.b' }),
    'echo fme_a.b | node agent/main.ts --manager-url https://patch.example.org --token-file /dev/stdin',
  );
});

test('a host that is enrolled already is enrolled again', () => {
  const proof = { fingerprint: 'ab12' };
  assert.is(
    enrollLine(installer, proof, { again: true }),
    '{ echo ca_fingerprint=ab12; curl …; } | sh -s -- --again',
  );
  assert.is(
    enrollLine({ ...installer, packages: [] }, proof, { again: true }),
    'node agent/main.ts enroll --again --manager-url https://patch.example.org --ca-fingerprint ab12',
  );
  assert.is(
    enrollLine({ ...installer, packages: [] }, proof, { connection: 'dial' }),
    'node agent/main.ts --manager-url https://patch.example.org --connection dial --ca-fingerprint ab12',
  );
});

test('an address that hosts cannot reach is told, and one that nobody has chosen', () => {
  assert.is(addressWarning(installer), null);
  const loopback = { ...installer, manager_url: 'https://127.0.0.1:8443', is_url_loopback: true };
  assert.match(addressWarning(loopback) ?? '', /127\.0\.0\.1:8443, which other hosts/);
  assert.match(addressWarning({ ...installer, is_url_configured: false }) ?? '', /is not set/);
});

test('what is expected names the package of the system', () => {
  assert.match(printed('debian', installer, true), /download agent_1\.0_amd64\.deb\n/);
  assert.match(printed('suse', installer, false), /download fleetmend-agent\.rpm\n/);
  assert.match(printed('suse', installer, false), /must approve this host now/);
  assert.not.match(printed('suse', installer, true), /must approve this host now/);
  assert.match(stepsOf('debian', installer).join(' '), /dpkg/);
});

test.run();
