import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-dialog/fm-dialog.ts';
import '../../components/fm-field/fm-field.ts';
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
import { checkWaitTexts as texts } from './texts.ts';

type Overrides = Schemas['HealthCheckOverrideList']['overrides'];
const SHORTEST = 10;

/** Of a job: which hosts wait for their health checks and why; by whose word it begins; and the word of who may. */
export class FmCheckWait extends FmElement {
  static override properties = {
    jobId: {},
    hosts: { attribute: false },
    isOver: { type: Boolean },
    isAsking: { state: true },
    reason: { state: true },
    fault: { state: true },
  };
  declare jobId: string;
  declare hosts: readonly Schemas['JobHost'][];
  declare isOver: boolean;
  declare isAsking: boolean;
  declare reason: string;
  declare fault: string | null;
  readonly #action = new Action(this);
  /** Most jobs wait for nothing: they are not asked about. */
  readonly #overrides = new Resource<Overrides, readonly [string]>(this, {
    args: () => (this.#isConcerned() ? [this.jobId] : null),
    read: async ([id], signal) => {
      const params = { path: { id } };
      return (await must(api.GET('/api/v1/jobs/{id}/health-check-overrides', { params, signal }))).overrides;
    },
  });
  #hasWaited = false;

  constructor() {
    super();
    this.jobId = '';
    this.hosts = [];
    this.isOver = false;
    this.isAsking = false;
    this.reason = '';
    this.fault = null;
  }

  #waiting(): readonly Schemas['JobHost'][] {
    return this.hosts.filter(({ state }) => state === 'waiting_health_check');
  }

  #isConcerned(): boolean {
    this.#hasWaited ||= this.#waiting().length > 0;
    return this.#hasWaited && this.jobId !== '' && features.serves('listHealthCheckOverrides');
  }

  override render(): unknown {
    const waiting = this.#waiting();
    const [override] = this.#overrides.value ?? [];
    if (waiting.length === 0 && !override) return nothing;
    return html`${waiting.length > 0 ? this.#notice(waiting, override === undefined) : nothing}
    ${override ? given(override) : nothing} ${this.#dialog()}`;
  }

  #notice(waiting: readonly Schemas['JobHost'][], isOpen: boolean): TemplateResult {
    const mayPass = isOpen && !this.isOver && may(session.user, 'checks:override');
    return html`<div class="notice">
      ${icon('clock')}
      <div class="stack tight">
        <div><strong>${texts.held(waiting.length)}</strong> ${safeLine(waiting[0]?.message ?? '', 500)}</div>
        ${
          mayPass && features.serves('overrideHealthChecks')
            ? html`<div><button @click=${this.#ask}>${texts.override}</button></div>`
            : nothing
        }
      </div>
    </div>`;
  }

  #dialog(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<fm-dialog
      heading=${texts.title}
      ?open=${this.isAsking}
      ?locked=${isBusy}
      @fm-close=${() => (this.isAsking = false)}
    >
      <form class="stack" @submit=${this.#submitted}>
        <p>${texts.what}</p>
        ${errorNotice(problem)}
        <fm-field
          autofocus
          required
          kind="long"
          label=${texts.reason}
          maxlength="500"
          .value=${this.reason}
          .error=${this.fault}
          @fm-input=${({ detail }: CustomEvent<string>) => this.#typed(detail)}
        ></fm-field>
      </form>
      <button slot="actions" ?disabled=${isBusy} @click=${() => (this.isAsking = false)}>Cancel</button>
      <button slot="actions" class="danger" ?disabled=${isBusy} @click=${this.#submitted}>
        ${isBusy ? 'One moment …' : texts.act}
      </button>
    </fm-dialog>`;
  }

  readonly #ask = (): void => {
    this.fault = null;
    this.#action.forget();
    this.isAsking = true;
  };

  #typed(reason: string): void {
    this.reason = reason;
    this.fault = null;
  }

  readonly #submitted = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const reason = this.reason.trim();
    this.fault = reason.length < SHORTEST ? texts.tooShort : null;
    if (this.fault !== null) return;
    await this.#action.run(async () => {
      const params = { path: { id: this.jobId } };
      await must(api.POST('/api/v1/jobs/{id}/health-check-overrides', { params, body: { reason } }));
      this.isAsking = false;
      this.reason = '';
      this.#overrides.retry();
    });
  };
}

const given = ({ reason, created_by: by, created_at: at }: Overrides[number]): TemplateResult =>
  html`<p class="notice">
    ${icon('info')} ${texts.given}, by the word of ${safeName(by.username)}
    <fm-time .datetime=${at}></fm-time>: ${safeLine(reason, 500)}
  </p>`;

define('fm-check-wait', FmCheckWait);
