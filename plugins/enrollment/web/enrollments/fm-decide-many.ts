import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, ApiError, must } from '#web/core/api.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { define, FmElement } from '#web/core/element.ts';
import { explain } from '#web/core/errors.ts';
import { countText, plural } from '#web/core/format.ts';
import { icon } from '#web/icons/icons.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';

type EnrollmentRequest = Schemas['EnrollmentRequest'];
type Decision = Schemas['DecideEnrollmentsRequest']['decision'];

/** Requests decided by one call: few enough that the progress moves. */
const PORTION = 100;

/** Whether somebody has to look at this request by itself, because another host has what it claims. */
export const hasWarning = (request: EnrollmentRequest): boolean =>
  request.machine_id_in_use ||
  request.fqdn_in_use ||
  request.endpoint_in_use ||
  request.twin_pending === true;

/** Selects requests and decides several at once. Fires `fm-select` (the ids) and `fm-decided` with what was done. */
export class FmDecideMany extends FmElement {
  static override properties = {
    requests: { attribute: false },
    selected: { attribute: false },
    refused: { state: true },
    progress: { state: true },
  };
  /** Those that are shown. */
  declare requests: readonly EnrollmentRequest[];
  declare selected: ReadonlySet<string>;
  /** Those of the last decision that stay as they are, and why. */
  declare refused: readonly { name: string; why: string }[];
  declare progress: string | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.requests = [];
    this.selected = new Set();
    this.refused = [];
    this.progress = null;
  }

  override render(): TemplateResult {
    const chosen = this.#chosen();
    const isAll = this.requests.length > 0 && chosen.length === this.requests.length;
    return html`<div class="row spread" role="group" aria-label=${texts.several}>
        <label class="row">
          <input
            type="checkbox"
            .checked=${isAll}
            .indeterminate=${chosen.length > 0 && !isAll}
            ?disabled=${this.#action.isBusy}
            @change=${() => this.#select(isAll ? [] : this.requests)}
          />
          ${texts.selectAll(this.requests.length)}
        </label>
        <span role="status">${this.progress ?? this.#count(chosen.length)}</span>
        ${
          chosen.length === 0
            ? nothing
            : html`<div class="row">
                <button ?disabled=${this.#action.isBusy} @click=${() => void this.#decide('deny')}>
                  ${texts.denyMany(chosen.length)}
                </button>
                <button
                  class="primary"
                  ?disabled=${this.#action.isBusy}
                  @click=${() => void this.#decide('approve')}
                >
                  ${icon('check')} ${texts.approveMany(chosen.filter((one) => !hasWarning(one)).length)}
                </button>
              </div>`
        }
      </div>
      ${errorNotice(this.#action.problem)} ${this.#refusals()}`;
  }

  #count(chosen: number): string {
    return chosen === 0 ? '' : `${countText(chosen)} selected`;
  }

  #refusals(): unknown {
    if (this.refused.length === 0) return nothing;
    return html`<div class="notice bad" role="alert">
      <div>
        <strong>${texts.undecided(this.refused.length)}</strong>
        <ul>
          ${this.refused.map(({ name, why }) => html`<li>${name}: ${why}</li>`)}
        </ul>
      </div>
    </div>`;
  }

  #chosen(): EnrollmentRequest[] {
    return this.requests.filter(({ id }) => this.selected.has(id));
  }

  #select(requests: readonly EnrollmentRequest[]): void {
    this.dispatchEvent(new CustomEvent('fm-select', { detail: new Set(requests.map(({ id }) => id)) }));
  }

  async #decide(decision: Decision): Promise<void> {
    const chosen = this.#chosen();
    const able = decision === 'approve' ? chosen.filter((one) => !hasWarning(one)) : chosen;
    const skipped = chosen.length - able.length;
    const question = decision === 'approve' ? texts.approveQuestion : texts.denyQuestion;
    if (able.length === 0) return void (this.refused = skippedOf(chosen));
    const isSure = await confirmAction({
      ...question(able.length, skipped),
      items: able.map(lineOf),
      tone: decision === 'approve' ? 'primary' : 'danger',
    });
    if (!isSure) return;
    await this.#action.run(() => this.#run(decision, able));
    this.progress = null;
  }

  async #run(decision: Decision, requests: readonly EnrollmentRequest[]): Promise<void> {
    this.refused = [];
    const names = new Map(requests.map(({ id, fqdn }) => [id, safeName(fqdn)]));
    const left = new Set<string>();
    for (let start = 0; start < requests.length; start += PORTION) {
      this.progress = texts.progress(decision, start, requests.length);
      const ids = requests.slice(start, start + PORTION).map(({ id }) => id);
      const body = { decision, enrollment_ids: ids };
      const { refused } = await must(api.POST('/api/v1/admin/enrollments/decide', { body }));
      for (const { id, code, message } of refused) {
        left.add(id);
        const { what, next } = explain(new ApiError({ code, message, status: 409, details: {} }));
        this.refused = [...this.refused, { name: names.get(id) ?? id, why: `${what} ${next}` }];
      }
    }
    const done = texts.decided(decision, plural(requests.length - left.size, 'request'));
    announce(done);
    // Updates the count in the navigation: no live event tells of a decision.
    window.dispatchEvent(new Event('fm-waiting-changed'));
    this.#select(this.requests.filter(({ id }) => left.has(id)));
    this.dispatchEvent(new CustomEvent('fm-decided', { detail: done }));
  }
}

const skippedOf = (requests: readonly EnrollmentRequest[]): { name: string; why: string }[] =>
  requests.map(({ fqdn }) => ({ name: safeName(fqdn), why: texts.warned }));

const lineOf = ({ fqdn, ip_address: address, public_key_fingerprint: print }: EnrollmentRequest): string =>
  `${safeName(fqdn)} at ${safeName(address)}, ${print}`;

define('fm-decide-many', FmDecideMany);
