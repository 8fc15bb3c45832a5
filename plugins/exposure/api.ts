/** What other plugins may know of the exposure: types alone. */
import type {} from '../../server/plugin.ts';

export interface ExposureService {
  /** `exceptionKey` of the held packages that break no service level at this time. */
  exceptedAt(now: Date): Promise<ReadonlySet<string>>;
}

declare module '../../server/plugin.ts' {
  interface Services {
    exposure: ExposureService;
  }
}
