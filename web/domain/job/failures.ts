import { html, nothing, type TemplateResult } from 'lit';
import { newJobHref } from '../host/chosenHosts.ts';
import { explainHostError, type HostExplanation } from '../../core/errors.ts';
import { asSentence } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { may } from '../../core/permissions.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import { session } from '../../core/session.ts';
import { adviceText, adviceWithLog, errorHref } from './errorLink.ts';
import { nextAttempt } from './hostColumns.ts';
import type { Schemas } from '../../core/schema.ts';
import { hasFailed, isAccepted, isStoppedByRule, type JobHost } from './state.ts';
import { STOPPED } from './texts.ts';
import { wishesOfJob } from './likeJob.ts';

/** How many hosts are named; the list below has the others. */
const NAMED = 6;
/** Errors that a retry would only repeat. */
const WANTS_PLAN: ReadonlySet<string> = new Set(['PLAN_CHANGED', 'CONFLICT', 'PACKAGE_NOT_FOUND']);

/**
 * Notices of what went wrong on which hosts, one for each cause: a sentence, and what to do next; final failures first.
 */
export function failures(job: Schemas['Job'], hosts: readonly JobHost[]): unknown {
  const causes = Object.groupBy(hosts.filter(isTold), (host) => `${kindOf(host)} ${host.error?.code}`);
  const told = Object.entries(causes)
    .sort(([a], [b]) => Number(a[0]) - Number(b[0]))
    .map(([, of = []]) => failure(job, of));
  return [...told, stopped(job, hosts.filter(isStoppedByRule))];
}

/** What an approval rule stopped, in the manager's words, which name the rule; and the way to an approval. */
function stopped(job: Schemas['Job'], hosts: readonly JobHost[]): unknown {
  const [first] = hosts;
  if (!first) return nothing;
  const ids = hosts.map(({ host_id: id }) => id);
  return html`<div class="notice warn">
    ${icon('shield')}
    <div>
      <strong>${STOPPED.what(hosts.length)}</strong> ${asSentence(safeLine(first.message, 500))}
      ${STOPPED.next}
      ${may(session.user, 'jobs:run') ? html`<a href=${newJobHref(ids, wishesOfJob(job))}>${STOPPED.plan}</a>` : nothing}
    </div>
  </div>`;
}

function isTold(host: JobHost): boolean {
  if (isAccepted(host)) return false;
  return host.error !== null && (hasFailed(host) || /^(retry_wait|rolled_back)$/.test(host.state));
}

function kindOf(host: JobHost): number {
  if (hasFailed(host)) return 0;
  return host.state === 'rolled_back' ? 1 : 2;
}

function failure(job: Schemas['Job'], hosts: readonly JobHost[]): unknown {
  const [first] = hosts;
  if (!first?.error) return nothing;
  const said = explainHostError(first.error);
  const { what, detail } = said;
  const isSame = hosts.every(({ error }) => error?.message === first.error?.message);
  const names = hosts
    .slice(0, NAMED)
    .map(
      (host, at) =>
        html`${at === 0 ? nothing : ', '}${hosts.length === 1 ? safeName(host.fqdn) : logOf(job, host)}`,
    );
  const more = hosts.length > names.length ? ` and ${hosts.length - names.length} more` : '';
  const isFinal = hasFailed(first);
  return html`<div class="notice ${isFinal ? 'bad' : 'warn'}">
    ${icon(isFinal ? 'error' : 'warning')}
    <div>
      <strong>${names}${more}: ${safeLine(what, 500)}</strong>
      ${isSame && detail !== null ? asSentence(safeLine(detail, 300)) : nothing} ${whatNext(job, hosts, said)}
      ${isSame ? nothing : each(hosts)}
    </div>
  </div>`;
}

/** The advice leads to one log; of several hosts, each name does to its own. */
const logOf = (job: Schemas['Job'], host: JobHost): TemplateResult =>
  html`<a href=${errorHref(job, host)} title="Open log at the first error">${safeName(host.fqdn)}</a>`;

function whatNext(job: Schemas['Job'], hosts: readonly JobHost[], said: HostExplanation): unknown {
  const [first] = hosts;
  if (first?.state === 'rolled_back') return 'Rolled back automatically.';
  if (first?.state === 'retry_wait')
    return html`${hosts.length === 1 ? html`${nextAttempt(first)}, automatically.` : 'Each host is retried automatically.'}`;
  if (!first) return nothing;
  if (!WANTS_PLAN.has(first.error?.code ?? '') || !may(session.user, 'jobs:run'))
    return hosts.length === 1 ? adviceWithLog(said, errorHref(job, first)) : adviceText(said);
  const ids = hosts.map(({ host_id: id }) => id);
  return html`${adviceText(said)} <a href=${newJobHref(ids, wishesOfJob(job))}>New plan</a>`;
}

function each(hosts: readonly JobHost[]): TemplateResult {
  return html`<ul class="causes">
    ${hosts
      .slice(0, NAMED)
      .map(({ fqdn, error }) => html`<li>${safeName(fqdn)}: ${safeLine(error?.message ?? '', 300)}</li>`)}
  </ul>`;
}
