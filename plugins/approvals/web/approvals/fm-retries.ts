import { html, nothing, type TemplateResult } from 'lit';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { Approval } from '#web/domain/approval/texts.ts';
import { fieldOf, momentOf, zoneName } from '#web/domain/job/moments.ts';

/** Where no window is known, an approval for retries is offered for this long. */
const USUAL_MS = 8 * 3_600_000;

/**
 * Whether an approval also covers retries of the run by people, and until when: it offers the end of the maintenance
 * window in which the run's first host gets its work.
 */
export class FmRetries extends FmElement {
  static override properties = {
    approval: { attribute: false },
    isChosen: { state: true },
    typed: { state: true },
  };
  declare approval: Approval | null;
  declare isChosen: boolean;
  declare typed: string;

  constructor() {
    super();
    this.approval = null;
    this.isChosen = false;
    this.typed = '';
  }

  /** Until when; undefined: the approval ends with the run. */
  get until(): string | undefined {
    return this.isChosen ? momentOf(this.typed)?.toISOString() : undefined;
  }

  override render(): TemplateResult {
    return html`<label class="choice">
        <input type="checkbox" .checked=${this.isChosen} @change=${this.#chose} />
        Also allow manual retries until a given time
      </label>
      ${
        this.isChosen
          ? html`<label class="field">
              Retries until
              <input
                type="datetime-local"
                .value=${this.typed}
                @input=${({ target }: Event) => (this.typed = (target as HTMLInputElement).value)}
              />
              <span class="hint">Time zone: ${zoneName()}. Otherwise the approval expires with the job.</span>
            </label>`
          : nothing
      }`;
  }

  readonly #chose = async ({ target }: Event): Promise<void> => {
    this.isChosen = (target as HTMLInputElement).checked;
    if (!this.isChosen || this.typed !== '') return;
    const offered = await this.#windowEnd().catch(() => null);
    const from = Math.max(Date.now(), Date.parse(this.approval?.schedule_at ?? '') || 0);
    if (this.typed === '') this.typed = fieldOf(offered ?? new Date(from + USUAL_MS));
  };

  async #windowEnd(): Promise<Date | null> {
    const params = { path: { approval_id: this.approval?.id ?? '' } };
    const { hosts = [] } = await must(api.GET('/api/v1/approvals/{approval_id}', { params }));
    const first = hosts[0];
    if (!first) return null;
    const host = await must(
      api.GET('/api/v1/hosts/{host_id}', { params: { path: { host_id: first.host_id } } }),
    );
    return host.next_window_end_at == null ? null : new Date(host.next_window_end_at);
  }
}

define('fm-retries', FmRetries);
