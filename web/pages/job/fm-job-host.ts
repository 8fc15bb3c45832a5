import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmElement } from '../../core/element.ts';
import { explainHostError } from '../../core/errors.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { may } from '../../core/permissions.ts';
import { Resource } from '../../core/resource.ts';
import { loadCode } from '../../core/loadCode.ts';
import { onward } from '../../core/router.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { durationText, parseTime } from '../../core/time.ts';
import { badge } from '../../domain/job/badge.ts';
import { happening, nextAttempt } from '../../domain/job/hostColumns.ts';
import { adviceWithLog, errorHref, ERROR_LINE } from '../../domain/job/errorLink.ts';
import { hostOffers, type Act } from '../../domain/job/offers.ts';
import { verdictBadge } from '../../domain/job/planText.ts';
import { hostStateText } from '../../domain/job/stateText.ts';
import {
  hasFailed,
  isAcceptable,
  isAccepted,
  isHostEnded,
  type JobHost,
  type JobState,
} from '../../domain/job/state.ts';
import { whyNotText } from '../../domain/job/texts.ts';
import { styles } from './fm-job-host.styles.ts';
import { kindOf } from '../../domain/job/kind.ts';
import './fm-job-log.ts';

const ACT_TEXTS = { retry: 'Retry host', rollback: 'Roll back host' } as const;
type Steps = Schemas['JobHostStepList']['steps'];

/**
 * One host of the job: how it stands and why, what it went through, what was changed, and its log.
 *
 * Events: `fm-close`.
 */
export class FmJobHost extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    state: { attribute: false },
    host: { attribute: false },
    query: { attribute: false },
  };
  declare state: JobState | null;
  declare host: JobHost | null;
  declare query: URLSearchParams;
  readonly #action = new Action(this);
  readonly #steps = new Resource<Steps, readonly [string, string, ...unknown[]]>(this, {
    read: async ([id, hostId], signal) => {
      const params = { path: { job_id: id, host_id: hostId } };
      return (await must(api.GET('/api/v1/jobs/{job_id}/hosts/{host_id}/steps', { params, signal }))).steps;
    },
    // Each state is a step, so the steps are read again when it changes.
    args: () =>
      this.state && this.host
        ? [this.state.job.id, this.host.host_id, this.host.state, this.host.attempt]
        : null,
  });

  constructor() {
    super();
    this.state = null;
    this.host = null;
    this.query = new URLSearchParams();
  }

  /** Takes lines of its log as the live stream brings them. */
  receive(lines: readonly Schemas['LogLine'][]): void {
    this.renderRoot.querySelector('fm-job-log')?.receive(lines);
  }

  override render(): unknown {
    const { state, host } = this;
    if (!state || !host) return nothing;
    const name = safeName(host.fqdn);
    return html`<section class="card stack tight" aria-label="Host ${name}">
      <div class="row spread">
        <h2><a href="/hosts/${host.host_id}" title="Open host">${name}</a></h2>
        <div class="row">
          ${badge(hostStateText(state.job, host))} ${this.#acts(state, host)} ${this.#accept(state, host)}
          <button
            class="plain square"
            aria-label="Close ${name}"
            title="Close (Escape)"
            @click=${() => this.dispatchEvent(new CustomEvent('fm-close'))}
          >
            ${icon('close')}
          </button>
        </div>
      </div>
      ${errorNotice(this.#action.problem)} ${hostProblem(state.job, host)} ${steps(this.#steps.value ?? [])}
      ${changes(host)}
      <fm-job-log
        .jobId=${state.job.id}
        .hostId=${host.host_id}
        .fqdn=${name}
        .isOver=${isHostEnded(host)}
        .chosenSeq=${Number(this.query.get('line')) || null}
        .wantsError=${this.query.get('line') === ERROR_LINE}
      ></fm-job-log>
    </section>`;
  }

  #acts(state: JobState, host: JobHost): unknown {
    return hostOffers(state.job, host, may(session.user, 'jobs:run'))
      .filter(({ whyNot }) => whyNot !== 'no-right')
      .map(
        ({ act, whyNot }) =>
          html`<button
            ?disabled=${this.#action.isBusy || whyNot !== null}
            title=${whyNot === null ? laterOf(act, state) : whyNotText(whyNot)}
            @click=${() => void this.#act(act, state, host)}
          >
            ${icon(act === 'retry' ? 'refresh' : 'undo')}
            ${act in ACT_TEXTS ? ACT_TEXTS[act as 'retry'] : act}
          </button>`,
      );
  }

  #accept({ job }: JobState, host: JobHost): unknown {
    const isOver = job.completed_at !== null || job.state === 'paused';
    if (kindOf(job) === 'plan' || !isOver || !isAcceptable(host) || !may(session.user, 'jobs:run'))
      return nothing;
    void import('./fm-job-accept.ts');
    return html`<fm-job-accept .jobId=${job.id} .host=${host}></fm-job-accept>`;
  }

  #act(act: Act, state: JobState, { host_id: hostId }: JobHost): Promise<void> {
    return this.#action.run(async () => {
      if (act === 'approve' || act === 'ask') return;
      const go = onward();
      const { ACTIONS } = await loadCode(() => import('../../domain/job/actions.ts'));
      const job = await ACTIONS[act](state, [hostId]);
      if (job && job.id !== state.job.id) go(`/jobs/${job.id}`);
    });
  }
}

/** A host that is retried does not resume its job. */
const laterOf = (act: Act, { job }: JobState): unknown =>
  act === 'retry' && job.state === 'paused' ? 'The host starts again once the job is resumed.' : nothing;

function hostProblem(job: Schemas['Job'], host: JobHost): unknown {
  // The reason is shown here too: on a phone the list has no room for it.
  if (!host.error) return host.reason === null ? nothing : html`<p class="quiet">${happening(host)}</p>`;
  const said = explainHostError(host.error);
  const { what, detail } = said;
  return html`<div class="notice ${hasFailed(host) && !isAccepted(host) ? 'bad' : 'warn'}">
    <div>
      ${isAccepted(host) ? html`${happening(host)}<br />` : nothing}
      <strong>${safeLine(what, 500)}</strong> ${adviceWithLog(said, errorHref(job, host))}
      ${detail === null ? nothing : html`<br />${safeLine(detail, 1_000)}`} ${attempts(host)}
    </div>
  </div>`;
}

function attempts(host: JobHost): unknown {
  if (host.state === 'retry_wait') return html`<br />${nextAttempt(host)}, automatically.`;
  return host.attempt > 1 ? html`<br />Attempts: ${host.attempt}.` : nothing;
}

const STEPS: Readonly<Record<JobHost['state'], string>> = {
  pending: 'Queued',
  waiting_window: 'Waited for window',
  running: 'Ran',
  waiting_health_check: 'Waited for health checks',
  dispatching: 'Contacted agent',
  retry_wait: 'Waited to retry',
  rebooting: 'Rebooted',
  verifying: 'Verified',
  rolling_back: 'Rolled back',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
  rolled_back: 'Rolled back',
  rollback_failed: 'Rollback failed',
  timedout: 'Timed out',
};

/** The steps of the host, each with how long it took. */
function steps(list: Steps): unknown {
  if (list.length < 2) return nothing;
  return html`<ol class="steps" aria-label="Steps">
    ${list.map(
      ({ state, started_at: from, ended_at: to, attempt }) =>
        html`<li>
          <span
            >${STEPS[state] ?? state}${attempt > 1 && state === 'dispatching' ? ` (attempt ${attempt})` : nothing}</span
          >
          <span class="quiet small">${took(from, to)}</span>
        </li>`,
    )}
  </ol>`;
}

function took(from: string, to: string | null): unknown {
  const [start, end] = [parseTime(from), parseTime(to)];
  if (start && end) return durationText((end.getTime() - start.getTime()) / 1_000);
  return html`<fm-time .datetime=${from}></fm-time>`;
}

function changes({ changes: list, reversible }: JobHost): unknown {
  if (list.length === 0) return nothing;
  return html`<details>
    <summary>
      ${plural(list.length, 'package')} changed ${reversible ? verdictBadge(reversible) : nothing}
    </summary>
    <ul class="changes" tabindex="0" aria-label="Changed packages">
      ${list.map(change)}
    </ul>
  </details>`;
}

function change({ name, from, to }: JobHost['changes'][number]): TemplateResult {
  return html`<li>
    <code>${safeName(name)}</code>
    <span class="quiet"
      >${from === null ? 'new' : safeName(from)} → ${to === null ? 'removed' : safeName(to)}</span
    >
  </li>`;
}

define('fm-job-host', FmJobHost);

declare global {
  interface HTMLElementTagNameMap {
    'fm-job-host': FmJobHost;
  }
}
