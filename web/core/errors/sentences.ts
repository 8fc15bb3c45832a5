import type { HostSentences } from './hostErrors.ts';
import { localSentences, type Sentences } from './localErrors.ts';

type Table<Of> = Readonly<Record<string, Of>>;

/** After this time without our sentences, the manager's own are shown. */
const PATIENCE_MS = 3_000;

let managerTable: Table<Sentences> = {};
let hostTable: Table<HostSentences> = {};
let loading: Promise<void> | null = null;

/** Looks at own properties only: a code may come from an address, and be `constructor`. */
const own = <Of>(table: Table<Of>, code: string): Of | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined;

/** Undefined for a code that only a newer manager knows, or before {@link loadSentences} has ended. */
export const sentencesOf = (code: string): Sentences | undefined =>
  own(managerTable, code) ?? own(localSentences, code);

/** The sentences for a host's failure in a job; undefined as above. */
export const hostSentencesOf = (code: string): HostSentences | undefined => own(hostTable, code);

/**
 * Loads the sentences for what the manager refuses and for what fails on hosts. They come with the first refusal or
 * job, not with the first page, which does not need them. Never rejects; without them the message of the manager or of
 * the agent is shown.
 */
export async function loadSentences(): Promise<void> {
  loading ??= Promise.all([import('./managerErrors.ts'), import('./hostErrors.ts')]).then(
    ([{ managerSentences }, { hostSentences }]) => {
      managerTable = managerSentences;
      hostTable = hostSentences;
    },
    () => {
      loading = null;
    },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  await Promise.race([loading, patience]);
  clearTimeout(timer);
}
