/** Why a fetch brought nothing: a code, what happened, and what a person can do. */
export interface FetchError {
  code: string;
  message: string;
  advice: string;
}

const CHECK_URL = 'Check the URL in the settings.';
const CHECK_WAY = 'Check that the manager reaches the host: its name, the firewall, the other side.';
const BY_HAND = 'Fetch the file elsewhere and import it.';

const ADVICE: Readonly<Record<string, string>> = {
  URL_INVALID: CHECK_URL,
  ADDRESS_REFUSED: 'Name a host that is neither the manager itself nor one of a reserved range.',
  NAME_NOT_FOUND: 'Check the host in the URL, and the name servers of the manager.',
  CERTIFICATE_INVALID: 'The server’s certificate is not valid: check the host name and the clocks.',
  TOO_LARGE: CHECK_URL,
  HTTP_STATUS: `${CHECK_URL} The source may also be down; the download is retried automatically.`,
  REDIRECT_REFUSED: `${CHECK_URL} Redirects are followed three times, and only to https.`,
  DATA_SET_INVALID: `${CHECK_URL} If it is right, the source is broken: ${BY_HAND.toLowerCase()}`,
  DATA_SET_OLDER: 'If the file is right, download it manually and import it anyway (`older=true`).',
  PAYLOAD_TOO_LARGE: CHECK_URL,
};

export const fetchError = (code: string, message: string): FetchError => ({
  code,
  message: message.slice(0, 500),
  advice: ADVICE[code] ?? `${CHECK_WAY} ${BY_HAND}`,
});

/** Thrown when a fetch cannot get the file. */
export class FetchFailed extends Error {
  readonly failure: FetchError;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'FetchFailed';
    this.failure = fetchError(code, message);
  }
}

const DAY_MS = 86_400_000;
const AFTER_FAILURE_MS = 6 * 3_600_000;

/** When a data set is fetched next: a day after a success, six hours after a failure; null: at once. */
export function nextAttemptAt(attemptedAt: Date | null, failed: boolean): Date | null {
  return attemptedAt && new Date(attemptedAt.getTime() + (failed ? AFTER_FAILURE_MS : DAY_MS));
}
