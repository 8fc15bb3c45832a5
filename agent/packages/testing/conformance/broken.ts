import * as assert from 'uvu/assert';
import type { BrokenDependency, Plan } from '../../backend.ts';
import { failureOf, install, patch, shown } from '../labBackend.ts';
import type { Conformance, Part } from './subject.ts';

const repair = { operation: 'repair' } as const;

export const brokenTests: Part = (test, conformance) => {
  const { subject, host, key } = conformance;
  const broken = () => host().call<BrokenDependency[]>('brokenDependencies');
  const lists = (plan: Plan) => shown(plan).map((line) => line.replace(`:${subject.anyArch}`, ''));

  /** Removes a package although another one needs it. */
  async function removeByForce(name: string): Promise<void> {
    const force = ['rpm', '-e', '--nodeps', name];
    await host().host.run(subject.family === 'deb' ? ['dpkg', '--force-depends', '--remove', name] : force);
  }

  test('a dependency that is not met is told by name; a repair is a plan, and runs as it was planned', async () => {
    assert.equal(await broken(), [], 'a sound host has none');
    assert.equal((await host().plan(repair)).entries, [], 'and nothing to repair');
    await removeByForce('lab-base');
    const needs = subject.family === 'deb' ? 'lab-base (>= 1.0)' : 'lab-base >= 1.0';
    assert.equal(await broken(), [{ name: 'lab-lib', needs }]);
    assert.equal(await host().call('problems'), [], 'no package is half installed');
    const plan = await host().plan(repair);
    assert.ok(lists(plan).includes('install lab-base null > 2.0' + suffix(conformance)), lists(plan).join());
    assert.not.ok(plan.entries.some(({ action }) => action === 'remove'));
    assert.equal(plan.reversible.reasons[0]?.code, 'BROKEN_BEFORE');
    assert.is(plan.reversible.verdict, 'no');
    const job = await host().run('repair', repair, { planHash: plan.planHash });
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.is(job.result.reversible?.verdict, 'no');
    const entries = plan.entries.map(({ name, arch, from, to }) => ({ name, arch, from, to }));
    assert.equal(job.result.changes, entries);
    assert.ok((await host().versions())[key('lab-base')]);
    assert.equal(await broken(), []);
    assert.is((await host().run('after', patch(['lab-hello']))).result.failure, null);
  });

  test('what the approved repair does not hold is not done', async () => {
    await removeByForce('lab-base');
    const plan = await host().plan(repair);
    await removeByForce('lab-auto');
    const before = await host().versions();
    const job = await host().run('repair', repair, { planHash: plan.planHash });
    assert.is(failureOf(job).code, 'PLAN_CHANGED');
    assert.equal(await host().versions(), before);
  });

  test('where no source has what is missing, the plan removes what needs it, and shows that', async () => {
    await removeByForce('lab-base');
    await hideSources(conformance);
    const plan = await host().plan(repair);
    assert.equal(
      lists(plan).map((line) => line.split(' ').slice(0, 2).join(' ')),
      ['remove lab-app', 'remove lab-lib'],
    );
    const job = await host().run('repair', repair, { planHash: plan.planHash });
    assert.is(job.result.failure, null, job.logs.join('\n'));
    assert.equal(await broken(), []);
    const left = await host().versions();
    assert.not.ok(left[key('lab-app')] ?? left[key('lab-lib')]);
    assert.ok(left[key('lab-hello')]);
  });

  if (subject.family === 'deb')
    test('a job that has nothing to do with it says which dependency is broken, instead of a conflict', async () => {
      await removeByForce('lab-base');
      for (const request of [patch(null), patch(['lab-hello']), install('lab-extra')]) {
        const refused = await host().refusal(request);
        assert.is(refused.code, 'DEPENDENCIES_BROKEN', refused.message);
        assert.match(refused.message, /lab-lib needs lab-base \(>= 1\.0\)/);
      }
      const failure = failureOf(await host().run('blocked', patch(['lab-hello'])));
      assert.is(failure.code, 'DEPENDENCIES_BROKEN');
    });
};

const suffix = ({ subject }: Conformance): string => (subject.family === 'deb' ? '' : '-1');

/** Lets the host see no source that has lab-base. */
async function hideSources({ subject, host }: Conformance): Promise<void> {
  if (subject.family === 'deb') await host().host.run(['sh', '-c', 'rm -rf /var/lib/apt/lists/*']);
  else if (subject.image === 'suse')
    await host().host.run(['zypper', '-n', 'modifyrepo', '--disable', '--all']);
  else await host().host.run(['sh', '-c', 'sed -i s/^enabled=1/enabled=0/ /etc/yum.repos.d/*.repo']);
}
