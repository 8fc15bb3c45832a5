import * as assert from 'uvu/assert';
import type { PackageRequest } from '../../backend.ts';
import type { Part } from './subject.ts';
import { DriverError, install, patch, remove, shown, update } from '../labBackend.ts';
import { readPatches } from './lists.ts';

/** Names that must never reach a package manager: options, patterns, paths, groups, shell text, other tools' syntax. */
const hostileNames = [
  '-y',
  '--installroot=/tmp',
  '--config=/tmp/x',
  'lab-*',
  'lab-hell?',
  'lab-hell[o]',
  '/etc/passwd',
  './x.rpm',
  'http://evil.invalid/x.rpm',
  '@core',
  'lab-hello;id',
  '$(id)',
  '`id`',
  'lab-hello\nlab-app',
  'lab-hello lab-app',
  '',
  ' ',
  'lab-hello-',
  'lab-hello+',
  'lab-hello/t1',
  'lab-hello=1.1',
  'lab-hello-1.1-1',
  'lab-hello-1.1-1.noarch',
  '../lab-hello',
  'x'.repeat(300),
  'lab-hello\u0000',
  'läb-hello',
];

export const planTests: Part = (test, conformance) => {
  const { subject, host, key } = conformance;

  test('a patch of everything removes nothing, brings new dependencies, and is the same plan each time', async () => {
    const plan = await host().plan(patch(null));
    assert.equal(
      plan.entries.filter(({ action }) => action === 'remove'),
      [],
    );
    const actions = new Map(plan.entries.map((one) => [`${one.name}:${one.arch}`, one.action]));
    assert.is(actions.get(key('lab-grow')), 'upgrade');
    assert.is(actions.get(key('lab-extra')), 'install');
    assert.ok(plan.keptBack.some(({ name, reason }) => name === 'lab-mailer' && reason === 'NEEDS_REMOVAL'));
    assert.is((await host().plan(patch(null))).planHash, plan.planHash);
    assert.ok(plan.downloadSizeBytes > 0);
    assert.is(plan.reversible.verdict, 'yes', JSON.stringify(plan.reversible.reasons));
  });

  test('a security patch takes exactly the security versions', async () => {
    await host().publish('t1');
    const plan = await host().plan(patch(null, { securityOnly: true }));
    const targets = new Map(plan.entries.map((one) => [`${one.name}:${one.arch}`, one.to]));
    const patches = await readPatches(conformance);
    assert.is(targets.get(key('lab-both')), patches.get(key('lab-both'))?.securityVersion);
    assert.is(targets.get(key('lab-sec')), patches.get(key('lab-sec'))?.availableVersion);
    assert.not.ok(targets.has(key('lab-hello')) || targets.has(key('lab-app')));
  });

  test('excluded packages stay, with the reason, and what needs them too', async () => {
    const plan = await host().plan(patch(null, { exclude: ['lab-hello', 'lab-base'] }));
    const names = plan.entries.map(({ name }) => name);
    for (const name of ['lab-hello', 'lab-base', 'lab-lib', 'lab-app'])
      assert.not.ok(names.includes(name), name);
    const kept = new Map(plan.keptBack.map(({ name, reason }) => [name, reason]));
    assert.is(kept.get('lab-hello'), 'EXCLUDED');
    assert.is(kept.get('lab-base'), 'EXCLUDED');
    assert.is(kept.get('lab-app'), 'DEPENDENCY');
  });

  test('chosen packages bring what they need; one that would remove another is refused', async () => {
    const names = (await host().plan(patch(['lab-app']))).entries.map(({ name }) => name);
    assert.equal(names, ['lab-app', 'lab-base', 'lab-lib']);
    assert.is((await host().refusal(patch(['lab-mailer']))).code, 'CONFLICT');
    assert.is((await host().refusal(update('lab-mailer'))).code, 'CONFLICT');
  });

  test('names that are not exactly a package are refused, in every request', async () => {
    const requests = hostileNames.flatMap((name): PackageRequest[] => [
      install(name),
      patch([name]),
      remove([name]),
    ]);
    const codes = await host().refusals(requests);
    const wrong = codes.flatMap((code, i) =>
      code === 'PACKAGE_NOT_FOUND' ? [] : [`${code}: ${JSON.stringify(requests[i])}`],
    );
    assert.equal(wrong, []);
    const versions = ['-y', '1.1 lab-app', '*', '1.1;id', '99'];
    const refused = await host().refusals(versions.map((version) => install('lab-hello', version)));
    assert.equal(
      refused,
      versions.map(() => 'PACKAGE_NOT_FOUND'),
    );
  });

  test('a removal takes its dependants along, and only what it makes superfluous where asked', async () => {
    const plain = shown(await host().plan(remove(['lab-parent']))).map((line) => line.split(':')[0]);
    assert.equal(plain, ['remove lab-parent']);
    const auto = await host().plan(remove(['lab-parent'], { autoremove: true }));
    assert.equal(
      auto.entries.map(({ name }) => name),
      ['lab-auto', 'lab-parent'],
    );
    const base = (await host().plan(remove(['lab-base']))).entries.map(({ name }) => name);
    assert.equal(base, ['lab-app', 'lab-base', 'lab-lib']);
  });

  if (subject.family === 'rpm') {
    test('the kernel that runs is not removed, by whatever version it goes', async () => {
      const { request, running: kernelRelease } = subject.kernel;
      const answer = await host()
        .plan(remove([request]), { kernelRelease })
        .catch((error: unknown) => error);
      assert.instance(answer, DriverError);
      assert.is((answer as DriverError).code, 'CONFLICT');
      assert.equal(shown(await host().plan(remove([request]))).length, 1, 'another one may go');
    });
  }

  if (!subject.purge) {
    test('a purge, which there is none of here, is answered as unsupported', async () => {
      assert.is((await host().refusal(remove(['lab-conf'], { purge: true }))).code, 'UNSUPPORTED');
    });
  }
};
