import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { codeOf } from '../../test/support/pluginManager.ts';
import { killNextThread, reportsWithin, type ReportLimits } from './failures.testing.ts';
import type { Schemas } from './reports.testing.ts';

interface World {
  kit: PluginTest;
  limits: ReportLimits;
}

const test = suite<World>('reports that come to nothing');

test.before(async (world) => {
  world.limits = {};
  world.kit = await createPluginTest({ plugins: [reportsWithin(world.limits)], hosts: 40 });
});
test.after(({ kit }) => kit.stop());
test.after.each(({ limits }) => {
  delete limits.maxBytes;
  delete limits.timeoutMs;
});

const REPORTS = '/api/v1/reports';
const FILE = `${REPORTS}/compliance?format=csv`;
const FIGURES = `${REPORTS}/compliance/figures`;

const told = ({ body }: { body: unknown }): string => (body as Schemas['ErrorEnvelope']).error.message;

/** No file is left, no download is recorded, and the next report can be made. */
async function leavesNothing({ kit }: World): Promise<void> {
  assert.equal(readdirSync(join(kit.ctx.config.dataDir, 'reports')), []);
  const { rows } = await kit.ctx.audit.list({ action: 'report.downloaded', order: 'oldest', limit: 10 });
  assert.equal(rows, []);
  assert.is((await kit.call('GET', FIGURES)).status, 200);
}

for (const [what, path] of [
  ['a file', FILE],
  ['the figures', FIGURES],
] as const) {
  test(`${what} whose thread dies is told as broken off, and leaves nothing`, async (world) => {
    killNextThread();
    const answer = await world.kit.call('GET', path);
    assert.is(codeOf(answer), '503 REPORT_NOT_MADE');
    assert.match(told(answer), /^The report failed .* try again\. .* shorter period or a group/);
    assert.is(answer.headers.get('retry-after'), '10');
    await leavesNothing(world);
  });

  test(`${what} that takes too long is told with the time that it may take`, async (world) => {
    world.limits.timeoutMs = 1;
    const answer = await world.kit.call('GET', path);
    assert.is(codeOf(answer), '503 REPORT_NOT_MADE');
    assert.match(
      told(answer),
      /^The report was not finished within 120 seconds; try again, or choose a shorter/,
    );
    delete world.limits.timeoutMs;
    await leavesNothing(world);
  });
}

test('a file whose download cannot be written to the audit log is not sent, and leaves nothing', async (world) => {
  const { knex } = world.kit.ctx.db;
  await knex.raw(`create trigger refuse_download before insert on kernel_audit
    when new.action = 'report.downloaded' begin select raise(abort, 'refused'); end`);
  const answer = await world.kit.call('GET', FILE);
  await knex.raw('drop trigger refuse_download');
  assert.is(answer.status, 500);
  await leavesNothing(world);
});

test('a CSV that would be too large is refused with what can be done; figures and PDF are still made', async (world) => {
  const { kit, limits } = world;
  limits.maxBytes = 1_000;
  const answer = await kit.call('GET', FILE);
  assert.is(codeOf(answer), '400 REPORT_TOO_LARGE');
  assert.is(told(answer), 'The file would be larger than 256 MiB; choose a shorter period or a group.');
  await leavesNothing(world);
  assert.is((await kit.call('GET', `${REPORTS}/compliance?format=pdf`)).status, 200);
  const body = { name: 'Small', host_ids: [kit.hosts[0]?.id] };
  const { id } = (await kit.call('POST', '/api/v1/groups', { body })).body as { id: string };
  assert.is((await kit.call('GET', `${FILE}&group_id=${id}`)).status, 200, 'the advice helps');
});

test.run();
