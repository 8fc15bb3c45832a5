import * as assert from 'uvu/assert';
import type { PackageRequest } from '../../backend.ts';
import type { Conformance, Part } from './subject.ts';
import type { JobReport } from '../labBackend.ts';
import { failureOf, hasAwaitedDaemon, install, patch, remove, shown, update } from '../labBackend.ts';

/** The changed versions as `name:arch from > to`, from the package database itself. */
function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => `${key} ${before[key] ?? null} > ${after[key] ?? null}`);
}

const reported = ({ result }: JobReport) =>
  result.changes.map(({ name, arch, from, to }) => `${name}:${arch} ${from} > ${to}`).toSorted();

/** Runs a job that must succeed and make the planned changes; then undoes it. */
async function thereAndBack({ host }: Conformance, name: string, request: PackageRequest): Promise<string[]> {
  const before = await host().versions();
  const job = await host().run(name, request);
  const after = await host().versions();
  assert.is(job.result.failure, null, job.logs.join('\n'));
  assert.equal(reported(job), differences(before, after));
  const planned = (job.plan && shown(job.plan)) ?? [];
  assert.equal(
    planned.map((line) => line.replace(/^\w+ /, '')).toSorted(),
    differences(before, after),
    'exactly the plan',
  );
  assert.is(job.result.reversible?.verdict, 'yes', JSON.stringify(job.result.reversible));
  const undo = await host().rollback(name);
  assert.is(undo.result.failure, null, undo.logs.join('\n'));
  assert.equal(differences(before, await host().versions()), [], 'every version is back');
  return differences(before, after);
}

export const transactionTests: Part = (test, conformance) => {
  const { subject, host, key } = conformance;

  test('a patch job does exactly its plan, and a rollback restores every version', async () => {
    const lines = await thereAndBack(
      conformance,
      'patch',
      patch(['lab-hello', 'lab-grow', 'lab-app', 'lab-epoch']),
    );
    assert.ok(lines.some((line) => line.startsWith(`${key('lab-extra')} null > `)));
    assert.is(lines.length, 7);
  });

  test('install, update to a version, and removal, there and back', async () => {
    await thereAndBack(conformance, 'install', install('lab-extra'));
    const { entries } = await host().plan(update('lab-both'));
    assert.match(entries[0]?.to ?? '', /^1\.2/);
    const older = (await host().plan(patch(['lab-both'], { securityOnly: true }))).entries[0]?.to ?? '';
    const [line = ''] = await thereAndBack(conformance, 'update', update('lab-both', older));
    assert.match(line, ` > ${older}`);
    await thereAndBack(conformance, 'remove', remove(['lab-base']));
  });

  test('what was installed automatically is so again after a rollback', async () => {
    const auto = { autoremove: true };
    assert.is((await host().plan(remove(['lab-parent'], auto))).entries.length, 2);
    await thereAndBack(conformance, 'auto', remove(['lab-parent'], auto));
    const again = (await host().plan(remove(['lab-parent'], auto))).entries.map(({ name }) => name);
    assert.equal(again, ['lab-auto', 'lab-parent']);
    await thereAndBack(conformance, 'dependencies', patch(['lab-app']));
    const superfluous = (await host().plan(remove(['lab-app'], auto))).entries.map(({ name }) => name);
    assert.equal(superfluous, ['lab-app', 'lab-base', 'lab-lib']);
  });

  test('a plan that is no longer what was approved is not run', async () => {
    await host().fresh('t1');
    const before = await host().versions();
    const { planHash } = await host().plan(patch(['lab-hello']));
    await host().publish('all');
    const job = await host().run('stale', patch(['lab-hello']), { planHash });
    assert.is(failureOf(job).code, 'PLAN_CHANGED');
    assert.equal(await host().versions(), before);
  });

  test('what the approved plan promised to go back to is stored, or nothing is changed and the next plan says so', async () => {
    const before = await host().versions();
    const { planHash, reversible } = await host().plan(patch(['lab-hello', 'lab-grow']));
    assert.is(reversible.verdict, 'yes', JSON.stringify(reversible));
    const approved = { planHash, promised: reversible };
    const job = await host().run('promised', patch(['lab-hello', 'lab-grow']), { ...approved, stash: false });
    assert.is(failureOf(job).code, 'PLAN_CHANGED');
    assert.match(failureOf(job).message, 'lab-hello');
    assert.equal(await host().versions(), before);
    const anew = await host().plan(patch(['lab-hello', 'lab-grow']));
    assert.equal([anew.planHash, anew.reversible.verdict], [planHash, 'no']);
    const known = { planHash, promised: anew.reversible };
    const seen = await host().run('seen', patch(['lab-hello', 'lab-grow']), { ...known, stash: false });
    assert.is(seen.result.failure, null, 'who approved it has seen it');
  });

  test('an approved plan of an install, an update or a removal runs as it is, or not at all', async () => {
    const requests = [install('lab-extra'), update('lab-both'), remove(['lab-base'])];
    const hashes: string[] = [];
    for (const request of requests) hashes.push((await host().plan(request)).planHash);
    for (const [index, request] of requests.entries()) {
      const before = await host().versions();
      const other = hashes[(index + 1) % hashes.length] ?? '';
      const stale = await host().run(`stale-${index}`, request, { planHash: other });
      assert.is(failureOf(stale).code, 'PLAN_CHANGED');
      assert.equal(await host().versions(), before);
      const job = await host().run(`approved-${index}`, request, { planHash: hashes[index] ?? '' });
      assert.is(job.result.failure, null, job.logs.join('\n'));
      assert.ok(reported(job).length > 0);
      assert.equal(reported(job), differences(before, await host().versions()));
      assert.is((await host().rollback(`approved-${index}`)).result.failure, null);
    }
  });

  test('of an approved removal that was interrupted, what is left is done and no more', async () => {
    const { planHash, entries: interrupted } = await host().plan(remove(['lab-both', 'lab-grow']));
    assert.is(interrupted.length, 2);
    assert.is((await host().run('half', remove(['lab-both']))).result.failure, null);
    const stranger = await host().run('stranger', remove(['lab-hello']), { planHash, interrupted });
    assert.is(failureOf(stranger).code, 'PLAN_CHANGED');
    const rest = await host().run('rest', remove(['lab-grow']), { planHash, interrupted });
    assert.is(rest.result.failure, null, rest.logs.join('\n'));
    const none = await host().run('none', remove([]), { planHash, interrupted });
    assert.equal([none.result.failure, none.result.changes], [null, []]);
  });

  test('without root everything is listed and nothing changed', async () => {
    const options = { privileged: false };
    assert.ok((await host().plan(patch(['lab-hello']), options)).entries.length > 0);
    const calls: [string, unknown[]][] = [
      ['run', [patch(['lab-hello']), '$env', { maxAgeSecs: null }]],
      ['hold', [['lab-hello'], true, '$env']],
      ['refresh', ['$env']],
      ['rollback', [{}, '$env']],
    ];
    for (const [call, args] of calls) {
      const job = await host().job(`no-root-${call}`, call as 'run', args, options);
      assert.is(failureOf(job).code, 'NOT_PRIVILEGED', call);
    }
  });

  test('a script that fails before the change: the package stays, the others go on, and it is told which', async () => {
    const before = await host().versions();
    const job = await host().run('failpre', patch(['lab-failpre', 'lab-hello']));
    const failure = failureOf(job);
    assert.is(failure.code, 'SCRIPT_FAILED');
    assert.is(failure.details['package'], 'lab-failpre');
    assert.is(failure.details['script'], subject.failing.before);
    assert.is((await host().versions())[key('lab-failpre')], before[key('lab-failpre')]);
    assert.equal(reported(job), differences(before, await host().versions()));
  });

  test('a script that fails after the change is a failure too, and can be undone', async () => {
    const before = await host().versions();
    const job = await host().run('failpost', patch(['lab-failpost', 'lab-hello']));
    const failure = failureOf(job);
    assert.is(failure.code, 'SCRIPT_FAILED');
    assert.is(failure.details['package'], 'lab-failpost');
    assert.is(failure.details['script'], subject.failing.after);
    assert.equal(reported(job), differences(before, await host().versions()));
    const undo = await host().rollback('failpost');
    assert.is(undo.result.failure, null, undo.logs.join('\n'));
    assert.equal(differences(before, await host().versions()), []);
  });

  test('a rollback touches nothing when a package has moved since', async () => {
    await host().run('moved', patch(['lab-sec', 'lab-hello']));
    await host().run('later', remove(['lab-hello']));
    const before = await host().versions();
    const undo = await host().rollback('moved');
    assert.is(failureOf(undo).code, 'ROLLBACK_CONFLICT');
    assert.equal(await host().versions(), before);
  });

  test('a package that asks a question gets no answer and is installed; a daemon it starts holds nobody up', async () => {
    const startedAtMs = Date.now();
    const job = await host().run(
      'odd',
      patch(subject.waitsForDaemons ? ['lab-stdin'] : ['lab-stdin', 'lab-daemon']),
    );
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.is(job.result.changes.length, subject.waitsForDaemons ? 1 : 2);
    if (subject.waitsForDaemons) return;
    assert.is(await hasAwaitedDaemon(host(), startedAtMs), false, 'the job waited for the daemon');
  });
};
