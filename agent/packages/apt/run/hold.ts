import { AppError } from '#server/shared/wire/appError.ts';
import type { HoldChange } from '../../job/steps.ts';
import type { AptContext } from '../aptContext.ts';
import { classify } from '../classify.ts';
import { lastErrors } from '../lastErrors.ts';
import { lookUp } from '../read/catalogue.ts';
import { instanceKey, readInventory } from '../read/inventory.ts';

/** Holds or releases installed packages by dpkg's own selection. Throws PACKAGE_NOT_FOUND. */
export async function prepareHold(
  context: AptContext,
  names: readonly string[],
  held: boolean,
): Promise<HoldChange> {
  const inventory = await readInventory(context);
  const specs = names.map((name) => ({ name }));
  const known = await lookUp(context, inventory, specs);
  const keys = known.map(({ name, arch }) => instanceKey(name, arch, inventory.nativeArch));
  const absent = keys.find((key) => !inventory.byKey.has(key));
  if (absent !== undefined) {
    const message = `${absent} is not installed.`;
    throw new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: [absent] } });
  }
  return {
    argv: ['apt-mark', held ? 'hold' : 'unhold', '--', ...keys],
    findWrong: async () => {
      const after = await readInventory(context);
      return keys.filter((key) => after.byKey.get(key)?.held !== held);
    },
    explain: (outputTail, wrong) => {
      const message = lastErrors(outputTail) || `The selection of ${wrong.join(', ')} did not change.`;
      return classify(outputTail) ?? { code: 'INTERNAL_ERROR', message };
    },
  };
}
