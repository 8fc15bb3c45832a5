import type { Logger } from 'pino';
import type { EventBus } from '../../events.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { Secrets } from '../secrets.ts';
import type { SettingsSection } from './section.ts';

declare module '../../declared.ts' {
  interface Events {
    /**
     * A section has other values than before, whoever changed it: told on the manager that changed it before it
     * answers, and on every other one within 2 s. `settings.get` then gives the new ones.
     */
    'settings.changed': { section: string };
  }
}

/** What the registry of settings is made of. */
export interface SettingsParts {
  db: Database;
  log: Logger;
  clock: Clock;
  secrets: Secrets;
  audit: Pick<Audit, 'record'>;
  events: Pick<EventBus, 'emitNow'>;
  /** Sections of the features that are on. */
  sections: readonly SettingsSection[];
}
