import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCsr } from '#server/shared/pki/csr.ts';
import { hostUri } from '#server/shared/pki/names.ts';
import { createKeyPair, issueLeaf, parseCsr, publicKeyPin } from './index.ts';
import { type Context, openssl, setUp, tearDown } from './pki.testing.ts';

const hostId = randomUUID();

const test = suite<Context>('requests for certificates');
test.before.each(setUp);
test.after.each(tearDown);

test('a CSR gives its key, and the names it asks for reach no certificate', async ({ dir, ca }) => {
  await openssl(dir, [
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'k.pem',
    '-out',
    'r.pem',
    '-subj',
    '/CN=manager',
    '-addext',
    'subjectAltName=URI:urn:fleetmend:manager',
    '-addext',
    'basicConstraints=CA:TRUE',
  ]);
  const { text } = await openssl(dir, ['req', '-in', 'r.pem']);
  const csr = parseCsr(text);
  assert.is(csr.keyType, 'rsa');
  const { publicKeyPem } = csr;
  const leaf = issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId }, now: new Date() });
  assert.equal([leaf.kind, leaf.uris, leaf.commonName], ['host', [hostUri(hostId)], hostId]);
  const strict = await openssl(
    dir,
    ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', 'ca.pem', 'leaf.pem'],
    {
      'leaf.pem': leaf.certificatePem,
    },
  );
  assert.is(strict.code, 0, strict.text);
});

test("the agent's own CSR is read by openssl and by the CA", async ({ dir }) => {
  const { privateKeyPem, publicKeyPem } = await createKeyPair();
  const csrPem = createCsr(createPrivateKey(privateKeyPem), 'web-1');
  assert.is(parseCsr(csrPem).publicKeyPin, publicKeyPin(publicKeyPem));
  const result = await openssl(dir, ['req', '-verify', '-in', 'a.pem', '-noout'], { 'a.pem': csrPem });
  assert.match(result.text, /verify OK/);
});

const codeOf = (act: () => unknown): unknown => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('CSRs with weak or unknown keys are refused', () => {
  const weak = [
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey,
    generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).privateKey,
    generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey,
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey,
  ];
  for (const key of weak)
    assert.is(
      codeOf(() => parseCsr(createCsr(key, 'x'))),
      'KEY_UNSUPPORTED',
    );
});

test('a CSR that was changed, cut, doubled or is none is refused', async () => {
  const { privateKeyPem } = await createKeyPair();
  const csr = createCsr(createPrivateKey(privateKeyPem), 'web-1');
  const der = Buffer.from(csr.split('\n').slice(1, -2).join(''), 'base64');
  const pem = (bytes: Buffer) =>
    `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
  assert.is(
    codeOf(() => parseCsr(pem(der))),
    'accepted',
  );
  const flipped = Buffer.from(der);
  const nameAt = flipped.indexOf('web-1');
  flipped[nameAt] = (flipped[nameAt] ?? 0) ^ 1;
  const bad = [
    pem(flipped),
    pem(der.subarray(0, 60)),
    pem(Buffer.concat([der, der])),
    csr + csr,
    '',
    'x'.repeat(20_000),
  ];
  bad.push(
    pem(Buffer.from('30800000', 'hex')),
    pem(Buffer.from('30'.repeat(200), 'hex')),
    csr.replace('END', 'FIN'),
  );
  for (const text of bad)
    assert.is(
      codeOf(() => parseCsr(text)),
      'CSR_INVALID',
    );
});

test.run();
