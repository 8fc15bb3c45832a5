import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf } from '../../test/support/pluginManager.ts';
import { cleanUp } from '../exposure/service/upkeep.ts';
import { csvOf, DAY_MS, EVIL, figuresOf, type Schemas, type World } from './reports.testing.ts';

/** Sums of one column of the database. */
const sumOf = async ({ kit }: World, table: string, sql: string): Promise<number> => {
  const [row] = (await kit.ctx.db.knex(table).select(kit.ctx.db.knex.raw(`${sql} as n`))) as { n: number }[];
  return Number(row?.n);
};

/** Milliseconds of a time as either database gives it. */
const timeOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : new Date(value as never).getTime();

/** What the statements decide: tested on both databases. */
export function figuresAreRight(test: Test<World>): void {
  test('each host has the standing that was written down for it by hand, with its reasons', async (w) => {
    const rows = await csvOf(w, 'compliance?format=csv');
    const told = rows.map(({ fqdn, standing, reasons, security_overdue: overdue }) =>
      [fqdn, standing, reasons, overdue].join(' | '),
    );
    assert.equal(told.sort(), [
      `'${EVIL} | not_compliant | OVERDUE_PATCHES | 1`,
      'fresh.example.org | compliant |  | 0',
      'good.example.org | compliant |  | 0',
      'late.example.org | not_compliant | OVERDUE_PATCHES | 1',
      'never.example.org | unknown | NEVER_READ | ',
      'restart.example.org | not_compliant | REBOOT_OWED | 0',
      'stale.example.org | unknown | NOT_READ_LATELY | 0',
      'unrecorded.example.org | unknown | SINCE_NOT_RECORDED | 0',
    ]);
    const oldest = Object.fromEntries(rows.map((row) => [row['fqdn'], row['oldest_pending_since']]));
    assert.is(oldest['unrecorded.example.org'], 'not_recorded');
    assert.is(oldest['good.example.org'], '');
    assert.is(oldest['late.example.org'], new Date(w.kit.clock.now().getTime() - 8 * DAY_MS).toISOString());
  });

  test('the figures of compliance are those of the database', async (w) => {
    const { answer, of } = await figuresOf(w, 'compliance/figures');
    const hosts = await sumOf(w, 'hosts_hosts', 'count(*)');
    assert.equal([of['hosts'], of['compliant'], of['not_compliant'], of['unknown']], [hosts, 2, 3, 3]);
    assert.is(of['compliant_percent'], 25, 'unknown hosts stay in the denominator');
    assert.is(of['security_pending'], await sumOf(w, 'hosts_hosts', 'sum(patches_security)'));
    assert.is(of['security_unknown'], await sumOf(w, 'hosts_hosts', 'sum(patches_security is null)'));
    assert.is(of['reboot_required'], await sumOf(w, 'hosts_hosts', 'sum(reboot_required)'));
    assert.equal([of['overdue_critical'], of['overdue_unrated'], of['overdue_important']], [1, 1, 0]);
    assert.equal(
      answer.chart.bars.map(({ value }) => value),
      [2, 3, 3],
    );
    assert.is(answer.rows, hosts);
    for (const { meaning } of answer.figures) assert.ok(meaning.length > 10, 'a number without its meaning');
  });

  test('a host counts once for each CVE, and patches without one are told too', async (w) => {
    const rows = await csvOf(w, 'vulnerability?format=csv');
    const told = rows.map((row) =>
      [row['fqdn'], row['state'], row['cve'], row['packages'], row['severity'], row['overdue']].join(' | '),
    );
    assert.equal(told.sort(), [
      `'${EVIL} | open | CVE-2026-0002 | '+evil:amd64 | unrated | true`,
      'fresh.example.org | open | CVE-2026-0001 | libssl:amd64 zlib:amd64 | critical | false',
      'fresh.example.org | open | CVE-2026-0002 | libssl:amd64 | important | false',
      'late.example.org | open |  | curl:amd64 | unrated | false',
      'late.example.org | open |  | openssl:amd64 | critical | true',
      'never.example.org | unknown |  |  |  | ',
      'stale.example.org | unknown |  | bash:amd64 | low | false',
      'unrecorded.example.org | open |  | sudo:amd64 | moderate | not_recorded',
    ]);
    const { of, answer } = await figuresOf(w, 'vulnerability/figures');
    assert.equal(
      [of['hosts'], of['hosts_unknown'], of['hosts_affected'], of['cves'], of['findings'], of['without_cve']],
      [8, 2, 5, 2, 7, 4],
    );
    assert.is(of['hosts_affected'], await sumOf(w, 'hosts_hosts', 'sum(patches_security > 0)'));
    assert.is(of['overdue'], 2);
    assert.equal(
      answer.chart.bars.map(({ label, value }) => `${label} ${value}`),
      ['critical 2', 'important 1', 'moderate 1', 'low 1', 'unrated 2'],
    );
  });

  test('what was closed within the period is counted, and told row by row where that is asked for', async (w) => {
    const { of, answer } = await figuresOf(w, 'vulnerability/figures');
    const since = w.kit.clock.now().getTime() - 30 * DAY_MS;
    const { knex } = w.kit.ctx.db;
    const patches = (await knex('exposure_patches').whereNotNull('closed_at')) as Record<string, unknown>[];
    const times = patches.map((row) => ['opened_at', 'due_at', 'closed_at'].map((name) => timeOf(row[name])));
    const within = times.filter(([, , closed]) => (closed ?? 0) >= since);
    const dated = within.filter(([opened]) => opened !== null);
    const days = dated.reduce((sum, [opened, , closed]) => sum + ((closed ?? 0) - (opened ?? 0)) / DAY_MS, 0);
    const inTime = within.filter(([, due, closed]) => due != null && due >= (closed ?? 0)).length;
    assert.equal([within.length, dated.length, inTime], [3, 2, 1], 'what was written for this test');
    assert.equal(
      [of['closed_findings'], of['closed_patches'], of['closed_in_time_percent'], of['closed_after_days']],
      [2, within.length, Math.floor((inTime * 1_000) / within.length) / 10, days / dated.length],
    );
    assert.match(answer.notes.join(' '), /What was closed is recorded since/);
    const told = async (query: string) =>
      (await csvOf(w, `vulnerability?format=csv${query}`))
        .filter(({ state }) => state === 'closed')
        .map((row) =>
          [row['fqdn'], row['cve'], row['packages'], row['severity'], row['age_days'], row['overdue']].join(
            ' | ',
          ),
        )
        .sort();
    assert.equal(await told(''), []);
    assert.equal(await told('&closed=true'), [
      `'${EVIL} |  | bash:amd64 | critical | 8 | false`,
      'good.example.org | CVE-2025-0100 | openssl | unrated | 15 | ',
      'late.example.org | CVE-2025-0100 | openssl | unrated |  | ',
    ]);
    assert.equal(await told(`&closed=true&group_id=${w.groups.empty}`), []);
    w.scope.now = { hostIds: [w.hosts.late.id] };
    const { body } = await w.kit.call('GET', '/api/v1/reports/vulnerability/figures', { role: 'reporter' });
    const own = (body as Schemas['ReportFigures']).figures.find(({ key }) => key === 'closed_patches');
    assert.is(own?.value, 1, 'who sees some hosts is told of theirs');
  });

  test('an earlier period tells what was open at its end, and that the kept time is over', async (w) => {
    const now = w.kit.clock.now().getTime();
    const at = (days: number) => new Date(now - days * DAY_MS).toISOString();
    const { of, answer } = await figuresOf(w, `vulnerability/figures?from=${at(1_000)}&to=${at(10)}`);
    assert.equal([of['closed_findings'], of['closed_patches'], of['closed_after_days']], [1, 1, 40]);
    const notes = answer.notes.join(' ');
    assert.match(notes, /2 findings with a CVE were open at its end and were closed after it/);
    assert.match(notes, /Closed findings are kept since 2024-01-1\d/);
    const put = (days: number) =>
      w.kit.call('PUT', '/api/v1/settings', { body: { exposure_retention: { closed_days: days } } });
    assert.is((await put(40)).status, 200);
    const later = await figuresOf(w, `vulnerability/figures?from=${at(50)}`);
    assert.match(later.answer.notes.join(' '), /Closed findings are kept since 2025-12-0\d/);
    const kept = async () =>
      Number(
        (await w.kit.ctx.db.knex('exposure_findings').where('cve', 'CVE-2025-0200').count({ n: '*' }))[0]?.n,
      );
    assert.is(await kept(), 1);
    await cleanUp(w.kit.ctx);
    assert.is(await kept(), 0, 'closed sixty days ago, kept for forty');
    assert.is((await put(29)).status, 400);
    assert.is((await put(730)).status, 200);
  });

  test('what is held and excepted is marked, and never overdue', async (w) => {
    const body = {
      host_id: w.hosts.evil.id,
      package: '+evil',
      reason: 'waits for the vendor',
      expires_at: new Date(w.kit.clock.now().getTime() + DAY_MS).toISOString(),
    };
    const made = await w.kit.call('POST', '/api/v1/exposure/exceptions', { body });
    assert.is(made.status, 201, JSON.stringify(made.body));
    const [row] = (await csvOf(w, 'vulnerability?format=csv')).filter(({ fqdn }) => fqdn === `'${EVIL}`);
    assert.equal([row?.['held'], row?.['excepted'], row?.['overdue']], ['true', 'true', 'false']);
    const { of } = await figuresOf(w, 'vulnerability/figures');
    assert.equal([of['excepted'], of['overdue']], [1, 1]);
    const { id } = made.body as { id: string };
    assert.is((await w.kit.call('DELETE', `/api/v1/exposure/exceptions/${id}`)).status, 204);
    assert.equal((await figuresOf(w, 'vulnerability/figures')).of['excepted'], 0);
  });

  test('the history has a row for each package that a job changed, and none of a dry run', async (w) => {
    const rows = await csvOf(w, 'patch-history?format=csv');
    const told = rows.map((row) =>
      [row['fqdn'], row['state'], row['package'], row['from_version'], row['to_version']].join(' | '),
    );
    assert.equal(told.sort(), [
      `'${EVIL} | completed | '+evil | 1 | 2`,
      `'${EVIL} | completed | '-gone | 1 | `,
      'fresh.example.org | completed |  |  | ',
      'good.example.org | completed | openssl | 1 | 2',
      'good.example.org | completed | zlib |  | 2',
      'late.example.org | failed | half-done | 1 | 2',
    ]);
    assert.equal([...new Set(rows.map((row) => row['job_name']))], [`'@Sunday, "night"`]);
    const { of, answer } = await figuresOf(w, 'patch-history/figures');
    const runs = (await w.kit.ctx.db.knex('patching_job_hosts').where('job_id', w.jobs.night)) as {
      state: string;
      changes: string | null;
    }[];
    const changes = runs.reduce((sum, run) => sum + (JSON.parse(run.changes ?? '[]') as unknown[]).length, 0);
    assert.equal(
      [of['jobs'], of['hosts'], of['runs'], of['completed'], of['failed'], of['changes']],
      [1, 4, runs.length, runs.filter(({ state }) => state === 'completed').length, 1, changes],
    );
    assert.is(of['completed_percent'], 75);
    assert.is(
      answer.chart.bars.reduce((sum, { value }) => sum + value, 0),
      changes,
      'each change is in a bar',
    );
  });

  test('the period of the history is that in which runs ended, its end exclusive', async (w) => {
    const [run] = (await w.kit.ctx.db.knex('patching_job_hosts').where('host_id', w.hosts.late.id)) as {
      completed_at: unknown;
    }[];
    const endedAt = new Date(run?.completed_at as never);
    const rowsIn = async (from: Date, to: Date) =>
      (await csvOf(w, `patch-history?format=csv&from=${from.toISOString()}&to=${to.toISOString()}`)).filter(
        ({ fqdn }) => fqdn === 'late.example.org',
      ).length;
    const later = (ms: number) => new Date(endedAt.getTime() + ms);
    assert.equal(
      [
        await rowsIn(endedAt, later(1)),
        await rowsIn(later(-DAY_MS), endedAt),
        await rowsIn(later(1), later(DAY_MS)),
      ],
      [1, 0, 0],
    );
    const { answer } = await figuresOf(w, `patch-history/figures?from=2020-01-01T00:00:00Z`);
    assert.match(answer.notes.join(' '), /Jobs are kept since 2024-01-1/);
  });

  test('a group holds its hosts, an empty one nobody, and an unknown one is refused', async (w) => {
    for (const type of ['compliance', 'vulnerability', 'patch-history']) {
      const own = await csvOf(w, `${type}?format=csv&group_id=${w.groups.web}`);
      const names = [...new Set(own.map(({ fqdn }) => fqdn))].sort();
      const all = ['good.example.org', 'late.example.org'];
      assert.equal(names, type === 'vulnerability' ? all.slice(1) : all, type);
    }
    const nobody = await w.kit.call(
      'GET',
      `/api/v1/reports/compliance?format=csv&group_id=${w.groups.empty}`,
    );
    assert.is(nobody.status, 200);
    assert.match(nobody.body as string, /^host_id,fqdn,[a-z_,]+\r\n$/, 'the header alone');
    const { of } = await figuresOf(w, `patch-history/figures?group_id=${w.groups.empty}`);
    assert.equal([of['hosts'], of['completed_percent']], [0, null]);
    const unknown = `/api/v1/reports/compliance?format=csv&group_id=${w.hosts.good.id}`;
    assert.is(codeOf(await w.kit.call('GET', unknown)), '404 GROUP_NOT_FOUND');
  });

  test('who sees some hosts has those in his reports, and is told so', async (w) => {
    w.scope.now = { hostIds: [w.hosts.late.id] };
    for (const type of ['compliance', 'vulnerability', 'patch-history']) {
      const rows = await csvOf(w, `${type}?format=csv`, 'reporter');
      assert.equal([...new Set(rows.map(({ fqdn }) => fqdn))], ['late.example.org'], type);
    }
    const { body } = await w.kit.call('GET', '/api/v1/reports/compliance/figures', { role: 'reporter' });
    const { hosts_limited: isLimited, figures } = body as Schemas['ReportFigures'];
    assert.equal([isLimited, figures.find(({ key }) => key === 'hosts')?.value], [true, 1]);
    const rows = await csvOf(w, `compliance?format=csv&group_id=${w.groups.web}`, 'reporter');
    assert.equal(
      rows.map(({ fqdn }) => fqdn),
      ['late.example.org'],
      'of the group what he sees',
    );
    const empty = `/api/v1/reports/compliance?format=csv&group_id=${w.groups.empty}`;
    assert.is(codeOf(await w.kit.call('GET', empty, { role: 'reporter' })), '404 GROUP_NOT_FOUND');
  });
}
