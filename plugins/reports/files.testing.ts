import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Context } from '#sdk';
import { createFakeClock, testActor } from '#sdk/testing.ts';
import { codeOf } from '../../test/support/pluginManager.ts';
import { waitFor } from '../../test/support/wait.ts';
import { csvOf, DAY_MS, figuresOf, ODD, type World } from './reports.testing.ts';
import type { Prepared } from './service/reportRequest.ts';
import { createReports } from './service/make.ts';

/** How files are made and sent. */
export function filesAreWhole(test: Test<World>): void {
  test('a setting of the service levels holds at once', async (w) => {
    const put = (days: number) =>
      w.kit.call('PUT', '/api/v1/settings', { body: { service_levels: { critical_days: days } } });
    assert.is((await put(9)).status, 200);
    const [late] = (await csvOf(w, 'compliance?format=csv')).filter(({ fqdn }) => fqdn?.startsWith('late'));
    assert.is(late?.['standing'], 'compliant');
    assert.is((await put(7)).status, 200);
    assert.is((await put(0)).status, 400);
  });

  test('of a period that is over no standing is told', async (w) => {
    const to = new Date(w.kit.clock.now().getTime() - 2 * DAY_MS).toISOString();
    const rows = await csvOf(w, `compliance?format=csv&to=${to}`);
    assert.equal([...new Set(rows.map(({ standing }) => standing))], ['not_recorded']);
    const { answer, of } = await figuresOf(w, `compliance/figures?to=${to}`);
    assert.equal([of['hosts'], of['compliant'], of['compliant_percent']], [8, null, null]);
    assert.match(answer.notes.join(' '), /not recorded/);
  });

  test('what was first seen pending after the period is not in it', async (w) => {
    const to = new Date(w.kit.clock.now().getTime() - 7 * DAY_MS).toISOString();
    const rows = (await csvOf(w, `vulnerability?format=csv&to=${to}`)).filter(
      ({ severity }) => severity !== '',
    );
    assert.equal(rows.map(({ packages }) => packages).sort(), [
      "'+evil:amd64",
      'openssl:amd64',
      'sudo:amd64',
    ]);
  });

  test('no cell is a formula, and each odd name comes back as it is', async (w) => {
    const { body } = await w.kit.call('GET', '/api/v1/reports/compliance?format=csv');
    assert.not.match(body as string, /(^|[,;]|\r\n)"*[=+\-@\t]/);
    const row = (await csvOf(w, 'compliance?format=csv')).find(({ display_name: name }) => name !== '');
    assert.is(row?.['display_name'], ODD);
  });

  test('the byte order mark is there when it is asked for', async (w) => {
    const bytesOf = async (query: string): Promise<Buffer> => {
      const headers = { authorization: 'Bearer test-admin' };
      const answer = await fetch(`${w.kit.url}/api/v1/reports/compliance?format=csv${query}`, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.is(Number(answer.headers.get('content-length')), bytes.length);
      assert.match(answer.headers.get('content-disposition') ?? '', /compliance-\d{4}-\d\d-\d\d\.csv/);
      return bytes;
    };
    const plain = await bytesOf('');
    const marked = await bytesOf('&bom=true');
    assert.equal([...marked.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.is(plain.subarray(0, 7).toString(), 'host_id');
    assert.ok(marked.subarray(3).equals(plain));
  });

  test('a period that ends before it begins is refused', async ({ kit }) => {
    for (const end of ['?format=csv&', '/figures?']) {
      const path = `/api/v1/reports/compliance${end}from=2026-01-15T00:00:00Z&to=2026-01-14T00:00:00Z`;
      assert.is(codeOf(await kit.call('GET', path)), '400 VALIDATION_FAILED');
    }
  });

  test('reports are made by turns between accounts: a crowd of one delays another by none', async ({
    kit,
  }) => {
    const done: string[] = [];
    const ask = async (role: 'admin' | 'operator'): Promise<string> => {
      const answer = await kit.call('GET', '/api/v1/reports/compliance?format=csv', { role });
      done.push(role);
      return codeOf(answer);
    };
    const crowd = [1, 2, 3, 4].map(() => ask('admin'));
    assert.is(await ask('operator'), '200');
    assert.ok(
      done.length <= 3,
      `${done.join(', ')}: the operator came last, and beside the first of the crowd`,
    );
    assert.equal(await Promise.all(crowd), ['200', '200', '200', '200'], 'nobody is refused');
  });

  test('nothing is left of a report that was taken, nor of one whose caller went away', async ({ kit }) => {
    const spool = join(kit.ctx.config.dataDir, 'reports');
    const leaving = new AbortController();
    const headers = { authorization: 'Bearer test-admin' };
    const gone = fetch(`${kit.url}/api/v1/reports/audit?format=csv`, { headers, signal: leaving.signal });
    setTimeout(() => leaving.abort(), 50);
    await gone.then((answer) => answer.text()).catch(() => undefined);
    await waitFor(() => readdirSync(spool).length === 0);
    // Both places are free again once the thread is gone: one that went on would hold one.
    await waitFor(async () => {
      const calls = [1, 2].map(() => kit.call('GET', '/api/v1/reports/compliance?format=csv'));
      return (await Promise.all(calls)).every(({ status }) => status === 200);
    });
  });

  test('a caller who leaves ends the thread, and one who takes the file too slowly is cut off', async (w) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fleetmend-reports-'));
    const clock = createFakeClock();
    const by = { actor: testActor('admin'), address: '127.0.0.1' };
    const made = { outcome: 'made', rows: 1, sizeBytes: 3, summary: {} };
    async function* run(_task: URL, { file }: { file: string }, { signal }: { signal?: AbortSignal }) {
      signal?.throwIfAborted();
      if (by.address === 'nobody')
        await new Promise((_resolve, reject) => signal?.addEventListener('abort', reject, { once: true }));
      writeFileSync(file, 'abc');
      yield made;
    }
    // The queue of reports is that of the feature itself.
    const metrics = { ...w.kit.ctx.metrics, queue: () => undefined };
    const config = { ...w.kit.ctx.config, dataDir };
    const context = { ...w.kit.ctx, clock, config, metrics, reading: { run } };
    const reports = createReports(context as unknown as Context);
    const prepared = { type: 'compliance', from: new Date(0), to: new Date(1), group: null } as Prepared;
    const leaving = new AbortController();
    const call = { format: 'csv', bom: false, by, account: 'one', signal: leaving.signal } as const;
    try {
      const { data } = await reports.file(prepared, call);
      const closed = new Promise((resolve) => data.once('close', resolve));
      await clock.advance(899_000);
      assert.is(data.destroyed, false);
      await clock.advance(1_000);
      await closed;
      by.address = 'nobody';
      const unmade = reports.file(prepared, call).then(
        () => 'made',
        () => 'ended',
      );
      leaving.abort();
      assert.is(await Promise.race([unmade, delay(5_000, 'goes on')]), 'ended');
      assert.equal(readdirSync(join(dataDir, 'reports')), []);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
}
