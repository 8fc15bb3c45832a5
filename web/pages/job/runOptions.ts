import { html, type TemplateResult } from 'lit';
import type { Schemas } from '../../core/schema.ts';
import { zoneName } from '../../domain/job/moments.ts';
import { REBOOT_POLICIES } from '../../domain/job/text.ts';

/** What a reader chooses for the run of a plan. */
export interface RunChoice {
  reboot: Schemas['RebootPolicy'];
  rollback: boolean;
  /** The start as it is typed; '': at once. */
  startAt: string;
}

/** The options of a run; `change` gets what the reader has changed. */
export function runOptions(
  { reboot, rollback, startAt }: RunChoice,
  change: (change: Partial<RunChoice>) => void,
): TemplateResult {
  return html`<div class="options">
    <label class="field"
      >Reboot afterwards
      <select
        @change=${({ target }: Event) =>
          change({ reboot: (target as HTMLSelectElement).value as Schemas['RebootPolicy'] })}
      >
        ${REBOOT_POLICIES.map(
          ([value, label]) => html`<option value=${value} ?selected=${value === reboot}>${label}</option>`,
        )}
      </select>
    </label>
    <label class="choice">
      <input
        type="checkbox"
        .checked=${rollback}
        @change=${({ target }: Event) => change({ rollback: (target as HTMLInputElement).checked })}
      />
      Roll back failed hosts automatically
    </label>
    <label class="field"
      >Start (optional)
      <input
        type="datetime-local"
        .value=${startAt}
        @input=${({ target }: Event) => change({ startAt: (target as HTMLInputElement).value })}
      />
      <span class="hint">Time zone: ${zoneName()}</span>
    </label>
  </div>`;
}
