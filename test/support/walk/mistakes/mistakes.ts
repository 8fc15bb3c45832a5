/** Calls whose form is valid but which the manager refuses: one row for each refusal that the contract documents. */
import { operationNamed } from '../contract.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { certificateMistakes } from './certificates.ts';
import { factorMistakes } from './factors.ts';
import { fleetMistakes } from './fleet.ts';
import { jobMistakes } from './jobs.ts';
import { make, type Made, type Mistake } from './made.ts';
import { peopleMistakes } from './people.ts';
import { reportMistakes } from './reports.ts';
import { restMistakes } from './rest.ts';
import { ssoMistakes } from './sso.ts';
import { workMistakes } from './work.ts';

/** Jobs come after waiting approvals, because they run on the same hosts. */
const MISTAKES: readonly Mistake[] = [
  ...fleetMistakes,
  ...certificateMistakes,
  ...workMistakes,
  ...jobMistakes,
  ...reportMistakes,
  ...restMistakes,
  ...peopleMistakes,
  ...factorMistakes,
  ...ssoMistakes,
];

/** Runs each row of the table, on objects of its own; a failure in one row is reported, and the others go on. */
export async function refuseMistakes(w: World): Promise<void> {
  const made = await make(w);
  for (const mistake of MISTAKES)
    await refuseMistake(w, made, mistake).catch((error: unknown) => {
      const { code, at } = mistake;
      w.walker.deviations.add(`${code} at ${Object.keys(at).join(', ')}: ${String(error)}`);
    });
}

async function refuseMistake(
  w: World,
  made: Made,
  { code, status, at, before, during }: Mistake,
): Promise<void> {
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
