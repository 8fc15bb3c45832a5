import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PatchItem } from '../../hosts/api.ts';
import type { StoredPlan } from '../models.ts';
import type { PatchList } from '../ports.ts';
import { withAdvice } from './planAdvice.ts';

const test = suite('what a plan says of holes');

const plan = (parts: Partial<StoredPlan>): StoredPlan =>
  ({ install: [], upgrade: [], downgrade: [], remove: [], kept_back: [], ...parts }) as StoredPlan;
const upgrade = (name: string, to: string) => ({ name, arch: 'amd64', from: '1', to });
const patch = (name: string, parts: Partial<PatchItem>): PatchItem =>
  ({
    name,
    arch: 'amd64',
    available_version: '3',
    security: false,
    security_version: null,
    severity: null,
    advisories: [],
    ...parts,
  }) as unknown as PatchItem;
const advisory = (...cves: string[]) => ({ id: 'DSA-1', cves });

const list = (patches: readonly PatchItem[]): PatchList => ({ osName: 'Debian GNU/Linux 12', patches });

test('only the version that the list holds is judged: its newest, or its newest that closes a hole', () => {
  const patches = [
    patch('open', {
      security: true,
      security_version: '2',
      severity: 'important',
      advisories: [advisory('CVE-1')],
    }),
    patch('plain', {}),
  ];
  const { upgrade: told } = withAdvice(
    plan({
      upgrade: [
        upgrade('open', '3'),
        upgrade('open', '2'),
        upgrade('open', '1.5'),
        upgrade('plain', '3'),
        upgrade('unread', '3'),
      ],
    }),
    list(patches),
  );
  const closes = { security: true, severity: 'important', cves: ['CVE-1'], cves_total: 1 };
  assert.equal(told, [
    { ...upgrade('open', '3'), ...closes },
    { ...upgrade('open', '2'), ...closes },
    upgrade('open', '1.5'),
    { ...upgrade('plain', '3'), security: false },
    upgrade('unread', '3'),
  ]);
});

test('another architecture of the same name is another package', () => {
  const other = patch('open', { arch: 'i386', security: true });
  assert.equal(withAdvice(plan({ upgrade: [upgrade('open', '3')] }), list([other])).upgrade, [
    upgrade('open', '3'),
  ]);
});

test('what stays as it is says that it would have closed a hole', () => {
  const held = { name: 'open', arch: 'amd64', reason: 'HELD', message: 'held' };
  const { kept_back: told } = withAdvice(
    plan({ kept_back: [held] }),
    list([patch('open', { security: true })]),
  );
  assert.equal(told, [{ ...held, security: true }]);
});

test('each CVE is named once, forty of an entry and two thousand of a plan, with the number of all', () => {
  const many = Array.from({ length: 60 }, (_, at) => `CVE-${at}`);
  const patches = Array.from({ length: 60 }, (_, at) =>
    patch(`p${at}`, { security: true, advisories: [advisory(...many), advisory('CVE-0')] }),
  );
  const { upgrade: told } = withAdvice(
    plan({ upgrade: patches.map(({ name }) => upgrade(name, '3')) }),
    list(patches),
  );
  const entries = told as { cves?: string[]; cves_total?: number }[];
  assert.equal([entries[0]?.cves?.length, entries[0]?.cves_total], [40, 60]);
  assert.equal([entries[50]?.cves?.length, entries[50]?.cves_total], [0, 60]);
});

test('the plan says of which operating system it is, where that is known', () => {
  assert.is(withAdvice(plan({}), list([])).os_name, 'Debian GNU/Linux 12');
  assert.not('os_name' in withAdvice(plan({}), { osName: null, patches: [] }));
});

test.run();
