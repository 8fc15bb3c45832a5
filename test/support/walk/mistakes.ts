/** Calls whose form is valid but which the manager refuses: one row for each refusal that the contract documents. */
import { mistakes } from '../features.ts';
import type { Made, Mistake } from '../rows.ts';
import { errorCodes, operationNamed } from './contract.ts';
import { make } from './made.ts';
import { refuse } from './refusals.ts';
import type { World } from './world.ts';

/** Runs each row of the table, on objects of its own; a failure in one row is reported, and the others go on. */
export async function refuseMistakes(w: World): Promise<void> {
  const made = await make(w);
  for (const mistake of mistakes)
    await refuseMistake(w, made, mistake).catch((error: unknown) => {
      const { code, at } = mistake;
      w.walker.deviations.add(`${code} at ${Object.keys(at).join(', ')}: ${String(error)}`);
    });
}

async function refuseMistake(w: World, made: Made, { code, at, before, during }: Mistake): Promise<void> {
  const status = errorCodes[code]?.status ?? 0;
  await before?.(w, made);
  const takeBack = await during?.(w, made);
  try {
    for (const [operationId, callOf] of Object.entries(at)) {
      const wanted = { status, codes: [code], what: 'a mistake' };
      await refuse(w.walker, operationNamed(operationId), await callOf(w, made), wanted);
    }
  } finally {
    await takeBack?.();
  }
}
