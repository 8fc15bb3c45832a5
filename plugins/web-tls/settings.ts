import { setting } from '#sdk';

export const STRATEGIES = ['internal_ca', 'custom'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Which certificate people and tools see. The contract's `off` is not offered: agents need TLS on the same port. */
export const strategySection = setting.single<Strategy>(
  'web_tls_strategy',
  setting.choice<Strategy>('internal_ca', STRATEGIES),
  { staysHere: true },
);
