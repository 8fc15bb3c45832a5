import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HostScope } from '#sdk';
import { codeOf, made } from '../../test/support/pluginManager.ts';
import {
  add,
  draft,
  ended,
  PATH,
  read,
  sees,
  type Schedule,
  type Schemas,
  type World,
} from './schedules.testing.ts';

/** Who may have which report made. */
export function reportsKeepToRights(test: Test<World>): void {
  test('the audit log is mailed only for who may read it, then and now', async ({ kit }) => {
    const body = draft({ report_type: 'audit' });
    assert.is(codeOf(await kit.call('POST', PATH, { role: 'operator', body })), '403 FORBIDDEN');
    const { id } = await add(kit, { report_type: 'audit' });
    const { schedules } = await made<Schemas['ReportScheduleList']>(
      kit.call('GET', PATH, { role: 'operator' }),
      200,
    );
    assert.equal(schedules, []);
    assert.is(
      codeOf(await kit.call('GET', `${PATH}/${id}`, { role: 'operator' })),
      '404 REPORT_SCHEDULE_NOT_FOUND',
    );
    assert.is(
      codeOf(await kit.call('POST', `${PATH}/${id}/run`, { role: 'operator' })),
      '404 REPORT_SCHEDULE_NOT_FOUND',
    );
    await kit.ctx.tx((tx) => tx.knex('reports_schedules').update({ author_id: null }));
    assert.match((await ended(kit, id)).last_run?.message ?? '', /may not read the audit log any more/);
  });

  test('a report goes out with the rights that its author has today', async ({ kit, mail }) => {
    const [one] = kit.hosts;
    assert.ok(one);
    const admin = await kit.ctx.core.identity.accounts.findByName('admin');
    const { id } = await add(kit, { enabled: false });
    const change = (table: string, to: object) => kit.ctx.tx((tx) => tx.knex(table).update(to));
    const run = async () => {
      const before = mail.received.length;
      await kit.clock.advance(1_000);
      await made(kit.call('POST', `${PATH}/${id}/run`), 202);
      const { last_run: last } = await ended(kit, id);
      if (last?.state === 'mailed') await kit.until(() => mail.received.length > before);
      return last;
    };
    const lines = (): number =>
      String(mail.received.at(-1)?.mail.attachments[0]?.content).trim().split('\r\n').length - 1;
    await change('reports_schedules', { author_id: admin?.id });
    assert.is((await run())?.state, 'mailed');
    assert.is(lines(), kit.hosts.length);
    // Whoever was an administrator and sees one host now has that one reported.
    sees({ hostIds: [one.id] });
    await change('identity_users', { role: 'operator' });
    assert.is((await run())?.state, 'mailed');
    assert.is(lines(), 1);
    await change('identity_users', { disabled: true });
    assert.match(
      (await run())?.message ?? '',
      /may not sign in any more; someone with the right role must save it again/,
    );
    await change('identity_users', { role: 'admin', disabled: false });
    await change('reports_schedules', { author_id: null });
    assert.is((await run())?.state, 'failed');
  });

  test('who sees fewer hosts than when the schedule was saved does not have it made over all of them', async ({
    kit,
    mail,
  }) => {
    const [one, two] = kit.hosts.map(({ id }) => id);
    assert.ok(one && two);
    const body = draft({ enabled: false });
    const { id } = await made<Schedule>(kit.call('POST', PATH, { role: 'operator', body }));
    const saved = (hosts: HostScope) =>
      kit.ctx.tx((tx) => tx.knex('reports_schedules').update({ scope: JSON.stringify({ hosts }) }));
    const run = async () => codeOf(await kit.call('POST', `${PATH}/${id}/run`, { role: 'operator' }));
    sees({ hostIds: [one] });
    assert.is(await run(), '403 FORBIDDEN');
    await saved({ hostIds: [one, two] });
    assert.is(await run(), '403 FORBIDDEN');
    assert.is((await read(kit, id)).last_run, null);
    assert.is(mail.received.length, 0);
    await saved({ hostIds: [one] });
    assert.is(await run(), '202');
    assert.is((await ended(kit, id)).last_run?.state, 'mailed');
  });
}
