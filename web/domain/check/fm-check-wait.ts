import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { may } from '../../core/permissions.ts';
import { Resource } from '../../core/resource.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import '../override/fm-override.ts';
import { checkWaitTexts as texts } from './texts.ts';

type Overrides = Schemas['HealthCheckOverrideList']['overrides'];

/**
 * Tells which hosts of a job wait for their health checks and why, and who has overridden that; lets those who may
 * override it.
 */
export class FmCheckWait extends FmElement {
  static override properties = {
    jobId: {},
    hosts: { attribute: false },
    isOver: { type: Boolean },
  };
  declare jobId: string;
  declare hosts: readonly Schemas['JobHost'][];
  declare isOver: boolean;
  /** Asked only once hosts have waited: most jobs wait for nothing. */
  readonly #overrides = new Resource<Overrides, readonly [string]>(this, {
    args: () => (this.#isConcerned() ? [this.jobId] : null),
    read: async ([id], signal) => {
      const params = { path: { job_id: id } };
      return (await must(api.GET('/api/v1/jobs/{job_id}/health-check-overrides', { params, signal })))
        .overrides;
    },
  });
  #hasWaited = false;

  constructor() {
    super();
    this.jobId = '';
    this.hosts = [];
    this.isOver = false;
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
    return html`${waiting.length > 0 ? this.#notice(waiting, override === undefined || override.in_force === false) : nothing}
    ${override ? given(override) : nothing}`;
  }

  #notice(waiting: readonly Schemas['JobHost'][], isOpen: boolean): TemplateResult {
    const mayPass = isOpen && !this.isOver && may(session.user, 'checks:override');
    return html`<div class="notice">
      ${icon('clock')}
      <div class="stack tight">
        <div><strong>${texts.held(waiting.length)}</strong> ${safeLine(waiting[0]?.message ?? '', 500)}</div>
        ${
          mayPass && features.serves('overrideHealthChecks')
            ? html`<fm-override .texts=${texts} .send=${this.#send}></fm-override>`
            : nothing
        }
      </div>
    </div>`;
  }

  readonly #send = async (reason: string): Promise<void> => {
    const params = { path: { job_id: this.jobId } };
    await must(api.POST('/api/v1/jobs/{job_id}/health-check-overrides', { params, body: { reason } }));
    this.#overrides.retry();
  };
}

/** An earlier manager does not say whether it is in force; there, overrides hold for good. */
const given = ({
  reason,
  created_by: by,
  created_at: at,
  in_force: isInForce,
}: Overrides[number]): TemplateResult => {
  const what = isInForce === false ? texts.givenBefore : texts.given;
  return html`<p class="notice">
    ${icon('info')} ${what}, by ${safeName(by.username)}
    <fm-time .datetime=${at}></fm-time>: ${safeLine(reason, 500)}
  </p>`;
};

define('fm-check-wait', FmCheckWait);
