import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import '../../components/fm-field/fm-field.ts';
import { features } from '../../core/features.ts';
import type { Schemas } from '../../core/schema.ts';
import { CONNECTIONS } from '../host/texts.ts';
import { REBOOT_POLICIES } from './text.ts';
import {
  asksSources,
  isChecked as takesChecks,
  isPlanned,
  leavesOut,
  namesPackages,
  OPERATIONS,
  takesVersions,
  type CheckWishes,
  type Wishes,
} from './wishes.ts';
import { CHECK_TEXTS, OPERATION_TEXTS } from './wishTexts.ts';

type Change = (part: Partial<Wishes>) => void;
const MODES: readonly (readonly [Schemas['JobMode'], string])[] = [
  ['security', 'Security patches'],
  ['all', 'All patches'],
  ['selected', 'Only these packages'],
  ['repair', 'Dependency repair only'],
];

const valueOf = (event: Event): string =>
  (event.target as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value;
const isChecked = (event: Event): boolean => (event.target as HTMLInputElement).checked;

/** The field for which patches, with these choices. */
export function modeFields(
  { mode }: Pick<Wishes, 'mode'>,
  change: Change,
  choices: readonly Schemas['JobMode'][] = ['security', 'all', 'selected', 'repair'],
): TemplateResult {
  return html`<fieldset class="choices">
    <legend>Patches</legend>
    ${MODES.filter(([value]) => choices.includes(value)).map(([value, label]) =>
      radio('mode', [value, label], mode === value, () => change({ mode: value })),
    )}
  </fieldset>`;
}

/** The fields for the operation, the patches and the packages. */
export function operationFields(wishes: Wishes, change: Change): TemplateResult {
  return html`<fieldset class="choices">
      <legend>Operation</legend>
      ${OPERATIONS.map((value) =>
        radio('operation', [value, OPERATION_TEXTS[value][0]], wishes.operation === value, () =>
          change({ operation: value }),
        ),
      )}
    </fieldset>
    ${wishes.operation === 'patch' ? modeFields(wishes, change) : nothing}
    ${wishes.operation === 'connection' ? connectionField(wishes, change) : nothing}
    ${namesPackages(wishes) ? packageField(wishes, change) : nothing}`;
}

function connectionField({ connection }: Wishes, change: Change): TemplateResult {
  return html`<fieldset class="choices">
    <legend>Connection</legend>
    ${(['dial', 'listen'] as const).map((value) =>
      radio('connection', [value, CONNECTIONS[value]], connection === value, () =>
        change({ connection: value }),
      ),
    )}
  </fieldset>`;
}

function radio(
  name: string,
  [value, label]: readonly [string, string],
  isOn: boolean,
  choose: () => void,
): TemplateResult {
  return html`<label class="choice">
    <input type="radio" name=${name} value=${value} .checked=${live(isOn)} @change=${choose} />
    ${label}
  </label>`;
}

function packageField({ packages, operation }: Wishes, change: Change): TemplateResult {
  const versions = takesVersions(operation) ? '; name=version for an exact version' : '';
  return html`<label class="field"
    >Packages
    <textarea
      rows="2"
      spellcheck="false"
      .value=${packages}
      @input=${(event: Event) => change({ packages: valueOf(event) })}
    ></textarea>
    <span class="hint">Separate names with spaces or commas${versions}</span>
  </label>`;
}

/** The fields for how the job works; `more`: fields of the page, among them. */
export function optionFields(wishes: Wishes, change: Change, more: unknown = nothing): TemplateResult {
  const { operation } = wishes;
  const planned = isPlanned(operation);
  return html`<div class="options">
      ${leavesOut(wishes) ? excludeField(wishes, change) : nothing} ${more}
      ${asksSources(operation) ? rebootField(wishes, change) : nothing} ${parallelField(wishes, change)}
    </div>
    ${
      operation === 'remove'
        ? html`${tick('Remove configuration files too', wishes.purge, (purge) => change({ purge }))}
          ${tick('Remove dependencies that are no longer needed', wishes.autoremove, (autoremove) => change({ autoremove }))}`
        : nothing
    }
    ${
      planned
        ? tick('Roll back failed hosts automatically', wishes.rollback, (rollback) => change({ rollback }))
        : nothing
    }
    ${
      asksSources(operation)
        ? tick('Skip hosts with an unreachable repository', wishes.strict, (strict) => change({ strict }))
        : nothing
    }
    ${takesChecks(operation) && features.serves('listHealthChecks') ? checkFields(wishes, change) : nothing}`;
}

/** The fields for what health checks of the hosts decide. */
function checkFields({ checks }: Wishes, change: Change): TemplateResult {
  const set = (part: Partial<CheckWishes>): void => change({ checks: { ...checks, ...part } });
  return html`<fieldset class="checks">
    <legend>Health checks</legend>
    ${tick(CHECK_TEXTS.before, checks.before, (before) => set({ before }))}
    ${
      checks.before
        ? html`<fm-field
            kind="duration"
            label=${CHECK_TEXTS.wait}
            help=${CHECK_TEXTS.waitHelp}
            placeholder="3600"
            .value=${checks.waitSecs}
            @fm-input=${({ detail }: CustomEvent<number | null>) => set({ waitSecs: detail })}
          ></fm-field>`
        : nothing
    }
    ${tick(CHECK_TEXTS.after, checks.after, (after) => set({ after }))}
    ${
      checks.after
        ? html`<fm-field
            kind="duration"
            label=${CHECK_TEXTS.soak}
            help=${CHECK_TEXTS.soakHelp}
            .value=${checks.soakSecs}
            @fm-input=${({ detail }: CustomEvent<number | null>) => set({ soakSecs: detail })}
          ></fm-field>`
        : nothing
    }
  </fieldset>`;
}

function excludeField({ exclude }: Wishes, change: Change): TemplateResult {
  return html`<label class="field"
    >Exclude packages (optional)
    <input
      spellcheck="false"
      autocomplete="off"
      .value=${exclude}
      @input=${(event: Event) => change({ exclude: valueOf(event) })}
    />
    <span class="hint">Not upgraded. Separate names with spaces or commas</span>
  </label>`;
}

function rebootField({ reboot }: Wishes, change: Change): TemplateResult {
  return html`<label class="field"
    >Reboot afterwards
    <select @change=${(event: Event) => change({ reboot: valueOf(event) as Schemas['RebootPolicy'] })}>
      ${REBOOT_POLICIES.map(
        ([value, label]) => html`<option value=${value} ?selected=${value === reboot}>${label}</option>`,
      )}
    </select>
  </label>`;
}

function parallelField({ parallel }: Wishes, change: Change): TemplateResult {
  return html`<label class="field"
    >Parallel hosts
    <input
      type="number"
      min="1"
      max="1000"
      placeholder="50"
      .value=${parallel === null ? '' : String(parallel)}
      @input=${(event: Event) => change({ parallel: Number(valueOf(event)) || null })}
    />
  </label>`;
}

function tick(label: string, isOn: boolean, change: (isOn: boolean) => void): TemplateResult {
  return html`<label class="choice">
    <input type="checkbox" .checked=${live(isOn)} @change=${(event: Event) => change(isChecked(event))} />
    ${label}
  </label>`;
}
