import * as assert from 'uvu/assert';
import type { RepoState } from '../../../../test/support/lab.ts';
import { lab } from '../../../../test/support/lab.ts';
import type { Conformance, Part } from '../../conformance.ts';
import { failureOf, patch } from '../labBackend.ts';

/** Nothing is served under this name: every request answers 404, as from a mirror that is gone. */
const gone = 'gone' as RepoState;

async function refreshFailure({ host }: Conformance, job: string, state: RepoState): Promise<string> {
  await lab.publish(state);
  return failureOf(await host().job(job, 'refresh', ['$env'])).code;
}

export const faultTests: Part = (test, conformance) => {
  const { subject, host } = conformance;

  test('a refresh is told to have failed: dead mirror, unsigned or foreign metadata; a good one is not', async () => {
    assert.is(await refreshFailure(conformance, 'dead', gone), 'FETCH_FAILED');
    assert.is(await refreshFailure(conformance, 'unsigned', 't1-unsigned'), 'SIGNATURE_INVALID');
    assert.is(await refreshFailure(conformance, 'foreign', 't1-wrongkey'), 'SIGNATURE_INVALID');
    await lab.publish('t1');
    const { result } = await host().job('good', 'refresh', ['$env']);
    assert.is(result.failure, null);
    const at = Date.parse(await host().call<string>('refreshedAt'));
    assert.ok(Math.abs(Date.now() - at) < 60_000);
  });

  test('lists that are too old and cannot be refreshed end the job before anything is touched', async () => {
    const before = await host().versions();
    await lab.publish(gone);
    const args = [patch(['lab-hello']), '$env', { maxAgeSecs: 0 }];
    assert.is(failureOf(await host().job('stale', 'run', args)).code, 'METADATA_STALE');
    assert.equal(await host().versions(), before);
  });

  test('packages that cannot be fetched, or are not what the metadata lists, change nothing', async () => {
    const before = await host().versions();
    await lab.publish(gone);
    const job = await host().run('unfetched', patch(['lab-grow', 'lab-hello']));
    assert.is(failureOf(job).code, 'FETCH_FAILED');
    assert.equal(job.result.changes, []);
    await host().publish('t1-corrupt');
    const corrupt = await host().run('corrupt', patch(['lab-hello', 'lab-app']));
    assert.is(failureOf(corrupt).code, 'FETCH_FAILED');
    assert.equal(await host().versions(), before);
  });

  test('a lock that another program holds ends the job in time, retryable, and names it', async () => {
    const before = await host().versions();
    const holder = await host().host.holdDpkgLock(subject.lockFile);
    const startedAt = Date.now();
    const failure = failureOf(await host().run('locked', patch(['lab-hello'])));
    assert.is(failure.code, 'LOCK_HELD');
    assert.is(failure.details['command'], 'perl');
    assert.ok(Date.now() - startedAt < 60_000);
    assert.equal(await host().versions(), before);
    await holder.kill();
    assert.is((await host().run('free', patch(['lab-hello']))).result.failure, null);
  });

  test('a disk that cannot take it is refused before anything is fetched', async () => {
    const before = await host().versions();
    // Leaves 24 MB; lab-big needs 40.
    const fill =
      'free=$(df -m --output=avail / | tail -n 1); head -c $(( (free - 24) * 1048576 )) /dev/zero >/fill';
    await host().host.run(['sh', '-c', fill]);
    const failure = failureOf(await host().run('full', patch(['lab-big'])));
    assert.is(failure.code, 'NO_SPACE');
    assert.equal(await host().versions(), before);
  });

  test('a script that never ends: only the script is ended at the limit, and a rollback works', async () => {
    const before = await host().versions();
    await host().host.writeFile('/etc/lab-slow', '100000\n');
    const job = await host().run('endless', patch(['lab-slow', 'lab-hello']), { timeLimitMs: 4000 });
    assert.is(failureOf(job).code, 'TIMED_OUT', job.logs.join('\n'));
    await host().host.writeFile('/etc/lab-slow', '0\n');
    const undo = await host().rollback('endless');
    assert.is(undo.result.failure, null, undo.logs.join('\n'));
    assert.equal(await host().versions(), before);
    assert.equal(await host().call('problems'), []);
  });
};
