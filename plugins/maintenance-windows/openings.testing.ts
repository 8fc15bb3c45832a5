import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addFreeze,
  addGroup,
  addWindow,
  codeOf,
  draft,
  HOUR_MS,
  made,
  once,
  type Schemas,
  type World,
} from './windows.testing.ts';

/** When windows open: in the calendar, at each host, and in the preview of a draft. */
export function openingsAreTold(test: Test<World>): void {
  test('a calendar holds what is open or frozen and not over, by start, and says when there is more', async ({
    kit,
  }) => {
    const { id: host } = await kit.addHost();
    const group = await addGroup(kit, [host]);
    await addWindow(kit, host, draft());
    await addWindow(kit, host, once(-3 * HOUR_MS, HOUR_MS, { name: 'over' }));
    await addWindow(kit, host, once(HOUR_MS, HOUR_MS, { name: 'off', enabled: false }));
    await addFreeze(kit, once(-HOUR_MS, 30 * HOUR_MS, { group_id: group.id, name: 'frozen' }));
    const between = (from: string, to: string) =>
      kit.call('GET', `/api/v1/maintenance-windows/openings?from=${from}&to=${to}`, { role: 'reporter' });
    const list = async (from: string, to: string) => {
      const { openings, is_cut: isCut } = await made<Schemas['OpeningList']>(between(from, to), 200);
      return [
        isCut,
        ...openings.map(({ name, kind, starts_at: at }) => `${at.slice(0, 16)} ${kind} ${name}`),
      ];
    };
    assert.equal(await list('2026-01-01T00:00:00.000Z', '2026-01-26T00:00:00.000Z'), [
      false,
      '2026-01-15T11:00 freeze frozen',
      '2026-01-18T01:00 window Sunday night',
      '2026-01-25T01:00 window Sunday night',
    ]);
    assert.equal(
      await list('2026-01-18T03:00:00.000Z', '2026-01-25T01:00:00.000Z'),
      [false],
      'ends are not in it',
    );
    const hourly = { rrule: 'DTSTART:20260118T000000\nRRULE:FREQ=HOURLY', duration_secs: 60, name: 'hourly' };
    const dense = await addWindow(kit, host, draft(hourly));
    // A manager on a slow machine knows its first eight openings only.
    assert.is((await list('2026-01-18T00:00:00.000Z', '2026-01-18T06:00:00.000Z'))[0], false);
    assert.is((await list('2026-01-19T00:00:00.000Z', '2026-02-10T00:00:00.000Z'))[0], true);
    for (const to of ['2026-01-01T00:00:00.000Z', '2026-03-05T00:00:00.000Z'])
      assert.is(codeOf(await between('2026-01-01T00:00:00.000Z', to)), '400 VALIDATION_FAILED');
    await kit.call('DELETE', `/api/v1/hosts/${host}/maintenance-windows/${dense.id}`);
    await kit.call('DELETE', `/api/v1/groups/${group.id}`);
    await kit.call('DELETE', `/api/v1/hosts/${host}`);
  });

  test('each host tells its next window, its groups’ united with its own; none where it has none, or none opens again', async ({
    kit,
  }) => {
    const hosts = [await kit.addHost(), await kit.addHost(), await kit.addHost(), await kit.addHost()];
    const [both, ofGroup, over, free] = hosts.map(({ id }) => id);
    const rule = { match: 'any', conditions: [] as object[] };
    for (const { id } of [both, ofGroup].map((id) => ({ id }))) {
      const { fqdn } = await made<Schemas['Host']>(kit.call('GET', `/api/v1/hosts/${id}`), 200);
      rule.conditions.push({ field: 'fqdn', operator: 'equals', value: fqdn });
    }
    const group = await made<Schemas['Group']>(
      kit.call('POST', '/api/v1/groups', { body: { name: 'by rule', rule } }),
    );
    await made(
      kit.call('POST', `/api/v1/groups/${group.id}/maintenance-windows`, {
        body: once(2 * HOUR_MS, HOUR_MS),
      }),
    );
    await addWindow(kit, both ?? '', once(HOUR_MS, HOUR_MS));
    await addWindow(kit, over ?? '', once(-3 * HOUR_MS, HOUR_MS));
    await addWindow(kit, over ?? '', once(5 * HOUR_MS, HOUR_MS, { enabled: false }));
    const freeze = await addFreeze(kit, once(0, 40 * HOUR_MS));
    const nextOf = (host: Schemas['Host'] | undefined) => [
      host?.next_window_start_at,
      host?.next_window_end_at,
    ];
    const shown = async () => {
      const { hosts: listed } = await made<Schemas['HostList']>(
        kit.call('GET', '/api/v1/hosts?limit=500', { role: 'reporter' }),
        200,
      );
      return [both, ofGroup, over, free].map((id) => nextOf(listed.find((host) => host.id === id)));
    };
    const expected = [
      ['2026-01-15T13:00:00.000Z', '2026-01-15T15:00:00.000Z'],
      ['2026-01-15T14:00:00.000Z', '2026-01-15T15:00:00.000Z'],
      [null, null],
      [null, null],
    ];
    assert.equal(await shown(), expected);
    assert.equal(
      nextOf(await made<Schemas['Host']>(kit.call('GET', `/api/v1/hosts/${both}`), 200)),
      expected[0],
    );

    const { knex } = kit.ctx.db;
    const broken = await addWindow(kit, free ?? '', once(HOUR_MS, HOUR_MS));
    await knex('maintenance_windows_entries')
      .where('id', broken.id)
      .update({ timezone: 'Mars/Olympus', edit_version: 2 });
    assert.equal(await shown(), expected, 'what cannot be evaluated hides no other');
    await kit.call('DELETE', `/api/v1/freezes/${freeze.id}`);
    for (const id of [both, ofGroup, over, free]) await kit.call('DELETE', `/api/v1/hosts/${id}`);
    await kit.call('DELETE', `/api/v1/groups/${group.id}`);
  });

  test('a preview names the days on which clocks change the start, and keeps nothing', async ({ kit }) => {
    const rrule = 'DTSTART:20260328T023000\nRRULE:FREQ=DAILY;COUNT=2';
    const body = draft({ rrule, duration_secs: 3_600 });
    const call = { role: 'reporter' as const, body };
    const { openings } = await made<Schemas['WindowPreview']>(
      kit.call('POST', '/api/v1/maintenance-windows/preview', call),
      200,
    );
    const freeze = { role: 'reporter' as const, body: once(0, 300 * 24 * HOUR_MS) };
    const { openings: long } = await made<Schemas['WindowPreview']>(
      kit.call('POST', '/api/v1/maintenance-windows/preview', freeze),
      200,
    );
    assert.is(long[0]?.ends_at, '2026-11-11T12:00:00.000Z', 'of a freeze, which may hold for longer, too');
    const later = draft({ rrule: 'DTSTART:20260326T023000\nRRULE:FREQ=DAILY;COUNT=1', days_after: 3 });
    const shifted = await made<Schemas['WindowPreview']>(
      kit.call('POST', '/api/v1/maintenance-windows/preview', { body: later }),
      200,
    );
    assert.equal(
      shifted.openings.map(({ local_start: local, clock_change: change }) => [local, change]),
      [['2026-03-29T03:30:00', 'skipped']],
      'the clocks of the later day count',
    );
    assert.equal(openings, [
      {
        starts_at: '2026-03-28T01:30:00.000Z',
        ends_at: '2026-03-28T02:30:00.000Z',
        local_start: '2026-03-28T02:30:00',
        clock_change: null,
      },
      {
        starts_at: '2026-03-29T01:30:00.000Z',
        ends_at: '2026-03-29T02:30:00.000Z',
        local_start: '2026-03-29T03:30:00',
        clock_change: 'skipped',
      },
    ]);
  });
}
