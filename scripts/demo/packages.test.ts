import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JobEnv, Plan } from '../../agent/packages/backend.ts';
import { DemoBackend } from './packages.ts';

const test = suite('the package manager of a demo host');

/** The environment that the agent's queue gives to a job: what one job saved is not there for another. */
function envOf(lines: string[]): JobEnv & { saved: Record<string, unknown> } {
  const saved: Record<string, unknown> = {};
  return {
    saved,
    resumed: false,
    log: (_stream: string, text: string) => void lines.push(text),
    progress: () => undefined,
    safePoint: () => undefined,
    save: async (part: object) => void Object.assign(saved, part),
    setPlan: async () => undefined,
    enterTransaction: async () => undefined,
  } as unknown as JobEnv & { saved: Record<string, unknown> };
}

test('what a job changed is rolled back by a job of its own, with the words of its distribution', async () => {
  const backend = new DemoBackend('web1');
  const before = await backend.installedVersions();
  const run = envOf([]);
  const request = { operation: 'patch', packages: null, securityOnly: true, exclude: [] } as never;
  const done = await backend.run(request, run, {} as never);
  assert.ok(done.changes.length > 0);
  assert.not.equal(await backend.installedVersions(), before);
  const lines: string[] = [];
  const undone = await backend.rollback({ plan: run.saved['plan'] as Plan }, envOf(lines));
  assert.is(undone.failure, null);
  assert.equal(await backend.installedVersions(), before);
  assert.ok(
    lines.some((line) => line.includes(done.changes[0]?.name ?? 'none')),
    lines.join('\n'),
  );
});

test.run();
