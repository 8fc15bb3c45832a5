import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { withKnownPlan, type JobHost, type Plans } from './state.ts';
import {
  destructionOf,
  foldReasons,
  heldPackages,
  isApprovable,
  isEmptyPlan,
  planGroups,
  planPackages,
  planTotals,
  runsOf,
} from './planGroups.ts';

const test = suite('plan groups');
type Plan = Schemas['Plan'];

const plan = (parts: Partial<Plan> = {}): Plan =>
  ({
    install: [],
    upgrade: [],
    downgrade: [],
    remove: [],
    reboot_expected: false,
    kept_back: [],
    download_size_bytes: 10,
    ...parts,
  }) as Plan;
const gone = (...names: string[]): Pick<Plan, 'remove'> => ({
  remove: names.map((name) => ({ name, from: '1', to: null })) as Plan['remove'],
});
const host = (id: string, hash: string | null, of: Plan | null = plan()): JobHost =>
  ({ host_id: id, fqdn: id, plan: of, plan_hash: hash }) as JobHost;
const ids = (hosts: readonly JobHost[]): string[] => hosts.map(({ host_id: id }) => id);

test('a package that is kept back on one host alone is told of that host alone', () => {
  const held = plan({ kept_back: [{ name: 'postgresql-17', reason: 'HELD' }] as Plan['kept_back'] });
  const plans: Plans = new Map();
  const known = [host('db1', 'same', held), host('db2', 'same'), host('db3', 'same')].map((one) =>
    withKnownPlan(one, plans),
  );
  assert.equal(
    planGroups(known).map(({ hosts, plan: { kept_back: kept } }) => [ids(hosts), kept.length]),
    [
      [['db2', 'db3'], 0],
      [['db1'], 1],
    ],
  );
});

test('hosts with the same plan are folded; those without one are left out', () => {
  const groups = planGroups([
    host('a', 'x'),
    host('b', 'y'),
    host('c', 'x'),
    host('d', null),
    host('e', 'z', null),
  ]);
  assert.equal(
    groups.map(({ hash, hosts }) => [hash, ids(hosts)]),
    [
      ['x', ['a', 'c']],
      ['y', ['b']],
    ],
  );
});

test('plans that remove stand before all others, then those of most hosts', () => {
  const groups = planGroups([
    ...['a', 'b', 'c'].map((id) => host(id, 'many')),
    host('d', 'one'),
    host('e', 'removes', plan(gone('zip'))),
  ]);
  assert.equal(
    groups.map(({ hash }) => hash),
    ['removes', 'many', 'one'],
  );
});

test('a plan is empty only when nothing is installed, upgraded, downgraded or removed', () => {
  const entry = [{ name: 'zip', from: '1', to: '2' }] as Plan['upgrade'];
  assert.is(isEmptyPlan(plan()), true);
  for (const key of ['install', 'upgrade', 'downgrade', 'remove'] as const)
    assert.is(isEmptyPlan(plan({ [key]: entry })), false, key);
  assert.is(isEmptyPlan(plan({ manager_does: [{ action: 'reboot', package: null }] })), false, 'a reboot');
});

test('every removed package is named once, with the number of hosts that lose one', () => {
  const groups = planGroups([
    host('a', 'x', plan(gone('zip', 'apache2'))),
    host('b', 'x', plan(gone('zip', 'apache2'))),
    host('c', 'y', plan(gone('zip'))),
    host('d', 'z'),
  ]);
  const { removals, removalHosts, rebootHosts } = destructionOf(groups, 'never', 'patch');
  assert.equal(removals, ['apache2', 'zip']);
  assert.is(removalHosts, 3);
  assert.equal(rebootHosts, []);
});

test('a host that may restart is named before the approval, also when it is not known beforehand', () => {
  const groups = planGroups([
    host('yes', 'x', plan({ reboot_expected: true })),
    host('no', 'y', plan({ reboot_expected: false })),
    host('maybe', 'z', plan({ reboot_expected: null })),
  ]);
  const under = (policy: Schemas['RebootPolicy'], operation: Schemas['JobOperation'] = 'patch'): string[] =>
    ids(destructionOf(groups, policy, operation).rebootHosts).sort();
  assert.equal(under('never'), []);
  assert.equal(under('if_required'), ['maybe', 'yes']);
  assert.equal(under('always'), ['maybe', 'no', 'yes']);
  assert.equal(under('never', 'reboot'), ['maybe', 'no', 'yes']);
});

test('a reason that holds for many packages is told once, with their names; one of the whole has none', () => {
  const reason = (code: string, name: string | null): Schemas['Reversible']['reasons'][number] =>
    ({ code, package: name, message: `about ${code}` }) as Schemas['Reversible']['reasons'][number];
  assert.equal(foldReasons([reason('GONE', 'jq'), reason('WHOLE', null), reason('GONE', 'zip')]), [
    { message: 'about GONE', packages: ['jq', 'zip'] },
    { message: 'about WHOLE', packages: [] },
  ]);
  assert.equal(foldReasons([]), []);
});

test('a plan can be approved while it is whole and no job runs it; the jobs that do are told', () => {
  const planned = (parts: object): JobHost =>
    ({ state: 'completed', plan: plan(), reason: null, run_job_id: null, ...parts }) as JobHost;
  assert.is(isApprovable(planned({})), true);
  assert.is(isApprovable(planned({ run_job_id: 'a' })), false);
  assert.is(isApprovable(planned({ plan: null })), false);
  assert.is(isApprovable(planned({ state: 'failed' })), false);
  assert.is(isApprovable(planned({ reason: 'PLAN_TOO_LARGE' })), false);
  const runs = runsOf([
    planned({ run_job_id: 'a' }),
    ...['b', 'b'].map((id) => planned({ run_job_id: id })),
    planned({}),
  ]);
  assert.equal(runs, [
    { jobId: 'b', count: 2 },
    { jobId: 'a', count: 1 },
  ]);
});

const up = (name: string, to: string, more: object = {}): Plan['upgrade'][number] => ({
  name,
  arch: 'amd64',
  from: '1',
  to,
  ...more,
});

test('package by package: what goes away first, then what closes holes, the worst first; each with its hosts', () => {
  const bad = { security: true, severity: 'critical', cves: ['CVE-1', 'CVE-2'], cves_total: 2 };
  const low = { security: true, severity: 'low', cves: ['CVE-2'], cves_total: 1 };
  const groups = planGroups([
    host('a', 'x', plan({ upgrade: [up('plain', '2', { security: false }), up('low', '2', low)] })),
    host('b', 'y', plan({ upgrade: [up('bad', '2', bad), up('low', '3', { security: null })] })),
    host('c', 'y', plan({ upgrade: [up('bad', '2', bad), up('low', '3', { security: null })] })),
    host('d', 'z', plan(gone('zip'))),
  ]);
  assert.equal(
    planPackages(groups).map(({ does, name, hosts, security, severity, cvesTotal, versions }) => [
      does,
      name,
      hosts,
      security,
      severity,
      cvesTotal,
      versions.map(({ to }) => to).sort(),
    ]),
    [
      ['remove', 'zip', 1, null, null, 0, [null]],
      ['upgrade', 'bad', 2, true, 'critical', 2, ['2']],
      ['upgrade', 'low', 3, true, 'low', 1, ['2', '3']],
      ['upgrade', 'plain', 1, false, null, 0, ['2']],
    ],
  );
  assert.equal(planTotals(groups), {
    hosts: 4,
    idleHosts: 0,
    unknownHosts: 0,
    packages: 4,
    security: 2,
    cves: 2,
    downloadBytes: 40,
  });
});

test('packages of one name are told apart by the system, and so are plans of one hash', () => {
  const of = (os_name: string): Plan => plan({ upgrade: [up('openssl', '3')], os_name });
  const groups = planGroups([
    host('a', 'x', of('Debian GNU/Linux 12 (bookworm)')),
    host('b', 'x', of('Rocky Linux 9.4 (Blue Onyx)')),
    host('c', 'x', of('Rocky Linux 9.4 (Blue Onyx)')),
  ]);
  assert.equal(
    planPackages(groups).map(({ name, system, hosts }) => [name, system, hosts]),
    [
      ['openssl', 'Debian GNU/Linux 12 (bookworm)', 1],
      ['openssl', 'Rocky Linux 9.4 (Blue Onyx)', 2],
    ],
  );
  assert.equal(planTotals(groups).packages, 2);
  const idle = planGroups([
    host('a', 'x', plan({ os_name: 'Debian' })),
    host('b', 'x', plan({ os_name: 'Rocky' })),
  ]);
  assert.is(idle.length, 1, 'nothing to do is the same everywhere');
});

test('hosts with nothing to do are counted apart, and an unknown size makes the sum unknown', () => {
  const groups = planGroups([
    host('a', 'x'),
    host('b', 'y', plan({ upgrade: [up('zip', '2')], download_size_bytes: null })),
  ]);
  const { hosts, idleHosts, downloadBytes } = planTotals(groups);
  assert.equal([hosts, idleHosts, downloadBytes], [2, 1, null]);
  const kept_back = [{ name: 'curl', arch: 'amd64', reason: 'SECURITY_UNKNOWN', message: '' }];
  const unknown = planTotals(planGroups([host('a', 'x'), host('c', 'x', plan({ kept_back }))]));
  assert.equal([unknown.idleHosts, unknown.unknownHosts], [1, 1], 'not known is not nothing to do');
});

test('what is held is told apart from the rest that stays, what would close a hole first', () => {
  const kept = (name: string, reason: string, more: object = {}): Plan['kept_back'][number] =>
    ({ name, arch: 'amd64', reason, message: '', ...more }) as Plan['kept_back'][number];
  const groups = planGroups([
    host('a', 'x', plan({ kept_back: [kept('apache', 'HELD'), kept('later', 'PHASED')] })),
    host('b', 'y', plan({ kept_back: [kept('ssh', 'HELD', { security: true, cves_total: 3 })] })),
    host('c', 'z', plan({ kept_back: [kept('ssh', 'HELD')] })),
  ]);
  assert.equal(heldPackages(groups), [
    { name: 'ssh', security: true, cvesTotal: 3, hostIds: ['b', 'c'] },
    { name: 'apache', security: false, cvesTotal: 0, hostIds: ['a'] },
  ]);
});

test.run();
