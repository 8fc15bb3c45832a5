import * as assert from 'uvu/assert';
import type { FailedSource, PackageRequest, PatchReport, RunOptions } from '../../backend.ts';
import type { Part } from './subject.ts';
import type { JobReport } from '../labBackend.ts';
import { changed, failureOf, install, patch, remove } from '../labBackend.ts';
import type { ThirdParty } from '../thirdParty.ts';

export const sourceTests: Part = (test, conformance) => {
  const { host, key, vendor, addVendor } = conformance;

  /** A host with the main repository's updates and, with `list`, the vendor's list; then the vendor gets this state. */
  async function setup(
    state: Parameters<ThirdParty['publish']>[0],
    { list }: { list: boolean },
  ): Promise<void> {
    await addVendor();
    if (list) {
      await vendor().publish('t1');
      const { result, logs } = await host().job('first-list', 'refresh', ['$env']);
      assert.is(result.failure, null, logs.join('\n'));
    }
    await vendor().publish(state);
  }

  const failed = async () =>
    (await host().call<FailedSource[]>('failedSources')).map(({ name, code, use }) => [name, code, use]);
  const run = (job: string, request: PackageRequest, options: RunOptions) =>
    host().job(job, 'run', [request, '$env', options]);
  const keptBack = ({ plan }: Pick<JobReport, 'plan'>) =>
    (plan?.keptBack ?? [])
      .filter(({ name }) => name === 'lab-vendor')
      .map(({ name, arch, reason }) => `${name}:${arch} ${reason}`);
  const names = ({ result }: JobReport) => result.changes.map(({ name }) => name).toSorted();

  let offered: string[] | undefined;
  /** All patches of these packages only: other packages of the lab fail on purpose. */
  async function allOf(...wanted: string[]): Promise<PackageRequest> {
    offered ??= (await host().call<PatchReport>('listPatches')).patches.map(({ name }) => name);
    return patch(null, { exclude: offered.filter((name) => !wanted.includes(name)) });
  }

  test('a dead third-party source stops only what it alone has, by name, and rests, until it answers again', async () => {
    await setup('gone', { list: true });
    const job = await run('around', await allOf('lab-hello', 'lab-vendor'), { maxAgeSecs: 0 });
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.equal(names(job), ['lab-hello']);
    assert.equal(keptBack(job), [`${key('lab-vendor')} SOURCE_FAILED`]);
    assert.ok(
      job.logs.some((line) => line.includes(`The source ${vendor().name} failed: `)),
      job.logs.join('\n'),
    );
    assert.equal(await failed(), [[vendor().name, 'FETCH_FAILED', 'unfetchable']]);
    const { patches } = await host().call<PatchReport>('listPatches');
    const [listed] = patches.filter(({ name }) => name === 'lab-vendor');
    assert.match(listed?.availableVersion ?? '', /^1\.1/);
    assert.is(listed?.keptBackReason, 'SOURCE_FAILED');

    const named = await run('named', patch(['lab-vendor', 'lab-sec']), { maxAgeSecs: null });
    assert.is(failureOf(named).code, 'SOURCE_FAILED');
    const strict = await run('strict', patch(['lab-sec']), { maxAgeSecs: 3600, strictSources: true });
    assert.is(failureOf(strict).code, 'SOURCE_FAILED');
    const asked = await vendor().requests();
    const others = await run('others', patch(['lab-sec']), { maxAgeSecs: 3600 });
    assert.equal([others.result.failure, names(others)], [null, ['lab-sec']]);
    assert.is(await vendor().requests(), asked, 'it rests');

    const refresh = failureOf(await host().job('asked', 'refresh', ['$env']));
    assert.ok((await vendor().requests()) > asked, 'it is asked at once');
    assert.is(refresh.code, 'FETCH_FAILED');
    assert.ok(refresh.message.includes(vendor().name), refresh.message);
    const told = refresh.details['sources'] as { name: string }[];
    assert.equal(
      told.map(({ name }) => name),
      [vendor().name],
    );
  });

  test('a source that never had a valid list is left out of plans; what the job names of it is not passed over', async () => {
    await setup('t1-wrongkey', { list: false });
    const job = await run('without', await allOf('lab-hello', 'lab-vendor'), { maxAgeSecs: 0 });
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.equal(names(job), ['lab-hello']);
    assert.equal(await failed(), [[vendor().name, 'SIGNATURE_INVALID', 'left_out']]);
    const named = failureOf(await run('named', patch(['lab-vendor']), { maxAgeSecs: null }));
    assert.is(named.code, 'SOURCE_FAILED');
    assert.equal(named.details['packages'], ['lab-vendor']);
    const unknown = failureOf(await run('unknown', install('lab-vendor-tools'), { maxAgeSecs: null }));
    assert.is(unknown.code, 'SOURCE_FAILED');
    assert.is(failureOf(await host().job('asked', 'refresh', ['$env'])).code, 'SIGNATURE_INVALID');
  });

  test('what was seen is what is run, also around a failed source; an approved plan that needs it changes nothing', async () => {
    await setup('gone', { list: true });
    const request = await allOf('lab-hello', 'lab-vendor');
    assert.is((await host().job('told', 'refresh', ['$env'])).result.failure?.code, 'FETCH_FAILED');
    const before = await host().versions();
    const withVendor = await host().plan(request);
    assert.equal(
      withVendor.entries.map(({ name }) => name),
      ['lab-hello', 'lab-vendor'],
      'by its last list',
    );
    const approved = await run('approved', request, { planHash: withVendor.planHash, maxAgeSecs: null });
    assert.is(failureOf(approved).code, 'SOURCE_FAILED', approved.logs.join('\n'));
    assert.equal(failureOf(approved).details['packages'], ['lab-vendor']);
    assert.equal(await host().versions(), before);
    const without = await host().plan(request);
    assert.equal(
      without.entries.map(({ name }) => name),
      ['lab-hello'],
    );
    const job = await run('next', request, { planHash: without.planHash, maxAgeSecs: null });
    assert.equal([job.result.failure, changed(job).length], [null, 1], job.logs.join('\n'));
    await vendor().publish('t1');
    assert.is((await host().job('again', 'refresh', ['$env'])).result.failure, null);
    assert.equal(await failed(), []);
    const back = await run('back', patch(['lab-vendor']), { maxAgeSecs: 0, strictSources: true });
    assert.equal([back.result.failure, names(back)], [null, ['lab-vendor']]);
  });

  test('a plan whose packages have left their source is told as changed, with what is offered by now', async () => {
    await setup('t0', { list: false });
    assert.is((await host().job('first-list', 'refresh', ['$env'])).result.failure, null);
    assert.is((await host().run('away', remove(['lab-vendor']))).result.failure, null);
    await host().host.run(['sh', '-c', 'find /var/cache -name "lab-vendor*" -delete']);
    const { planHash } = await host().plan(install('lab-vendor'));
    await vendor().publish('t1');
    const before = await host().versions();
    const job = await run('moved', install('lab-vendor'), { planHash, maxAgeSecs: null });
    assert.is(failureOf(job).code, 'PLAN_CHANGED', job.logs.join('\n'));
    assert.match(failureOf(job).message, /offer lab-vendor 1\.1\S* instead of 1\.0/);
    assert.equal(await host().versions(), before);
    const anew = await run('anew', install('lab-vendor'), { maxAgeSecs: null });
    assert.equal([anew.result.failure, names(anew)], [null, ['lab-vendor']]);
  });
};
