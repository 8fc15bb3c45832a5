import { guarded } from '../../shared/guarded.ts';
import type { Compute, Task, TaskResult } from './types.ts';

/** The process: one computation after the other. It is ended from outside, at a deadline or after a rest. */
async function answer({ module, input }: Task): Promise<TaskResult> {
  try {
    const { compute } = (await import(module)) as { compute: Compute };
    return { result: await compute(input as never) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on(
  'message',
  guarded(async (task: Task) => process.send?.(await answer(task))),
);
// Nobody is left who would take an answer.
process.on('disconnect', () => process.exit());
