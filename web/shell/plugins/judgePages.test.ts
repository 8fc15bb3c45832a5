import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../core/page.ts';
import { judgePages } from './judgePages.ts';

const test = suite('pages of an installed plugin');

const own = [{ path: '/hosts' }, { path: '/jobs/:id' }, { path: '/' }] as Page[];
const good = {
  path: '/acme-notes',
  tag: 'acme-notes-page',
  title: 'Notes',
  permission: 'hosts:read',
  needs: ['listNotes'],
  load: () => undefined,
  nav: { label: 'Notes', section: 'work', order: 60 },
};
const judged = (page: object, plugin = 'acme-notes'): string => {
  try {
    return judgePages({ pages: [{ ...good, ...page }] }, plugin, own)
      .map(({ path }) => path)
      .join();
  } catch (error) {
    return (error as Error).message;
  }
};

test('pages that keep to their plugin are taken, with the icon of plugins', () => {
  const [one, other] = judgePages(
    {
      pages: [
        good,
        { ...good, path: '/acme-notes/:id', tag: 'acme-notes-one', nav: undefined, needs: undefined },
      ],
    },
    'acme-notes',
    own,
  );
  assert.equal(one?.nav, { label: 'Notes', section: 'work', order: 60, icon: 'package' });
  assert.equal([other?.path, other?.nav, other?.needs], ['/acme-notes/:id', undefined, []]);
});

test('no address of ours can be taken, whatever the plugin is called', () => {
  for (const path of [
    '/',
    '/hosts',
    '/hosts/x',
    '/acme-notesx',
    '/:any',
    '/acme-notes/../hosts',
    '//acme-notes',
    'acme-notes',
  ])
    assert.match(judged({ path }), /does not begin with \/acme-notes/, path);
  for (const plugin of ['hosts', 'jobs', 'api', 'assets', 'plugins', 'sign-in'])
    assert.match(
      judged({ path: `/${plugin}`, tag: `${plugin}-x` }, plugin),
      /an address of Fleetmend's own/,
      plugin,
    );
});

test('what is missing or of the wrong kind is named', () => {
  const cases: [object, RegExp][] = [
    [{ tag: 'fm-page-hosts' }, /page 1: its tag fm-page-hosts does not begin with acme-notes-/],
    [{ title: '' }, /it has no title/],
    [{ permission: 'everything' }, /its permission everything is none of the contract/],
    [{ permission: 'toString' }, /none of the contract/],
    [{ permission: 'public' }, /none of the contract/],
    [{ load: './x.js' }, /it has no load\(\)/],
    [{ needs: 'listNotes' }, /its needs are no list/],
    [{ nav: { ...good.nav, section: 'elsewhere' } }, /its section elsewhere is none of fleet/],
    [{ nav: { ...good.nav, order: '1' } }, /its nav has no order/],
    [{ nav: 'x' }, /its nav is no object/],
  ];
  for (const [page, expected] of cases) assert.match(judged(page), expected);
  for (const given of [undefined, null, {}, { pages: [] }, { pages: {} }, { pages: Array(21).fill(good) }])
    assert.throws(() => judgePages(given, 'acme-notes', own), /it gives no list of 1 to 20 pages/);
  assert.throws(
    () =>
      judgePages(
        {
          pages: [
            { ...good, path: '/acme-notes/:a' },
            { ...good, path: '/acme-notes/:b' },
          ],
        },
        'acme-notes',
        own,
      ),
    /two of its pages have the address/,
  );
});

test.run();
