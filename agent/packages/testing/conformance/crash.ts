import * as assert from 'uvu/assert';
import { waitFor } from '#test/support/wait.ts';
import type { Part } from './subject.ts';
import { failureOf, patch } from '../labBackend.ts';

export const crashTests: Part = (test, { subject, host, key }) => {
  const slowly = (secs: number) => host().host.writeFile('/etc/lab-slow', `${secs}\n`);
  const scriptRuns = async () => (await host().host.exec(['pgrep', '-f', subject.scriptPattern])).code === 0;
  const request = patch(['lab-slow', 'lab-hello']);

  test('an agent killed inside the transaction follows it afterwards; nothing runs twice', async () => {
    await slowly(2);
    await host().runAndDie('killed', request, 'start:transaction');
    const job = await host().run('killed', request);
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.equal(job.result.changes.map(({ name }) => name).toSorted(), ['lab-hello', 'lab-slow']);
    assert.equal(job.calls, ['run:transaction']);
    assert.is(job.logs.join('\n').split('slow 1/2').length, 2, 'the whole output, once');
  });

  test('an agent killed before the transaction starts over, and right after the judgement answers the same', async () => {
    await slowly(0);
    const hello = patch(['lab-hello']);
    await host().runAndDie('early', hello, 'saved:transaction');
    assert.is((await host().run('early', hello)).result.changes.length, 1);
    await host().runAndDie('done', patch(['lab-app']), 'saved:done');
    const job = await host().run('done', patch(['lab-app']));
    assert.equal(job.calls, [], 'nothing is started');
    assert.is(job.result.changes.length, 3);
  });

  test('a package manager that is killed, as when memory runs out, is told as that, and the host is repaired', async () => {
    await slowly(12); // longer than anybody waits for a lock
    const job = host().run('shot', patch(['lab-slow', 'lab-hello', 'lab-app']));
    job.catch(() => undefined);
    await waitFor(scriptRuns);
    const child = await host().host.readFile('/var/lib/fleetmend-test/journal/shot/transaction.child');
    await host().host.run(['kill', '-9', child.split(' ')[0] ?? '']);
    const report = await job;
    const failure = failureOf(report);
    assert.is(failure.code, 'INTERRUPTED', report.logs.join('\n'));
    assert.match(failure.message, /signal 9.*memory/);
    assert.equal(await host().call('problems'), [], report.logs.join('\n'));
    const after = await host().versions();
    for (const { name, arch, to } of report.result.changes)
      assert.is(after[`${name}:${arch}`], to ?? undefined);
    // rpm dies with its caller; dpkg goes on, and nothing can be judged before its end.
    if (subject.family === 'deb') assert.not.ok(await scriptRuns());
  });

  test('a power cut inside the transaction: repaired at the next start, told as it is, and undone', async () => {
    const before = await host().versions();
    await slowly(600);
    await host().runAndDie('cut', patch(['lab-slow', 'lab-hello', 'lab-app']), 'start:transaction');
    await waitFor(scriptRuns);
    await host().host.cut();
    await host().host.boot();
    await slowly(0);
    const job = await host().run('cut', patch(['lab-slow', 'lab-hello', 'lab-app']));
    assert.is(failureOf(job).code, 'INTERRUPTED', job.logs.join('\n'));
    assert.equal(await host().call('problems'), []);
    const after = await host().versions();
    for (const { name, arch, to } of job.result.changes) assert.is(after[`${name}:${arch}`], to ?? undefined);
    assert.ok(job.result.changes.some(({ name }) => name === 'lab-slow'));
    const undo = await host().rollback('cut');
    assert.is(undo.result.failure, null, undo.logs.join('\n'));
    assert.equal(await host().versions(), before);
    assert.ok(key('lab-slow') in before);
  });

  test('a power cut in the middle of an approved plan: the next attempt does what is left of it, and nothing else', async () => {
    const names = ['lab-base', 'lab-conf', 'lab-hello', 'lab-lib', 'lab-slow', 'lab-svc'];
    const before = await host().versions();
    const { planHash, entries } = await host().plan(patch(names));
    assert.ok(entries.length >= names.length);
    const { reached, clear } = await subject.stopMidway(host().host);
    await host().runAndDie('first', patch(names), 'start:transaction', { planHash });
    await waitFor(reached);
    await host().host.cut();
    await host().host.boot();
    await clear();
    const first = await host().run('first', patch(names), { planHash });
    assert.is(failureOf(first).code, 'INTERRUPTED', first.logs.join('\n'));
    const between = await host().versions();
    const left = entries.filter(({ name, arch, from }) => between[`${name}:${arch}`] === from);
    const isMidway = left.length > 0 && left.length < entries.length;
    assert.ok(isMidway, `${left.length} of ${entries.length} are left`);

    const unknown = await host().run('unknown', patch(names), { planHash });
    assert.is(failureOf(unknown).code, 'PLAN_CHANGED');
    const more = await host().run('more', patch([...names, 'lab-both']), { planHash, interrupted: entries });
    assert.is(failureOf(more).code, 'PLAN_CHANGED');
    assert.equal(await host().versions(), between);

    const rest = await host().run('rest', patch(names), { planHash, interrupted: entries });
    assert.is(rest.result.failure, null, rest.logs.join('\n'));
    assert.equal(rest.plan?.entries, left);
    const wanted = Object.fromEntries(entries.map(({ name, arch, to }) => [`${name}:${arch}`, to]));
    assert.equal(await host().versions(), { ...before, ...wanted });
    const again = await host().run('again', patch(names), { planHash, interrupted: entries });
    assert.equal([again.result.failure, again.result.changes], [null, []]);
  });

  test('a power cut after the last package and before the agent has written the result: all changes are told', async () => {
    await slowly(0);
    await host().runAndDie('ended', request, 'start:transaction');
    const exit = '/var/lib/fleetmend-test/journal/ended/transaction.exit';
    await waitFor(async () =>
      /\d/.test(
        await host()
          .host.readFile(exit)
          .catch(() => ''),
      ),
    );
    await host().host.cut();
    await host().host.boot();
    const job = await host().run('ended', request);
    assert.equal(job.result.changes.map(({ name }) => name).toSorted(), ['lab-hello', 'lab-slow']);
    const { failure } = job.result;
    assert.ok(failure === null || failure.code === 'INTERRUPTED', failure?.code);
    const next = await host().run('next', request);
    assert.equal([next.result.failure, next.result.changes], [null, []]);
  });

  test('what a cut left behind outside of any job is told, and repaired by the next one', async () => {
    await slowly(600);
    await host().runAndDie('lost', request, 'start:transaction');
    await waitFor(scriptRuns);
    await host().host.cut();
    await host().host.boot();
    await slowly(0);
    assert.ok((await host().call<string[]>('problems')).length > 0);
    assert.is((await host().run('next', patch(['lab-app']))).result.failure, null);
    assert.equal(await host().call('problems'), []);
  });

  if (subject.family === 'deb') return;

  test('superseded versions that no job left stay and are told; those of a cut job go, and nothing else', async () => {
    const put = async (file: string) => {
      const get = `fetch('http://10.77.0.1:8080/t1/${file}').then((r) => r.bytes()).then((b) => fs.writeFileSync('/tmp/${file}', b))`;
      await host().host.run(['node', '-e', get]);
      await host().host.run(['rpm', '-i', '--nodeps', '--nosignature', '--replacefiles', `/tmp/${file}`]);
    };
    const twins = async () => {
      const { stdout } = await host().host.exec(['rpm', '-qa', '--qf', '%{NAME}\\n']);
      const names = stdout.split('\n').filter((name) => name.startsWith('lab-'));
      return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))].toSorted();
    };
    await put('lab-sec-1.0-2.noarch.rpm');
    assert.equal(await twins(), ['lab-sec']);
    await slowly(600);
    await host().runAndDie('cut', request, 'start:transaction');
    await waitFor(scriptRuns);
    await host().host.cut();
    await host().host.boot();
    await slowly(0);
    assert.ok((await twins()).includes('lab-slow'), 'the cut job has left one of its own');
    const next = await host().run('next', patch(['lab-app']));
    assert.is(next.result.failure, null, next.logs.join('\n'));
    assert.equal(await twins(), ['lab-sec'], next.logs.join('\n'));
    const [problem = '', ...others] = await host().call<string[]>('problems');
    assert.equal(others, []);
    assert.match(problem, /^old versions are installed beside the new ones of lab-sec.*; no job left them/);
    const undo = await host().rollback('next');
    assert.is(undo.result.failure, null, undo.logs.join('\n'));
    assert.equal(await twins(), ['lab-sec']);
  });

  test('a package that was being unpacked as the power went is brought to its new version after all', async () => {
    const names = ['lab-base', 'lab-conf', 'lab-hello', 'lab-slow', 'lab-svc'];
    await slowly(600);
    await host().runAndDie('torn', patch(names), 'start:transaction');
    await waitFor(scriptRuns);
    await host().host.cut();
    await host().host.boot();
    await slowly(0);
    const versions = await host().versions();
    const torn = names.find((name) => versions[key(name)] === '1.0-1') ?? '';
    assert.ok(torn, 'the transaction had not come to all of them');
    // What rpm does just before it records that the new version is installed.
    await host().host.writeFile(`/usr/share/lab/${torn}`, 'of the new version\n');
    const job = await host().run('torn', patch(names));
    assert.is(failureOf(job).code, 'INTERRUPTED', job.logs.join('\n'));
    assert.is.not((await host().versions())[key(torn)], '1.0-1', job.logs.join('\n'));
    assert.is((await host().host.exec(['rpm', '-V', torn])).code, 0);
  });
};
