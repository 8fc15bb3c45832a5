import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  X509Certificate,
} from 'node:crypto';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyPin } from '../../server/core/agents/pki/index.ts';
import { systemActor } from '../../server/kernel/security/actor.ts';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { codeOf, issue, list, revokedSerials, type Schemas, type World } from './certificates.testing.ts';

/** Certificates that take the place of others: renewed, or issued again. */
export function certificatesAreReplaced(test: Test<World>): void {
  test('renewal goes through the agent; one that cannot be reached keeps what it has', async ({
    app,
    hostId,
  }) => {
    const { certificate } = await issue(app, hostId);
    const answer = await app.call('POST', `/api/v1/certificates/${certificate.id}/renew`);
    assert.is(answer.status, 502);
    assert.is(codeOf(answer), 'HOST_UNREACHABLE');
    assert.is((await list(app, `?host_id=${hostId}&status=active`)).certificates[0]?.id, certificate.id);
  });

  test('re-issue for a host that cannot be reached revokes all the same and shows the key once', async ({
    app,
    hostId,
  }) => {
    const old = await issue(app, hostId);
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await app.call('POST', `/api/v1/hosts/${hostId}/certificates/reissue`, { headers });
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    const issued = answer.body as Schemas['ReissuedCertificate'];
    assert.is(issued.installed, false);
    assert.ok(
      new X509Certificate(issued.certificate_pem).checkPrivateKey(createPrivateKey(issued.key_pem ?? '')),
    );
    assert.match(await revokedSerials(app), old.certificate.serial_number);
    assert.equal(
      (await list(app, `?host_id=${hostId}&status=active`)).certificates.map(({ id }) => id),
      [issued.certificate.id],
    );

    const again = await app.call('POST', `/api/v1/hosts/${hostId}/certificates/reissue`, { headers });
    assert.is((again.body as Schemas['ReissuedCertificate']).certificate.id, issued.certificate.id);
    assert.is((again.body as Schemas['ReissuedCertificate']).key_pem, null);
  });

  test('re-issue through the agent hands out no key; the same idempotency key does it once', async ({
    app,
    hostId,
  }) => {
    await issue(app, hostId);
    const { agents } = app.ctx.core;
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    let calls = 0;
    agents.renewHostCertificate = async (id, by) => {
      calls++;
      return app.ctx.tx(async (tx) => {
        const made = await agents.ca.issueForCsr(tx, { hostId: id, csrPem: createCsr(key, 'x') }, by);
        await agents.ca.revokeAllOfHost(tx, { hostId: id, exceptId: made.certificate.id }, by);
        return made;
      });
    };
    const headers = { 'idempotency-key': randomUUID() };
    const answers = [];
    for (let call = 0; call < 2; call++)
      answers.push(
        (await app.call('POST', `/api/v1/hosts/${hostId}/certificates/reissue`, { headers }))
          .body as Schemas['ReissuedCertificate'],
      );
    assert.equal(
      answers.map(({ key_pem, installed }) => [key_pem, installed]),
      [
        [null, true],
        [null, true],
      ],
    );
    assert.is(answers[0]?.certificate.id, answers[1]?.certificate.id);
    assert.is(calls, 1);
    const spki = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
    assert.is(publicKeyPin(answers[0]?.certificate_pem ?? ''), publicKeyPin(spki));
  });

  test('an idempotency key that another administrator used for another host is a new key', async ({
    app,
    hostId,
  }) => {
    const { ctx } = app;
    const facts = { machineId: 'machine-0002', fqdn: 'db2.example.org', ipAddress: '127.0.0.1', port: 2 };
    const other = await ctx.tx((tx) =>
      ctx.core.hosts.createEnrolled(
        tx,
        { ...facts, loopbackAllowed: true },
        { actor: systemActor, address: null },
      ),
    );
    const headers = { 'idempotency-key': randomUUID() };
    const reissue = (id: string) => app.call('POST', `/api/v1/hosts/${id}/certificates/reissue`, { headers });
    await issue(app, other.id);
    assert.is((await reissue(other.id)).status, 200);
    await ctx.db.knex('kernel_idempotency').update({ actor_id: randomUUID() });

    const old = await issue(app, hostId);
    const answer = await reissue(hostId);
    assert.is(answer.status, 200, JSON.stringify(answer.body));
    const { certificate, key_pem: key } = answer.body as Schemas['ReissuedCertificate'];
    assert.equal([certificate.host_id, key === null], [hostId, false]);
    assert.match(await revokedSerials(app), old.certificate.serial_number);
    // The caller's own key stays bound to its host.
    assert.is(codeOf(await reissue(other.id)), 'IDEMPOTENCY_MISMATCH');
  });
}
