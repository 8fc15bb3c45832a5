import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf } from '../../test/support/pluginManager.ts';
import { writeBase } from '../../server/kernel/security/audit/base.ts';
import { csvOf, EVIL, figuresOf, type World } from './reports.testing.ts';

/** The report of the audit log: tested on both databases. */
export function auditReportIsRight(test: Test<World>): void {
  test('the audit report is the log, row by row, and takes the right to read it', async (w) => {
    // The clock stands still, and the end is exclusive.
    const to = new Date(w.kit.clock.now().getTime() + 1).toISOString();
    const rows = await csvOf(w, `audit?format=csv&to=${to}`);
    const stored = (await w.kit.ctx.db.knex('kernel_audit').orderBy('row_id')) as {
      hash: string;
      text: string;
    }[];
    assert.equal(
      rows.map(({ hash }) => hash),
      stored.slice(0, rows.length).map(({ hash }) => hash),
    );
    assert.is(rows.length, stored.length - 1, 'the download itself comes after its rows');
    assert.ok(rows.some((row) => row['resource_name'] === `'${EVIL}`));
    const newest = JSON.parse(stored.at(-1)?.text ?? '') as { action: string; resource: { name: string } };
    assert.equal([newest.action, newest.resource.name], ['report.downloaded', 'audit']);
    for (const role of ['operator', 'reporter'] as const)
      for (const end of ['?format=csv', '?format=pdf', '/figures'])
        assert.is(codeOf(await w.kit.call('GET', `/api/v1/reports/audit${end}`, { role })), '403 FORBIDDEN');
    const { of } = await figuresOf(w, `audit/figures?to=${to}`);
    assert.is(of['rows'], stored.length);
    const taken = stored.filter(({ text }) => text.includes('"action":"report.downloaded"')).length;
    assert.is(of['taken_away'], taken);
  });

  test('the audit report says which acts are in an archive instead', async (w) => {
    const { db, secrets } = w.kit.ctx;
    const base = {
      rows: 1,
      hash: '0'.repeat(64),
      before: '2026-01-14T00:00:00.000Z',
      at: '2026-01-15T00:00:00.000Z',
    };
    await writeBase(db.knex, secrets, base);
    const notes = async (from: string): Promise<string> =>
      (await figuresOf(w, `audit/figures?from=${from}`)).answer.notes.join(' ');
    assert.match(await notes('2026-01-13T23:59:59Z'), /^Rows before 2026-01-14 00:00 UTC are not included/);
    assert.not.match(await notes('2026-01-14T00:00:00Z'), /Rows before/);
    await db.knex('kernel_audit_base').update({ sealed: '' });
  });

  test('with a group the audit report has the rows about its hosts alone', async (w) => {
    const rows = await csvOf(w, `audit?format=csv&group_id=${w.groups.web}`);
    const ids = new Set([w.hosts.good.id, w.hosts.late.id]);
    assert.ok(rows.length > 0);
    assert.ok(rows.every((row) => row['resource_kind'] === 'host' && ids.has(row['resource_id'] ?? '')));
  });
}
