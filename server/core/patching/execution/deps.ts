import type { Context } from '#server/kernel/boot/feature.ts';
import type { Ports } from '../ports.ts';
import type { Tracing } from '../tracing.ts';
import type { Reasons } from './reasons.ts';

export type EngineContext = Pick<
  Context,
  'tx' | 'db' | 'audit' | 'events' | 'steps' | 'hooks' | 'clock' | 'log' | 'jobs' | 'instanceId'
>;

export interface EngineDeps extends Ports {
  ctx: EngineContext;
  reasons: Reasons;
  /** Names the traces that calls to agents belong to. */
  tracing: Pick<Tracing, 'traceparentOf'>;
}
