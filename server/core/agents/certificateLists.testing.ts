import { X509Certificate } from 'node:crypto';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { ago, by, DAY_MS, enroll, issue, type World } from './agents.testing.ts';

/** Lists and counts of certificates, and what the authority tells of itself. */
export function certificatesAreListed(test: Test<World>): void {
  test('certificates are listed newest first, by pages, by host and by state as it is now', async (world) => {
    const { app } = world;
    const { ca } = app.ctx.core.agents;
    const hostId = await enroll(world);
    for (let n = 0; n < 3; n++) await issue(world, hostId);
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ca.list>> = await ca.list({
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      assert.is(page.total, 5);
      ids.push(...page.certificates.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.equal(ids, [...ids].sort().reverse());
    assert.is(new Set(ids).size, 5);
    const byEnd = await ca.list({ sort: 'not_after', limit: 3 });
    const rest = await ca.list({ sort: 'not_after', limit: 3, cursor: byEnd.nextCursor ?? '' });
    assert.is(new Set([...byEnd.certificates, ...rest.certificates].map(({ id }) => id)).size, 5);
    await app.ctx.db
      .knex('agents_certificates')
      .where('host_id', hostId)
      .update({ not_after: ago(1_000) });
    assert.is((await ca.list({ hostId, status: 'expired' })).total, 3, 'before anybody marked them');
    assert.is((await ca.list({ hostId, status: 'active' })).total, 0);
  });

  test('the authority tells of itself; certificates are counted by the week in which they end, and found by name', async (world) => {
    const { app } = world;
    const { ca } = app.ctx.core.agents;
    const { certificate } = await issue(world, await enroll(world));
    const own = await ca.facts();
    assert.is(
      own.fingerprintSha256,
      new X509Certificate(ca.rootPem()).fingerprint256.replaceAll(':', '').toLowerCase(),
    );
    assert.match(own.name, /Fleetmend/);
    assert.equal([own.revokedTotal, own.activeTotal, own.weeks.length], [0, 3, 14]);
    const weeks = () => ca.facts().then(({ weeks: all }) => all.map(({ certificates }) => certificates));
    // Ninety days are twelve weeks and six days.
    assert.equal(await weeks(), [...Array<number>(12).fill(0), 3, 0]);
    const soon = new Date(app.clock.now().getTime() + 10 * DAY_MS);
    await app.ctx.db.knex('agents_certificates').where('id', certificate.id).update({ not_after: soon });
    assert.equal(await weeks(), [0, 1, ...Array<number>(10).fill(0), 2, 0]);
    const inDays = (days: number): Date => new Date(app.clock.now().getTime() + days * DAY_MS);
    assert.equal([await ca.countExpiring(inDays(14)), await ca.countExpiring(inDays(9))], [1, 0]);
    const found = async (query: object): Promise<string[]> =>
      (await ca.list({ status: 'active', ...query })).certificates.map(({ id }) => id);
    assert.equal(await found({ notAfterTo: inDays(14) }), [certificate.id]);
    assert.equal(await found({ search: 'WEB1.exam' }), [certificate.id]);
    assert.equal(await found({ search: certificate.serialNumber.slice(0, 12) }), [certificate.id]);
    assert.equal(await found({ search: '100%' }), []);
    await app.ctx.tx((tx) => ca.revoke(tx, { certificateId: certificate.id }, by));
    const after = await ca.facts();
    assert.equal([after.revokedTotal, after.activeTotal], [1, 2]);
  });
}
