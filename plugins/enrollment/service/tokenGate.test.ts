import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppError } from '#server/shared/wire/appError.ts';
import { createFakeClock } from '#server/kernel/clock.ts';
import { createTokenGate } from './tokenGate.ts';

const test = suite('the gate of enrollment tokens');

test('sixteen hosts are let in at once, a hundred of an address wait, and of the others each is told its own moment', async () => {
  const gate = createTokenGate({ clock: createFakeClock(new Date()) } as never);
  const inside = await Promise.all(Array.from({ length: 16 }, () => gate.begin('10.0.0.1')));
  const waiting = Array.from({ length: 100 }, () => gate.begin('10.0.0.1'));
  const waits: number[] = [];
  for (let count = 0; count < 100; count += 1)
    waits.push(
      await gate.begin('10.0.0.1').then(
        () => 0,
        (error: AppError) => Number(error.params.headers?.['Retry-After']),
      ),
    );
  assert.equal([waits[0], waits[99]], [1, 6]);
  // Another address is next but one, however many of the first one wait.
  const other = gate.begin('10.0.0.2');
  for (const end of inside.slice(0, 2)) end();
  (await other)();
  for (const end of inside.slice(2)) end();
  for (const turn of waiting) (await turn)();
});

test.run();
