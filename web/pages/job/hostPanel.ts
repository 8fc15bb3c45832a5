import { html, nothing, type TemplateResult } from 'lit';
import { explainHostError } from '../../errors.ts';
import { asSentence, plural } from '../../format.ts';
import { icon } from '../../icons/icons.ts';
import { safeLine, safeName } from '../../safeText.ts';
import { statusBadge } from '../../status.ts';
import './fm-job-log.ts';
import { hasFailed, type JobHost } from './jobState.ts';
import { verdictBadge } from './planText.ts';

/** One host of the job: how it stands, why, what was changed, and its log. */
export function hostPanel(jobId: string, host: JobHost, close: () => void): TemplateResult {
  return html`<section class="card stack tight" id="host" aria-label="Host ${safeName(host.fqdn)}">
    <div class="row spread">
      <h2>${safeName(host.fqdn)}</h2>
      <div class="row">
        ${statusBadge('jobHost', host.state)}
        <button class="plain square" aria-label="Close ${safeName(host.fqdn)}" @click=${close}>
          ${icon('close')}
        </button>
      </div>
    </div>
    ${hostProblem(host)} ${changes(host)}
    <fm-job-log .jobId=${jobId} .hostId=${host.host_id} .fqdn=${safeName(host.fqdn)}></fm-job-log>
  </section>`;
}

function hostProblem(host: JobHost): unknown {
  if (!host.error) return nothing;
  const { what, next, detail } = explainHostError(host.error);
  return html`<div class="notice ${hasFailed(host) ? 'bad' : 'warn'}">
    <div>
      <strong>${safeLine(what, 500)}</strong> ${next}
      ${detail === null ? nothing : html`<br />${safeLine(detail, 1_000)}`}
    </div>
  </div>`;
}

function changes({ changes: list, reversible }: JobHost): unknown {
  if (list.length === 0) return nothing;
  return html`<details>
    <summary>
      ${plural(list.length, 'package')} changed ${reversible ? verdictBadge(reversible) : nothing}
    </summary>
    <ul class="changes" tabindex="0" aria-label="Changed packages">
      ${list.map(
        ({ name, from, to }) =>
          html`<li>
            <code>${safeName(name)}</code>
            <span class="quiet"
              >${from === null ? 'new' : safeName(from)} → ${to === null ? 'removed' : safeName(to)}</span
            >
          </li>`,
      )}
    </ul>
  </details>`;
}

/** What went wrong on which hosts, each cause once: one sentence, and what to do next. */
export function failures(hosts: readonly JobHost[]): unknown {
  const causes = new Map<string, JobHost[]>();
  for (const host of hosts) {
    if (!hasFailed(host) || !host.error) continue;
    const known = causes.get(host.error.code);
    if (known) known.push(host);
    else causes.set(host.error.code, [host]);
  }
  return [...causes.values()].map(failure);
}

function failure(hosts: readonly JobHost[]): unknown {
  const [first] = hosts;
  if (!first?.error) return nothing;
  const { what, next, detail } = explainHostError(first.error);
  const isSame = hosts.every(({ error }) => error?.message === first.error?.message);
  const names = hosts.slice(0, 6).map(({ fqdn }) => safeName(fqdn));
  const more = hosts.length > names.length ? ` and ${hosts.length - names.length} more` : '';
  return html`<div class="notice bad">
    ${icon('error')}
    <div>
      <strong>${names.join(', ')}${more}: ${safeLine(what, 500)}</strong>
      ${isSame && detail !== null ? asSentence(safeLine(detail, 300)) : nothing} ${next}
    </div>
  </div>`;
}
