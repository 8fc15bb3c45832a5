/** What the form allows and the manager refuses: one row a refusal that the contract documents. */
import { operationNamed } from '../contract.ts';
import { refuse } from '../refusals.ts';
import type { World } from '../world.ts';
import { certificateMistakes } from './certificates.ts';
import { fleetMistakes } from './fleet.ts';
import { jobMistakes } from './jobs.ts';
import { make, type Mistake } from './made.ts';
import { peopleMistakes } from './people.ts';
import { restMistakes } from './rest.ts';
import { workMistakes } from './work.ts';

/** Jobs come after what waits to be approved: they run on its hosts. */
const MISTAKES: readonly Mistake[] = [
  ...[...fleetMistakes, ...certificateMistakes, ...workMistakes, ...jobMistakes],
  ...[...restMistakes, ...peopleMistakes],
];

/** Each row of the table, about objects of its own. */
export async function refuseMistakes(w: World): Promise<void> {
  const made = await make(w);
  for (const { code, status, at, around } of MISTAKES) {
    const all = async (): Promise<void> => {
      for (const [operationId, callOf] of Object.entries(at)) {
        const call = await callOf(w, made);
        await refuse(w.walker, operationNamed(operationId), call, {
          status,
          codes: [code],
          what: 'a mistake',
        });
      }
    };
    await (around ? around(w, made, all) : all());
  }
}
