import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sizeText } from './sizeText.ts';

test('a size is told in the largest unit that it fills, rounded up', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_024, '1 KiB'],
    [46_100, '46 KiB'],
    [1_048_576, '1 MiB'],
    [1_048_577, '1.1 MiB'],
    [14.2 * 1_048_576, '14.2 MiB'],
    [1024 ** 4 * 5_000, '5000 TiB'],
    [1024 ** 3 * 2, '2 GiB'],
  ];
  for (const [bytes, text] of cases) assert.is(sizeText(bytes), text);
});

test.run();
