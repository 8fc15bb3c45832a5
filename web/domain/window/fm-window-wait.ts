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
import { GATES, PASSED, PASSED_BEFORE, waitTexts as texts } from './texts.ts';
import { waitingOf, type Gate, type Waiting } from './waiting.ts';

type Overrides = Schemas['WindowOverrideList']['overrides'];

/**
 * Tells which hosts of a job wait for a window or a freeze, until when and why, and who has overridden that; lets those
 * who may override it.
 */
export class FmWindowWait extends FmElement {
  static override properties = {
    jobId: {},
    hosts: { attribute: false },
    isOver: { type: Boolean },
    gate: { state: true },
  };
  declare jobId: string;
  declare hosts: readonly Schemas['JobHost'][];
  declare isOver: boolean;
  declare gate: Gate;
  /** Asked only once hosts have waited: most jobs wait for nothing. */
  readonly #overrides = new Resource<Overrides, readonly [string]>(this, {
    args: () => (this.#isConcerned() ? [this.jobId] : null),
    read: async ([id], signal) => {
      const params = { path: { job_id: id } };
      return (await must(api.GET('/api/v1/jobs/{job_id}/window-overrides', { params, signal }))).overrides;
    },
  });
  #hasWaited = false;

  constructor() {
    super();
    this.jobId = '';
    this.hosts = [];
    this.isOver = false;
    this.gate = 'window';
  }

  #isConcerned(): boolean {
    this.#hasWaited ||= waitingOf(this.hosts) !== null;
    return this.#hasWaited && this.jobId !== '' && features.serves('listWindowOverrides');
  }

  override render(): unknown {
    const waiting = waitingOf(this.hosts);
    const overrides = this.#overrides.value ?? [];
    if (!waiting && overrides.length === 0) return nothing;
    return html`${waiting ? this.#notice(waiting, overrides) : nothing} ${overrides.map(passes)}`;
  }

  #notice(waiting: Waiting, overrides: Overrides): TemplateResult {
    const { hosts, firstAt, gate } = waiting;
    const current = overrides.filter(isInForce);
    const mayPass = !this.isOver && may(session.user, 'windows:override') && current.length < GATES.length;
    const hasWaves = this.hosts.some(({ wave }) => wave !== null);
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
            ? html`<fm-override
                .texts=${{ ...texts, what: texts.what(hasWaves) }}
                .send=${this.#send}
                @fm-ask=${() => this.#suggest(gate, current)}
              >
                <label class="field">
                  Override
                  <select name="gate" @change=${(event: Event) => (this.gate = valueOf(event) as Gate)}>
                    ${GATES.map(
                      ({ value, label }) =>
                        html`<option value=${value} .selected=${value === this.gate}>${label}</option>`,
                    )}
                  </select>
                </label>
              </fm-override>`
            : nothing
        }
      </div>
    </div>`;
  }

  /** Suggests the gate that holds most hosts, unless it was overridden already. */
  #suggest(gate: Gate, overrides: Overrides): void {
    const isPassed = overrides.some((one) => one.gate === gate);
    this.gate = isPassed ? (gate === 'window' ? 'freeze' : 'window') : gate;
  }

  readonly #send = async (reason: string): Promise<void> => {
    const params = { path: { job_id: this.jobId } };
    const body = { gate: this.gate, reason };
    await must(api.POST('/api/v1/jobs/{job_id}/window-overrides', { params, body }));
    this.#overrides.retry();
  };
}

const valueOf = ({ target }: Event): string => (target as HTMLSelectElement).value;

/** An earlier manager does not say; there, overrides hold for good. */
const isInForce = (override: Overrides[number]): boolean => override.in_force !== false;

function passes(override: Overrides[number]): TemplateResult {
  const { gate, reason, created_by: by, created_at: at } = override;
  const what = (isInForce(override) ? PASSED : PASSED_BEFORE)[gate];
  return html`<p class="notice">
    ${icon('info')} ${what}, by ${safeName(by.username)}
    <fm-time .datetime=${at}></fm-time>: ${safeLine(reason, 500)}
  </p>`;
}

define('fm-window-wait', FmWindowWait);
