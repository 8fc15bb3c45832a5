import { html, type TemplateResult } from 'lit';
import type { Schemas } from '../../core/schema.ts';
import type { JobHost } from './state.ts';

/** Stands in the address (`line`) for the first error of the log, which is known only once the log is read. */
export const ERROR_LINE = 'error';

/** The address of the host's log in the job, at its first error. */
export const errorHref = ({ id }: Pick<Schemas['Job'], 'id'>, { host_id: hostId }: JobHost): string =>
  `/jobs/${id}?${new URLSearchParams({ host: hostId, line: ERROR_LINE })}`;

/** The words by which an advice sends people to the log: “Find the cause in the log”. */
const LOG_WORDS = /\b[A-Z][^.,;:]*\bthe log\b/;

/** An advice whose words about the log are a link to it; others stay as they are. */
export function adviceWithLog(advice: string, href: string): TemplateResult | string {
  const found = LOG_WORDS.exec(advice);
  if (!found) return advice;
  const [words] = found;
  return html`${advice.slice(0, found.index)}<a href=${href}>${words}</a>${advice.slice(
      found.index + words.length,
    )}`;
}
