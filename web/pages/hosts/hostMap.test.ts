import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { groupText, heightOf, mapGroups, placeOf, squareAt, squaresIn, stateOf } from './hostMap.ts';

const test = suite('hosts: the map');

type MapHost = Parameters<typeof stateOf>[0];
const host = (fqdn: string, more: Partial<MapHost> = {}): MapHost => ({
  id: fqdn,
  fqdn,
  display_name: null,
  groups: [],
  health_status: 'healthy',
  os_name: 'Debian GNU/Linux 12 (bookworm)',
  patches_security: 0,
  patches_severity: null,
  patches_total: 0,
  reboot_required: false,
  ...more,
});

test('a square says the gravest of what a host lacks, and of one that does not answer only that', () => {
  assert.is(stateOf(host('a')), 'fine');
  assert.is(stateOf(host('a', { reboot_required: true })), 'reboot');
  assert.is(stateOf(host('a', { patches_security: null })), 'unknown');
  assert.is(stateOf(host('a', { health_status: 'unknown' })), 'unknown');
  assert.is(stateOf(host('a', { patches_total: 3 })), 'updates');
  assert.is(stateOf(host('a', { patches_total: 3, reboot_required: true })), 'reboot');
  assert.is(stateOf(host('a', { patches_security: 2, reboot_required: true })), 'missing');
  const lacks = { patches_security: 2, patches_severity: 'important' } as const;
  assert.is(stateOf(host('a', lacks)), 'grave');
  assert.is(stateOf(host('a', { ...lacks, health_status: 'unreachable' })), 'unreachable');
});

test('hosts stand once, in the first of their groups, the gravest first; without groups by system', () => {
  const of = (...names: string[]) => names.map((name) => ({ id: name, name }));
  const hosts = [
    host('c', { groups: of('web') }),
    host('b', { groups: of('web', 'db') }),
    host('a', { groups: of('web'), patches_security: 1 }),
    host('z', { groups: of('web') }),
    host('lone'),
  ];
  const names = (all: readonly MapHost[]): string[] =>
    mapGroups(all).map((group) => `${group.name}: ${group.hosts.map(({ name }) => name).join(' ')}`);
  assert.equal(names(hosts), ['db: b', 'web: a c z', 'No group: lone']);
  assert.equal(names([host('a'), host('b', { os_name: null })]), ['Debian 12: a', 'Unknown system: b']);
  const [group] = mapGroups([host('a'), host('b', { patches_security: 1 })]);
  assert.is(group && groupText(group), '2 hosts. Other security patches missing: 1. Up to date: 1.');
});

test('each square is found where it is drawn, and nothing beside it', () => {
  const aRow = squaresIn(100);
  assert.equal([aRow, heightOf(9, aRow)], [4, 66]);
  for (let index = 0; index < 9; index += 1) {
    const { x, y } = placeOf(index, aRow);
    assert.is(squareAt({ x: x + 1, y: y + 17 }, { aRow, count: 9 }), index);
    assert.is(squareAt({ x: x + 19, y }, { aRow, count: 9 }), null, 'the gap');
  }
  assert.is(squareAt({ x: 30, y: 50 }, { aRow, count: 9 }), null, 'behind the last');
});

test.run();
