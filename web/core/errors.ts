import { ApiError } from './apiError.ts';
import { hostSentencesOf, sentencesOf } from './errors/sentences.ts';
import { durationText } from './time.ts';

/** An error as a person reads it. `detail` is what the manager said beyond it; `reference` finds it in its log. */
export interface Explanation {
  what: string;
  next: string;
  detail: string | null;
  reference: string | null;
}

const UNKNOWN = [
  'Something went wrong.',
  'Try again. If it keeps failing, contact an administrator.',
] as const;

/** Explains anything that was thrown. */
export function explain(error: unknown): Explanation {
  if (!(error instanceof ApiError))
    return { what: UNKNOWN[0], next: UNKNOWN[1], detail: messageOf(error), reference: null };
  const [what, next, alone] = sentencesOf(error.code) ?? [error.message, UNKNOWN[1]];
  return {
    what,
    next: waitOf(error) ?? next,
    detail: alone ? null : detailOf(error, what),
    reference: error.status >= 500 ? error.requestId : null,
  };
}

/** Why a host failed. `log`: the words that send people to its log before they do what comes next; null: none do. */
export interface HostExplanation extends Pick<Explanation, 'what' | 'next' | 'detail'> {
  log: string | null;
}

/** Why a host failed in a job, and what to do next; `message` is the agent's own. */
export function explainHostError(error: { code: string; message: string }): HostExplanation {
  const known = hostSentencesOf(error.code);
  if (!known) return { what: error.message, next: '', detail: error.code, log: 'Check the log.' };
  const [what, next, log = null] = known;
  return { what, next, detail: error.message === what ? null : error.message, log };
}

/** The fields that the manager refused: path → what is wrong, as a sentence to stand at the field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(refusals(error).map(([path, message]) => [path, sentence(message)]));
}

/** Whether all that the manager refused stands at these fields already, so that a notice would say it again. */
export function isAtFields(error: unknown, paths: readonly string[]): boolean {
  const refused = refusals(error);
  return refused.length > 0 && refused.every(([path]) => paths.includes(path));
}

/** Path → what the manager says of it, which begins after the name of the field: “must be a number”. */
function refusals(error: unknown): [path: string, message: string][] {
  if (!(error instanceof ApiError) || !Array.isArray(error.details['errors'])) return [];
  const rows = error.details['errors'] as readonly { path?: unknown; message?: unknown }[];
  return rows.map(({ path, message }) => [String(path).replace(/^\/?body\/?/, ''), String(message)]);
}

const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;

function waitOf({ details }: ApiError): string | null {
  const secs = details['retry_after_secs'];
  return typeof secs === 'number' && secs > 0 ? `Try again in ${durationText(secs)}.` : null;
}

/** The manager's own message, which may name the thing where our sentence is general; null: it adds nothing. */
function detailOf(error: ApiError, what: string): string | null {
  const fields = refusals(error).map(([path, message]) => `${path} ${message}`.trim());
  if (fields.length > 0) return fields.join('; ');
  const isGeneric = error.status === 0 || error.status === 401 || error.message === what;
  return isGeneric ? null : error.message;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
