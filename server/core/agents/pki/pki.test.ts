import { randomUUID, X509Certificate } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostServerName, hostUri } from '#server/shared/pki/names.ts';
import {
  createKeyPair,
  describeCertificate,
  issueLeaf,
  type LeafProfile,
  publicKeyPin,
  signCrl,
} from './index.ts';
import { type Context, createAuthority, issue, openssl, setUp, tearDown } from './pki.testing.ts';

const test = suite<Context>('pki');
test.before.each(setUp);
test.after.each(tearDown);

const day = 86_400_000;

test('the root passes strict verification and lives ten years', async ({ dir, ca }) => {
  const strict = await openssl(dir, [
    'verify',
    '-x509_strict',
    '-check_ss_sig',
    '-CAfile',
    'ca.pem',
    'ca.pem',
  ]);
  assert.is(strict.code, 0, strict.text);
  const root = describeCertificate(ca.certificatePem);
  assert.is(root.kind, 'ca');
  assert.is(root.notAfter.getUTCFullYear() - new Date().getUTCFullYear(), 10);
});

const hostId = randomUUID();
const purposes: { profile: LeafProfile; passes: string[]; fails: string[] }[] = [
  {
    profile: { kind: 'host', hostId, hostname: 'web-1.example' },
    passes: ['sslserver', 'sslclient'],
    fails: [],
  },
  { profile: { kind: 'manager' }, passes: ['sslclient'], fails: ['sslserver'] },
  {
    profile: { kind: 'web', names: ['localhost', '127.0.0.1', '::1'] },
    passes: ['sslserver'],
    fails: ['sslclient'],
  },
];

for (const { profile, passes, fails } of purposes) {
  test(`a ${profile.kind} certificate passes strict verification for its purposes alone`, async ({
    dir,
    ca,
  }) => {
    const leaf = await issue(ca, profile);
    const verify = (purpose: string) =>
      openssl(dir, ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', 'ca.pem', 'leaf.pem'], {
        'leaf.pem': leaf.certificatePem,
      });
    for (const purpose of passes) {
      const result = await verify(purpose);
      assert.is(result.code, 0, result.text);
    }
    for (const purpose of fails) assert.is.not((await verify(purpose)).code, 0, purpose);
    assert.is(leaf.kind, profile.kind);
    assert.is(Math.round((leaf.notAfter.getTime() - Date.now()) / day), 90);
  });
}

test('a host certificate names the host id, and the host name only in its common name', async ({ ca }) => {
  const leaf = await issue(ca, { kind: 'host', hostId, hostname: 'db-1' });
  assert.equal(leaf.dnsNames, [hostServerName(hostId)]);
  assert.equal(leaf.uris, [hostUri(hostId)]);
  assert.is(leaf.hostId, hostId);
  assert.is(leaf.commonName, 'db-1');
  assert.is((await issue(ca, { kind: 'host', hostId })).commonName, hostId);
  assert.is((await issue(ca, { kind: 'host', hostId, hostname: 'x'.repeat(65) })).commonName, hostId);
});

test('names with control characters or beyond ASCII are refused', async ({ ca }) => {
  const codes: unknown[] = [];
  for (const profile of [
    { kind: 'host', hostId, hostname: 'a\nCN=b' },
    { kind: 'web', names: ['ex ample'] },
  ] satisfies LeafProfile[])
    await issue(ca, profile).catch((error: { code: string }) => codes.push(error.code));
  assert.equal(codes, ['NAME_INVALID', 'NAME_INVALID']);
});

test('a web certificate holds addresses as addresses', async ({ dir, ca }) => {
  const { certificatePem } = await issue(ca, {
    kind: 'web',
    names: ['10.0.0.1', '2001:db8::7', 'patch.example'],
  });
  const certificate = new X509Certificate(certificatePem);
  assert.ok(certificate.checkIP('10.0.0.1') && certificate.checkIP('2001:db8::7'));
  assert.ok(certificate.checkHost('manager.fleetmend.internal') && certificate.checkHost('patch.example'));
  const verified = await openssl(
    dir,
    ['verify', '-x509_strict', '-verify_ip', '2001:db8::7', '-CAfile', 'ca.pem', 'web.pem'],
    { 'web.pem': certificatePem },
  );
  assert.is(verified.code, 0, verified.text);
});

test('serial numbers are positive, 128 bits long and never the same', async ({ ca }) => {
  const { publicKeyPem } = await createKeyPair();
  const serials = Array.from(
    { length: 64 },
    () => issueLeaf({ ca, publicKeyPem, profile: { kind: 'manager' }, now: new Date() }).serial,
  );
  assert.is(new Set(serials).size, 64);
  for (const serial of serials) assert.match(serial, /^[4-7][0-9a-f]{31}$/);
});

test('clocks five minutes apart agree on a new certificate', async ({ ca }) => {
  const leaf = await issue(ca, { kind: 'manager' });
  assert.ok(leaf.notBefore.getTime() <= Date.now() - 5 * 60_000);
});

test('a leaf never outlives its CA', async () => {
  const old = await createAuthority(new Date(Date.now() - (10 * 365 - 30) * day));
  const leaf = await issue(old, { kind: 'manager' });
  assert.equal(leaf.notAfter, describeCertificate(old.certificatePem).notAfter);
});

test('a leaf of another CA fails verification', async ({ dir }) => {
  const leaf = await issue(await createAuthority(), { kind: 'manager' });
  const result = await openssl(dir, ['verify', '-CAfile', 'ca.pem', 'leaf.pem'], {
    'leaf.pem': leaf.certificatePem,
  });
  assert.is.not(result.code, 0);
});

test('the pin is the SHA-256 of the public key as openssl computes it', async ({ dir, ca }) => {
  await openssl(dir, ['x509', '-in', 'ca.pem', '-noout', '-pubkey', '-out', 'key.pem']);
  await openssl(dir, ['pkey', '-pubin', '-in', 'key.pem', '-outform', 'DER', '-out', 'key.der']);
  const { text } = await openssl(dir, ['dgst', '-sha256', '-r', 'key.der']);
  assert.is(publicKeyPin(ca.certificatePem), text.slice(0, 64));
});

test('a revocation list verifies, and openssl refuses what it names', async ({ dir, ca }) => {
  const kept = await issue(ca, { kind: 'manager' });
  const revoked = await issue(ca, { kind: 'host', hostId });
  const now = new Date();
  const entry = { serial: revoked.serial, revokedAt: now, reason: 'superseded' as const };
  const crl = signCrl({ ca, number: 300, revoked: [entry], now });
  const shown = await openssl(
    dir,
    ['crl', '-verify', '-CAfile', 'ca.pem', '-in', 'crl.pem', '-noout', '-text'],
    { 'crl.pem': crl, 'kept.pem': kept.certificatePem, 'revoked.pem': revoked.certificatePem },
  );
  assert.match(shown.text, /verify OK/);
  assert.match(shown.text.toLowerCase(), `serial number: ${revoked.serial}`);
  const check = (leaf: string) =>
    openssl(dir, ['verify', '-x509_strict', '-crl_check', '-CAfile', 'ca.pem', '-CRLfile', 'crl.pem', leaf]);
  assert.is((await check('kept.pem')).code, 0);
  assert.match((await check('revoked.pem')).text, /certificate revoked/);
});

test('an empty revocation list verifies too', async ({ dir, ca }) => {
  const crl = signCrl({ ca, number: 1, revoked: [], now: new Date() });
  const result = await openssl(dir, ['crl', '-verify', '-CAfile', 'ca.pem', '-in', 'crl.pem', '-noout'], {
    'crl.pem': crl,
  });
  assert.match(result.text, /verify OK/);
});

test.run();
