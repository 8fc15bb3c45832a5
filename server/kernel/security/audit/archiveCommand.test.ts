import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../clock.ts';
import type { CommandContext } from '../../boot/feature.ts';
import { auditArchive } from './archiveCommand.ts';

const test = suite('the words of audit archive');

/** Nothing but a clock is there: what is refused is refused before anything is looked at. */
const ctx = { clock: createFakeClock(new Date('2026-03-31T12:00:00Z')) } as unknown as CommandContext;

const refusalOf = (...words: string[]): Promise<string> =>
  auditArchive.run(ctx, words).then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

test('it takes one file and one date', async () => {
  for (const words of [
    [],
    ['a'],
    ['--before', '2025-01-01'],
    ['a', '--before'],
    ['a', 'b', '--before', '2025-01-01'],
  ])
    assert.match(
      await refusalOf(...words),
      /^audit archive takes FILE --before DATE, such as/,
      words.join(' '),
    );
});

test('the date is a day that exists, or an instant with its zone', async () => {
  for (const text of ['yesterday', '2025-02-30', '2025-13-01', '01.02.2025', '2025-01-01T00:00', '20250101'])
    assert.ok(
      (await refusalOf('a', '--before', text)).startsWith(`"${text}" is no date: give a day such as`),
      text,
    );
});

test('the last thirty days stay', async () => {
  const stays = /^the rows of the last 30 days stay: name an earlier date$/;
  for (const text of ['2026-03-01T12:00:00.001Z', '2026-03-02', '2026-03-01T14:00:01+02:00', '2027-01-01'])
    assert.match(await refusalOf('a', '--before', text), stays, text);
  for (const text of ['2026-03-01T12:00:00Z', '2026-03-01', '2024-02-29', '2025-01-01T00:00+01:00'])
    assert.not.match(await refusalOf('--before', text, 'a'), /30 days|no date|takes FILE/, text);
});

test.run();
