import { readdir } from 'node:fs/promises';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { issueLeaf, parseCsr } from '../../server/core/agents/pki/index.ts';
import type { Authority } from '../../server/core/agents/pki/index.ts';
import type { AgentCall } from '../http/handler.ts';
import { createCertificateRoutes } from '../http/routes/certificates.ts';
import { createAuthority, emptyCrl, issuePair } from './fakeManager.ts';
import { call, connect, DAY_MS, hostId, reasonOf, type ListenerWorld } from './listener.ts';

/** How the manager replaces the certificate of an agent, and its trust. */
export function certificatesAreReplaced(test: Test<ListenerWorld>): void {
  test('the routes renew the certificate over a connection that stays open', async (context) => {
    const routes = createCertificateRoutes(context.identity);
    const { identity, ca } = context;
    const before = identity.identity.certificate;
    const ask = (operationId: string, body: unknown) =>
      ({ operationId, body, headers: {} }) as unknown as AgentCall;
    const csr = (await routes.createCsr(ask('createCsr', null))).data as { csr_pem: string };
    assert.is(await call(context, context.manager), 200);
    assert.ok(identity.identity.certificate.raw.equals(before.raw));
    const { publicKeyPem } = parseCsr(csr.csr_pem);
    const leaf = issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId }, now: new Date() });
    const install = ask('installCertificate', { certificate_pem: leaf.certificatePem });
    const { data } = await routes.installCertificate(install);
    assert.equal(data, {
      serial_number: leaf.serial,
      fingerprint_sha256: leaf.fingerprint,
      expires_at: leaf.notAfter.toISOString(),
    });
    assert.equal((await routes.installCertificate(install)).data, data);
    assert.ok((await readdir(identity.store.dir)).includes('previous.key'));
    const { socket } = await connect(context, context.manager);
    assert.is(socket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase(), leaf.fingerprint);
    socket.destroy();
    assert.is(await call(context, context.manager), 200);
    await routes.installCertificate(install);
    assert.not((await readdir(identity.store.dir)).includes('previous.key'));
  });

  test('a CSR that is asked for meanwhile does not take the key of the certificate that comes', async (context) => {
    const { identity, ca } = context;
    const now = new Date();
    for (let round = 0; round < 5; round += 1) {
      const { publicKeyPem } = parseCsr(await identity.createCsr('manager'));
      const leaf = issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId }, now });
      await Promise.all([identity.installCertificate(leaf.certificatePem), identity.createCsr('manager')]);
      assert.is((await identity.store.load())?.certificatePem, leaf.certificatePem);
    }
  });

  test('a certificate that is not this agent’s own is refused with nothing changed', async (context) => {
    const { ca, identity } = context;
    const { publicKeyPem } = parseCsr(await identity.createCsr('manager'));
    const now = new Date();
    const other = await createAuthority();
    const issueFor = (authority: Authority, id: string, at = now) =>
      issueLeaf({ ca: authority, publicKeyPem, profile: { kind: 'host', hostId: id }, now: at })
        .certificatePem;
    const cases: [string, string][] = [
      [issueFor(other, hostId), 'not issued by a trusted root'],
      [issueFor(ca, 'another'), "is not this host's"],
      [issueFor(ca, hostId, new Date(now.getTime() - 100 * DAY_MS)), 'expired'],
      [(await issuePair(ca, { kind: 'host', hostId })).cert, 'did not make'],
      [
        issueLeaf({ ca, publicKeyPem, profile: { kind: 'manager' }, now }).certificatePem,
        "is not this host's",
      ],
      ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'cannot be read'],
    ];
    const before = identity.identity.certificatePem;
    for (const [pem, reason] of cases) assert.match(await reasonOf(identity.installCertificate(pem)), reason);
    assert.is(identity.identity.certificatePem, before);
    assert.is(await call(context, context.manager), 200);
  });

  test('installTrust refuses to shut out its own caller, known by the request', async (context) => {
    const routes = createCertificateRoutes(context.identity);
    assert.is(await call(context, context.manager), 200);
    const body = {
      ca_pems: [context.ca.certificatePem],
      crl_pem: emptyCrl(context.ca, 9, [context.manager.serial]),
    };
    const asked = { operationId: 'installTrust', body, headers: context.headers } as unknown as AgentCall;
    assert.match(await reasonOf(routes.installTrust(asked)), "caller's own certificate");
    const fine = { ...asked, body: { ...body, crl_pem: emptyCrl(context.ca, 9) } };
    const { data } = await routes.installTrust(fine);
    assert.is((data as { root_fingerprints_sha256: string[] }).root_fingerprints_sha256.length, 1);
    assert.match((data as { crl_next_update_at: string }).crl_next_update_at, /^\d{4}-.*Z$/);
  });
}
