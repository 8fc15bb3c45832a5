import { html, nothing, type TemplateResult } from 'lit';
import { explainHostError } from '../../core/errors.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';
import './fm-job-log.ts';
import { happening, nextAttempt } from '../../domain/job/hostColumns.ts';
import { hasFailed, type JobHost } from '../../domain/job/state.ts';
import { verdictBadge } from '../../domain/job/planText.ts';

/** One host of the job: how it stands, why, what was changed, and its log. */
export function hostPanel(jobId: string, host: JobHost, close: () => void): TemplateResult {
  return html`<section class="card stack tight" id="host" aria-label="Host ${safeName(host.fqdn)}">
    <div class="row spread">
      <h2><a href="/hosts/${host.host_id}" title="The host’s own page">${safeName(host.fqdn)}</a></h2>
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
  // On a phone the list has no room for it.
  if (!host.error) return host.reason === null ? nothing : html`<p class="quiet">${happening(host)}</p>`;
  const { what, next, detail } = explainHostError(host.error);
  return html`<div class="notice ${hasFailed(host) ? 'bad' : 'warn'}">
    <div>
      <strong>${safeLine(what, 500)}</strong> ${next}
      ${detail === null ? nothing : html`<br />${safeLine(detail, 1_000)}`} ${attempts(host)}
    </div>
  </div>`;
}

function attempts(host: JobHost): unknown {
  if (host.state === 'retry_wait') return html`<br />${nextAttempt(host)}, by itself.`;
  return host.attempt > 1 ? html`<br />It was tried ${host.attempt} times.` : nothing;
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
