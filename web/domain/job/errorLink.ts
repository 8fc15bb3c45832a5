import { html, type TemplateResult } from 'lit';
import type { HostExplanation } from '../../core/errors.ts';
import type { Schemas } from '../../core/schema.ts';
import type { JobHost } from './state.ts';

/** Stands in the address (`line`) for the first error of the log, which is known only once the log is read. */
export const ERROR_LINE = 'error';

/** The address of the host's log in the job, at its first error. */
export const errorHref = ({ id }: Pick<Schemas['Job'], 'id'>, { host_id: hostId }: JobHost): string =>
  `/jobs/${id}?${new URLSearchParams({ host: hostId, line: ERROR_LINE })}`;

/** What to do about a host's failure; the words about its log are a link to it. */
export const adviceWithLog = (
  { next, log }: Pick<HostExplanation, 'next' | 'log'>,
  href: string,
): TemplateResult | string => (log === null ? next : html`<a href=${href}>${log}</a> ${next}`);

/** The same without a link, where several hosts have logs. */
export const adviceText = ({ next, log }: Pick<HostExplanation, 'next' | 'log'>): string =>
  [log, next].filter(Boolean).join(' ');
