/** Reports that really fail: their limits are lower, or their thread dies. */
import type { Context, reads } from '#sdk';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import type { ReportInput } from './domain/types.ts';
import { reportsPlugin } from './plugin.ts';

export interface ReportLimits {
  /** Limit of a file. */
  maxBytes?: number;
  /** Limit of a whole report. */
  timeoutMs?: number;
}

/** The real plugin, with these limits for its threads; they may change while it runs. */
export const reportsWithin = (limits: ReportLimits): AnyFeature =>
  ({
    ...reportsPlugin,
    setup(ctx: Context) {
      const run = (task: URL, input: ReportInput, options: reads.Options) =>
        ctx.reading.run(task, { ...input, ...limits }, { ...options, ...limits });
      return reportsPlugin.setup({ ...ctx, reading: { ...ctx.reading, run } as Context['reading'] });
    },
  }) as AnyFeature;

/** Ends the next thread of this process as soon as it exists. */
export function killNextThread(): void {
  process.once('worker', (worker: { terminate(): Promise<number> }) => void worker.terminate());
}
