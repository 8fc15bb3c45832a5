import type { FailedSource } from '../../backend.ts';
import type { RpmContext } from '../rpmContext.ts';
import type { RpmDriver } from '../rpmDriver.ts';

/** Two contexts: `without` leaves out all of these sources, `whole` only those that have no list at all. */
export async function contextsWithout(
  context: RpmContext,
  driver: RpmDriver,
  out: readonly FailedSource[],
): Promise<{ without: RpmContext; whole: RpmContext }> {
  const leaving = async (sources: readonly FailedSource[]): Promise<RpmContext> => {
    if (sources.length === 0) return context;
    const names = sources.map(({ name }) => name);
    return { ...context, sourceOptions: await driver.leaveOut(context, names) };
  };
  const [without, whole] = await Promise.all([
    leaving(out),
    leaving(out.filter(({ use }) => use === 'left_out')),
  ]);
  return { without, whole };
}
