import { createCommands } from '../shared/context.ts';
import type { BackendContext } from '../shared/context.ts';

/** What every part of the rpm backends works with. */
export interface RpmContext extends BackendContext {
  /** Options that make the package manager ignore some repositories ({@link RpmDriver.leaveOut}); absent: none. */
  sourceOptions?: readonly string[];
}

/** C locale, no pager, no colours; wide lines, as tables are made to fit a terminal. */
export const rpmEnv: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  LANG: 'C',
  COLUMNS: '2000',
  HOME: '/root',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

export const { query, queryOutput, runApart, runWithoutJob } = createCommands(rpmEnv);
