import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HostTab } from '../../domain/host/hostTabs.ts';
import { placeOf, tabsOf } from './hostPlaces.ts';

const test = suite('the places of a host’s page');

const common = { permission: 'hosts:read', needs: 'getHost', tag: 'x-part', load: async () => null } as const;
const brought: HostTab[] = [
  { ...common, key: 'exposure', label: 'Vulnerabilities', order: 10, within: 'patches' },
  { ...common, key: 'packages', label: 'Packages', order: 30 },
  { ...common, key: 'audit', label: 'Audit', order: 70 },
];
const place = (search: string) => placeOf(new URLSearchParams(search), brought);

test('tabs stand in the order of the map, with a count and its tone where patches wait', () => {
  const tabs = tabsOf({ patches_total: 12, patches_security: 3 }, brought);
  assert.equal(
    tabs.map(({ label }) => label),
    ['Overview', 'Patches', 'Packages', 'Activity', 'Facts', 'Audit'],
  );
  assert.equal(tabs[1], { key: 'patches', label: 'Patches', count: 3, tone: 'bad' });
  const [, calm] = tabsOf({ patches_total: 12, patches_security: 0 }, []);
  assert.equal(calm, { key: 'patches', label: 'Patches', count: 12 });
  const [, unread] = tabsOf({ patches_total: null, patches_security: null }, []);
  assert.equal(unread, { key: 'patches', label: 'Patches', count: null });
});

test('an address names a tab, or a section in one; addresses of former tabs lead to their sections', () => {
  assert.equal(place(''), { tab: 'overview', section: null });
  assert.equal(place('tab=patches'), { tab: 'patches', section: null });
  assert.equal(place('tab=packages'), { tab: 'packages', section: null });
  assert.equal(place('tab=exposure'), { tab: 'patches', section: 'exposure' });
  assert.equal(place('tab=jobs'), { tab: 'activity', section: 'jobs' });
  assert.equal(place('tab=timeline'), { tab: 'activity', section: 'timeline' });
});

test('where a plugin is off or hidden from the reader, its address leads to the overview', () => {
  assert.equal(placeOf(new URLSearchParams('tab=audit'), []), { tab: 'overview', section: null });
  assert.equal(placeOf(new URLSearchParams('tab=exposure'), []), { tab: 'overview', section: null });
});

test.run();
