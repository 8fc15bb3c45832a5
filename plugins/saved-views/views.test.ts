// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import {
  admin,
  call,
  must,
  outcome,
  person,
  setUp,
  signIn,
  tearDown,
  type World,
} from '../users/users.testing.ts';
import { savedViewsPlugin } from './plugin.ts';

type SavedView = components['schemas']['SavedView'];
type SavedViewList = components['schemas']['SavedViewList'];

const VIEWS = '/saved-views';
const critical = { name: 'Critical', page: '/hosts', query: 'severity=critical&sort=-age' };

const test = suite<World>('shared views');
test.before((world) => setUp(world, [savedViewsPlugin]));
test.after(tearDown);

const share = ({ one }: World, credential: string, more: object = {}): Promise<SavedView> =>
  must<SavedView>(one, credential, `POST ${VIEWS}`, { body: { ...critical, ...more }, status: 201 });

const namesFor = async ({ one }: World, credential: string, query = ''): Promise<string[]> =>
  (await must<SavedViewList>(one, credential, `GET ${VIEWS}${query}`)).views.map(({ name }) => name);

test('everybody who reads hosts reads a view; whoever only reads shares none', async (world) => {
  const { one } = world;
  const owner = await person(one);
  const view = await share(world, await signIn(one, owner), { name: 'For all' });
  assert.equal(view.created_by, { id: owner.id, username: owner.username });
  const reader = await signIn(one, await person(one, { role: 'reporter' }));
  assert.equal(await namesFor(world, reader, '?page=%2Fhosts&name=For%20all'), ['For all']);
  assert.equal(await namesFor(world, reader, '?page=%2Fjobs'), []);
  assert.is(outcome(await call(one, reader, `POST ${VIEWS}`, { body: critical })), '403 FORBIDDEN');
});

test('only who shares a view, and administrators, change or delete it', async (world) => {
  const { one } = world;
  const own = await signIn(one, await person(one));
  const other = await signIn(one, await person(one));
  const root = await admin(one);
  const { id } = await share(world, own, { name: 'Mine' });
  const at = `${VIEWS}/${id}`;
  const rename = (credential: string, name: string) =>
    call<SavedView>(one, credential, `PUT ${at}`, { body: { name } });
  assert.is(outcome(await rename(other, 'Theirs')), '403 FORBIDDEN');
  assert.is(outcome(await call(one, other, `DELETE ${at}`)), '403 FORBIDDEN');
  assert.is((await must<SavedView>(one, other, `GET ${at}`)).name, 'Mine');
  assert.is((await rename(own, 'Still mine')).body.edit_version, 2);
  assert.is(outcome(await rename(root, 'Tidied')), '200');
  await must(one, root, `DELETE ${at}`);
  assert.is(outcome(await call(one, own, `GET ${at}`)), '404 SAVED_VIEW_NOT_FOUND');
});

test('a view outlives the account of who shares it, and then administrators alone change it', async (world) => {
  const { one } = world;
  const owner = await person(one);
  const root = await admin(one);
  const { id } = await share(world, await signIn(one, owner), { name: 'Left behind' });
  await must(one, root, `DELETE /users/${owner.id}`);
  const left = await must<SavedView>(one, root, `GET ${VIEWS}/${id}`);
  assert.equal(left.created_by, { id: null, username: owner.username });
  const other = await signIn(one, await person(one));
  assert.is(outcome(await call(one, other, `DELETE ${VIEWS}/${id}`)), '403 FORBIDDEN');
  await must(one, root, `DELETE ${VIEWS}/${id}`);
});

test('a name is one view of a page, in any case and width', async (world) => {
  const own = await signIn(world.one, await person(world.one));
  await share(world, own, { name: 'Web servers' });
  const body = { ...critical, name: 'ＷＥＢ servers' };
  assert.is(outcome(await call(world.one, own, `POST ${VIEWS}`, { body })), '409 NAME_TAKEN');
  await share(world, own, { name: 'Web servers', page: '/jobs' });
});

test('a page is a path of this manager, and a query is no other address', async (world) => {
  const own = await signIn(world.one, await person(world.one));
  const tries = [
    { page: '//evil.example.org' },
    { page: 'https://evil.example.org' },
    { page: '/hosts?x=1' },
    { query: 'a=1#top' },
    { query: 'a b' },
    { name: '' },
  ];
  for (const wrong of tries) {
    const body = { ...critical, name: 'Wrong', ...wrong };
    const answer = await call(world.one, own, `POST ${VIEWS}`, { body });
    assert.is(outcome(answer), '400 VALIDATION_FAILED', JSON.stringify(wrong));
  }
});

test('no account takes all the room, and there is an end to it', async (world) => {
  const { one } = world;
  const full = '409 SAVED_VIEW_LIMIT_REACHED';
  const [before] = await one.ctx.db.knex('saved_views_views').count({ count: '*' });
  let room = 200 - Number(before?.['count']);
  while (room > 0) {
    const own = await signIn(one, await person(one));
    const most = Math.min(room, 50);
    for (let at = 0; at < most; at++) await share(world, own, { name: `View ${room}-${at}` });
    const body = { ...critical, name: 'One more' };
    assert.is(outcome(await call(one, own, `POST ${VIEWS}`, { body })), full);
    room -= most;
  }
  assert.is((await namesFor(world, await admin(one), '')).length, 200);
});

test.run();
