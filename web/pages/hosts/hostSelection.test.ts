import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hiddenCount, NOTHING, selectAlso, selectExactly, targetsOf, unselect } from './hostSelection.ts';

const test = suite('hosts: selection');
const host = (id: string): { id: string; name: string } => ({ id, name: `name of ${id}` });

test('what a filter hides stays selected, with its name', () => {
  const first = selectAlso(NOTHING, [host('a'), host('b')]);
  const second = selectExactly(first, new Set(['a', 'b', 'z']), [host('z')]);
  assert.equal(targetsOf(second), [host('a'), host('b'), host('z')]);
  assert.equal(targetsOf(unselect(second, ['b'])), [host('a'), host('z')]);
  assert.is(NOTHING.ids.size, 0);
  const later = selectExactly(second, second.ids, [{ id: 'b', name: 'renamed' }]);
  assert.equal(targetsOf(later), [host('a'), { id: 'b', name: 'renamed' }, host('z')]);
});

test('how many are hidden is told only when it is known', () => {
  const selection = selectAlso(NOTHING, [host('a'), host('b'), host('c')]);
  const list = (rowIds: string[], total: number, isFiltered = true) => ({ rowIds, total, isFiltered });
  assert.is(hiddenCount(selection, list(['a', 'x'], 2)), 2);
  assert.is(hiddenCount(selection, list(['a', 'x'], 500)), null, 'b and c may come with the next page');
  assert.is(hiddenCount(selection, list(['a', 'b', 'c'], 500)), 0);
  assert.is(hiddenCount(selection, list(['a'], 500, false)), 0, 'no filter hides nothing');
});

test.run();
