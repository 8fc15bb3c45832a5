import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from './apiError.ts';
import { Preferences, type PreferencesPort } from './preferences.ts';

const test = suite('preferences of the pages');

/** A manager that keeps the preferences of one account. */
function manager(): PreferencesPort & { values: Record<string, string>; version: number; writes: number } {
  const kept = {
    values: {} as Record<string, string>,
    version: 0,
    writes: 0,
    failed: (error: unknown) => assert.unreachable(String(error)),
    async read() {
      return { values: { ...kept.values }, edit_version: kept.version };
    },
    async write(change: Readonly<Record<string, string | null>>, version: number) {
      kept.writes += 1;
      if (version !== kept.version)
        throw new ApiError({ status: 412, code: 'PRECONDITION_FAILED', message: 'It has changed.' });
      const all = Object.entries({ ...kept.values, ...change }).filter(([, value]) => value !== null);
      kept.values = Object.fromEntries(all) as Record<string, string>;
      kept.version += 1;
      return kept.read();
    },
  };
  return kept;
}

const read = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('what is set holds at once, is saved together, and is there for the next session', async () => {
  const kept = manager();
  const first = new Preferences(kept);
  first.follow('olga');
  first.set('table.hosts', '{}');
  first.set('table.jobs', '{"a":1}');
  assert.is(first.get('table.hosts'), '{}');
  await first.save();
  assert.equal([kept.writes, kept.values], [1, { 'table.hosts': '{}', 'table.jobs': '{"a":1}' }]);
  const second = new Preferences(kept);
  second.follow('olga');
  await read();
  assert.is(second.get('table.jobs'), '{"a":1}');
  second.set('table.jobs', null);
  assert.is(second.get('table.jobs'), null);
  await second.save();
  assert.equal(kept.values, { 'table.hosts': '{}' });
});

test('what another tab has changed meanwhile stays, but for the names that are set here', async () => {
  const kept = manager();
  const [one, other] = [new Preferences(kept), new Preferences(kept)];
  for (const tab of [one, other]) tab.follow('olga');
  await read();
  one.set('a', '1');
  one.set('b', '1');
  await one.save();
  other.set('b', '2');
  await other.save();
  assert.equal(kept.values, { a: '1', b: '2' });
  assert.is(other.get('a'), '1');
});

test('the next user gets none of them, and without a user nothing is sent', async () => {
  const kept = manager();
  const tab = new Preferences(kept);
  tab.set('a', 'kept until the reload');
  await tab.save();
  assert.equal([tab.get('a'), kept.writes], ['kept until the reload', 0]);
  tab.follow('olga');
  assert.is(tab.get('a'), null);
  tab.set('a', '1');
  tab.follow('nora');
  await tab.save();
  assert.equal([tab.get('a'), kept.writes], [null, 0]);
});

test.run();
