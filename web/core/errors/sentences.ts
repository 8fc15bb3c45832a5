import { localSentences, type Sentences } from './localErrors.ts';

type Table = Readonly<Record<string, Sentences>>;

/** A person waits no longer than this for our words: the manager's own are shown then. */
const PATIENCE_MS = 3_000;

let managerTable: Table = {};
let hostTable: Table = {};
let loading: Promise<void> | null = null;

/** A code may come from an address, and `constructor` is none of ours. */
const own = (table: Table, code: string): Sentences | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined;

/** Undefined: a code that only a newer manager knows, or {@link loadSentences} has not ended. */
export const sentencesOf = (code: string): Sentences | undefined =>
  own(managerTable, code) ?? own(localSentences, code);

/** Of a host's failure in a job; undefined as above. */
export const hostSentencesOf = (code: string): Sentences | undefined => own(hostTable, code);

/**
 * Brings the sentences for what the manager refuses and for what fails on hosts. They come with the first refusal, or
 * with a job, and not with the first page: no page needs them to begin. Never rejects; without them the message of the
 * manager or of the agent is told.
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
