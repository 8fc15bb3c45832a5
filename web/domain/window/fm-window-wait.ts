import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import '../../components/fm-dialog/fm-dialog.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-time/fm-time.ts';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { may } from '../../core/permissions.ts';
import { Resource } from '../../core/resource.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import { GATES, PASSED, waitTexts as texts } from './texts.ts';
import { waitingOf, type Gate, type Waiting } from './waiting.ts';

type Overrides = Schemas['WindowOverrideList']['overrides'];
const FORM = 'override';
const SHORTEST = 10;

/** Of a job: who waits for a window or a freeze, until when and why; by whose word it passes; and the word of who may. */
export class FmWindowWait extends FmElement {
  static override properties = {
    jobId: {},
    hosts: { attribute: false },
    isOver: { type: Boolean },
    isAsking: { state: true },
    gate: { state: true },
    reason: { state: true },
    fault: { state: true },
  };
  declare jobId: string;
  declare hosts: readonly Schemas['JobHost'][];
  declare isOver: boolean;
  declare isAsking: boolean;
  declare gate: Gate;
  declare reason: string;
  declare fault: string | null;
  readonly #action = new Action(this);
  /** Most jobs wait for nothing: they are not asked about. */
  readonly #overrides = new Resource<Overrides, readonly [string]>(this, {
    args: () => (this.#isConcerned() ? [this.jobId] : null),
    read: async ([id], signal) => {
      const params = { path: { id } };
      return (await must(api.GET('/api/v1/jobs/{id}/window-overrides', { params, signal }))).overrides;
    },
  });
  #hasWaited = false;

  constructor() {
    super();
    this.jobId = '';
    this.hosts = [];
    this.isOver = false;
    this.isAsking = false;
    this.gate = 'window';
    this.reason = '';
    this.fault = null;
  }

  #isConcerned(): boolean {
    this.#hasWaited ||= waitingOf(this.hosts) !== null;
    return this.#hasWaited && this.jobId !== '' && features.serves('listWindowOverrides');
  }

  override render(): unknown {
    const waiting = waitingOf(this.hosts);
    const overrides = this.#overrides.value ?? [];
    if (!waiting && overrides.length === 0) return nothing;
    return html`${waiting ? this.#notice(waiting, overrides) : nothing} ${overrides.map(passes)}
    ${this.#dialog()}`;
  }

  #notice(waiting: Waiting, overrides: Overrides): TemplateResult {
    const { hosts, firstAt, gate } = waiting;
    const mayPass = !this.isOver && may(session.user, 'windows:override') && overrides.length < GATES.length;
    return html`<div class="notice">
      ${icon('clock')}
      <div class="stack tight">
        <div>
          <strong>${texts.held(hosts.length)}</strong>
          ${
            firstAt === null
              ? texts.unknown
              : html`${texts.first} <fm-time .datetime=${firstAt}></fm-time>, on
                  <fm-time .datetime=${firstAt} mode="absolute"></fm-time>.`
          }
          <br />${safeLine(hosts[0]?.message ?? '', 500)}
        </div>
        ${
          mayPass && features.serves('overrideWindows')
            ? html`<div><button @click=${() => this.#ask(gate, overrides)}>${texts.override}</button></div>`
            : nothing
        }
      </div>
    </div>`;
  }

  #ask(gate: Gate, overrides: Overrides): void {
    const isPassed = overrides.some((one) => one.gate === gate);
    this.gate = isPassed ? (gate === 'window' ? 'freeze' : 'window') : gate;
    this.fault = null;
    this.#action.forget();
    this.isAsking = true;
  }

  #dialog(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<fm-dialog
      heading=${texts.title}
      ?open=${this.isAsking}
      ?locked=${isBusy}
      @fm-close=${() => (this.isAsking = false)}
    >
      <form class="stack" id=${FORM} @submit=${this.#submitted} novalidate>
        <p>${texts.what}</p>
        ${errorNotice(problem)}
        <label class="field">
          It passes
          <select name="gate" @change=${(event: Event) => (this.gate = valueOf(event) as Gate)}>
            ${GATES.map(
              ({ value, label }) =>
                html`<option value=${value} .selected=${value === this.gate}>${label}</option>`,
            )}
          </select>
        </label>
        <label class="field">
          Reason
          <textarea
            autofocus
            name="reason"
            maxlength="500"
            aria-invalid=${String(this.fault !== null)}
            aria-describedby="fault"
            .value=${live(this.reason)}
            @input=${(event: Event) => this.#typed(valueOf(event))}
          ></textarea>
          <span class="problem" id="fault" role="alert">${this.fault ?? nothing}</span>
        </label>
      </form>
      <button slot="actions" type="button" ?disabled=${isBusy} @click=${() => (this.isAsking = false)}>
        Cancel
      </button>
      <button slot="actions" class="danger" form=${FORM} ?disabled=${isBusy}>
        ${isBusy ? 'One moment …' : 'Let it pass'}
      </button>
    </fm-dialog>`;
  }

  #typed(reason: string): void {
    this.reason = reason;
    this.fault = null;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const reason = this.reason.trim();
    this.fault = reason.length < SHORTEST ? texts.tooShort : null;
    if (this.fault !== null) return;
    await this.#action.run(async () => {
      const params = { path: { id: this.jobId } };
      const body = { gate: this.gate, reason };
      await must(api.POST('/api/v1/jobs/{id}/window-overrides', { params, body }));
      this.isAsking = false;
      this.reason = '';
      this.#overrides.retry();
    });
  };
}

const valueOf = ({ target }: Event): string => (target as HTMLTextAreaElement | HTMLSelectElement).value;

function passes({ gate, reason, created_by: by, created_at: at }: Overrides[number]): TemplateResult {
  return html`<p class="notice">
    ${icon('info')} ${PASSED[gate]}, by the word of ${safeName(by.username)}
    <fm-time .datetime=${at}></fm-time>: ${safeLine(reason, 500)}
  </p>`;
}

define('fm-window-wait', FmWindowWait);
