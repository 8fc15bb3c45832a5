import type { ManagerProcess } from '../../test/support/manager.ts';
import type { Figure } from '../bench.ts';
import { startBare } from './bareHandler.ts';
import { Caller } from './caller.ts';

/** One GET whose answer is measured. */
export interface Judged {
  name: string;
  path: string;
  target?: Figure['target'];
}

const WARM_UP = 5;

/** The p50 of each answer of the manager, beside an express handler that gives the same bytes. */
export async function besideBare(
  manager: ManagerProcess,
  judged: readonly Judged[],
  { dir, times }: { dir: string; times: number },
): Promise<Figure[]> {
  const paths = judged.map((one) => one.path);
  const bare = await startBare(dir, manager, paths);
  const api = new Caller(manager.url, manager.accessToken);
  try {
    const figures: Figure[] = [];
    for (const [index, { name, path: resource, target }] of judged.entries()) {
      await bare.caller.p50(`/${index}`, WARM_UP);
      const base = { name: 'bare express handler', value: await bare.caller.p50(`/${index}`, times) };
      const value = await api.p50(resource, times);
      figures.push({ name, value, unit: 'ms', base, ...(target ? { target } : {}) });
    }
    return figures;
  } finally {
    await api.close();
    await bare.stop();
  }
}
