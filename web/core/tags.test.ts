// Pages are loaded one after the other into one document, where a tag belongs to the first that defines it.
import { globSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('tags');

test('no two elements have one tag: whoever opened one of their pages would find it on the other', () => {
  const files = globSync(['web/**/*.ts', 'plugins/*/web/**/*.ts']).filter(
    (file) => !/\.test\.ts$/.test(file),
  );
  const placesOf = new Map<string, string[]>();
  for (const file of files)
    for (const [, tag = ''] of readFileSync(file, 'utf8').matchAll(/^define\('([a-z0-9-]+)'/gm))
      placesOf.set(tag, [...(placesOf.get(tag) ?? []), file]);
  assert.ok(placesOf.size > 40, `${placesOf.size} tags are seen`);
  assert.equal(
    [...placesOf].filter(([, places]) => places.length > 1),
    [],
  );
});

test.run();
