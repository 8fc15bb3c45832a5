import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import { icon } from '../../icons/icons.ts';
import './fm-rule-preview.ts';
import {
  emptyRule,
  fieldNames,
  MOST_CONDITIONS,
  operatorNames,
  usualOperator,
  valueExamples,
  withCondition,
  type Condition,
  type GroupRule,
} from './rule.ts';
import { groupTexts as texts } from './texts.ts';

const styles = css`
  fieldset {
    container-type: inline-size;
  }

  .condition {
    display: grid;
    grid-template-columns: minmax(8rem, 1fr) minmax(7rem, 1fr) minmax(10rem, 2fr) auto;
    gap: var(--fm-space-2);
  }

  [aria-invalid='true'] {
    border-color: var(--fm-bad-mark);
  }

  @container (width < 34rem) {
    .condition {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
    }

    .condition {
      padding-block-end: var(--fm-space-3);
    }

    .condition input {
      grid-column: 1 / span 2;
      grid-row: 2;
    }

    .condition button {
      grid-column: 3;
      grid-row: 2;
    }
  }
`;

/** The conditions of a rule, and the hosts that match them now. Fires `fm-rule` with the new rule. */
export class FmRuleEditor extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { rule: { attribute: false }, isAsked: { type: Boolean } };
  declare rule: GroupRule;
  /** Somebody has tried to save: missing values are marked. */
  declare isAsked: boolean;

  /** What hosts have: proposed where a value is typed. Without it the form works as well. */
  readonly #values = new Resource<Schemas['HostValues']>(this, {
    args: () => [],
    read: (_args, signal) => must(api.GET('/api/v1/host-values', { signal })),
  });

  constructor() {
    super();
    this.rule = emptyRule;
    this.isAsked = false;
  }

  override render(): TemplateResult {
    const { match, conditions } = this.rule;
    return html`<div class="stack">
      <fieldset class="stack tight">
        <legend>
          A host belongs to the group if ${conditions.length > 1 ? this.#match(match) : 'this is true:'}
        </legend>
        ${this.#rows().map((condition, index) => this.#condition(condition, index))}
        <p class="quiet small">${conditions.length >= MOST_CONDITIONS ? nothing : texts.nextRow}</p>
      </fieldset>
      ${this.#proposals()}
      <fm-rule-preview .rule=${this.rule}></fm-rule-preview>
    </div>`;
  }

  /** The conditions, and an empty row for the next one, which belongs to the rule once something is entered in it. */
  #rows(): Condition[] {
    const { conditions } = this.rule;
    const isNextShown = conditions.length < MOST_CONDITIONS && conditions.at(-1)?.value.trim() !== '';
    return isNextShown ? [...conditions, ...emptyRule.conditions] : conditions;
  }

  #match(match: GroupRule['match']): TemplateResult {
    return html`<span class="row" role="radiogroup" aria-label="Conditions that must be true">
      ${(['all', 'any'] as const).map(
        (one) =>
          html`<label class="choice">
            <input
              type="radio"
              name="match"
              .checked=${live(one === match)}
              @change=${() => this.#change({ ...this.rule, match: one })}
            />
            ${one === 'all' ? 'all of these are true' : 'any of these is true'}
          </label>`,
      )}
    </span>`;
  }

  /** One list for each field whose values the manager tells. */
  #proposals(): TemplateResult[] {
    const { tags = [], os_names: systems = [] } = this.#values.value ?? {};
    return Object.entries({ tag: tags, os_name: systems }).map(
      ([field, values]) =>
        html`<datalist id="values-${field}">
          ${values.map(({ value, hosts }) => html`<option value=${value}>${plural(hosts, 'host')}</option>`)}
        </datalist>`,
    );
  }

  #condition(condition: Condition, index: number): TemplateResult {
    const { field, operator, value } = condition;
    const nth = index + 1;
    const isNext = index === this.rule.conditions.length;
    const set = (change: Partial<Condition>): void =>
      this.#change(withCondition(this.rule, index, { ...condition, ...change }));
    return html`<div class="condition" role="group" aria-label="Condition ${nth}">
      ${select(`Field of condition ${nth}`, fieldNames, field, (chosen) =>
        set({ field: chosen, operator: value === '' ? usualOperator(chosen) : operator }),
      )}
      ${select(`Comparison of condition ${nth}`, operatorNames, operator, (chosen) =>
        set({ operator: chosen }),
      )}
      <input
        aria-label="Value of condition ${nth}"
        aria-invalid=${String(this.isAsked && !isNext && value.trim() === '')}
        list="values-${field}"
        maxlength="253"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        placeholder=${valueExamples[field]}
        .value=${live(value)}
        @input=${({ target }: InputEvent) => set({ value: (target as HTMLInputElement).value })}
      />
      ${
        isNext || this.rule.conditions.length === 1
          ? nothing
          : html`<button
              type="button"
              class="plain square"
              aria-label="Remove condition ${nth}"
              @click=${() => this.#remove(index)}
            >
              ${icon('trash')}
            </button>`
      }
    </div>`;
  }

  #remove(index: number): void {
    this.#change(withCondition(this.rule, index, null));
    // The button is gone, so the focus moves to the condition before.
    void this.#focus(Math.max(0, index - 1));
  }

  async #focus(index: number): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLInputElement>('.condition input')[index]?.focus();
  }

  #change(rule: GroupRule): void {
    this.rule = rule;
    this.dispatchEvent(new CustomEvent('fm-rule', { detail: rule }));
  }
}

function select<Value extends string>(
  label: string,
  names: Readonly<Record<Value, string>>,
  chosen: Value,
  choose: (value: Value) => void,
): TemplateResult {
  return html`<select
    aria-label=${label}
    @change=${({ target }: Event) => choose((target as HTMLSelectElement).value as Value)}
  >
    ${(Object.entries(names) as [Value, string][]).map(
      ([value, name]) => html`<option value=${value} .selected=${live(value === chosen)}>${name}</option>`,
    )}
  </select>`;
}

define('fm-rule-editor', FmRuleEditor);
