import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { Action } from '../../core/action.ts';
import { define, FmElement } from '../../core/element.ts';
import { PROPOSED_HELP } from '../../core/proposedName.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import './fm-rule-editor.ts';
import type { Group, GroupEdit } from './read.ts';
import { completeRule, emptyRule, ruleName, type GroupRule } from './rule.ts';
import { groupTexts as texts } from './texts.ts';

/** Saves what was entered; rejects with what the manager answered. */
export type SaveGroup = (edit: GroupEdit) => Promise<void>;

const styles = css`
  .short {
    max-width: 32rem;
  }
`;

/**
 * Name, description and rule of a group, new or known. Whether its hosts are listed or follow from a rule is chosen
 * once, when it is made. Fires `fm-cancel`.
 */
export class FmGroupForm extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    group: { attribute: false },
    save: { attribute: false },
    begun: { attribute: false },
    name: { state: true },
    rule: { state: true },
    isAsked: { state: true },
  };
  /** Null: a new group. */
  declare group: Group | null;
  declare save: SaveGroup;
  /** The rule that a new group begins with; null: an empty one. */
  declare begun: GroupRule | null;
  /** Null: nobody has typed one, so that it is that of the group, or follows the rule of a new one. */
  declare name: string | null;
  /** Null: its hosts are listed. */
  declare rule: GroupRule | null;
  /** Somebody has tried to save: missing values are marked from now on. */
  declare isAsked: boolean;
  readonly #action = new Action(this);
  #startedFrom: Group | null | undefined;

  constructor() {
    super();
    this.group = this.begun = null;
    this.name = null;
    this.rule = emptyRule;
    this.isAsked = false;
  }

  /** Keeps what was typed when the group is read again. */
  protected override willUpdate(): void {
    if (this.#startedFrom?.id === this.group?.id && this.#startedFrom !== undefined) return;
    this.#startedFrom = this.group;
    this.rule = this.group ? this.group.rule : (this.begun ?? emptyRule);
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const isIncomplete = this.isAsked && this.rule !== null && completeRule(this.rule) === null;
    return html`<form class="card stack" @submit=${this.#submit}>
      <div class="field short">
        <label for="name">Name</label>
        <input
          id="name"
          name="name"
          required
          maxlength="100"
          autocomplete="off"
          aria-describedby="name-help"
          .value=${live(this.name ?? this.group?.name ?? this.#proposal())}
          @input=${({ target }: InputEvent) => (this.name = (target as HTMLInputElement).value)}
        />
        <span class="hint" id="name-help"
          >${this.name === null && this.#proposal() !== '' ? PROPOSED_HELP : nothing}</span
        >
      </div>
      <label class="field short">
        Description
        <input
          name="description"
          maxlength="1000"
          autocomplete="off"
          placeholder="Purpose of the group"
          value=${this.group?.description ?? ''}
        />
      </label>
      ${this.group === null ? this.#kind() : nothing}
      ${
        this.rule === null
          ? nothing
          : html`<fm-rule-editor
              .rule=${this.rule}
              .isAsked=${this.isAsked}
              @fm-rule=${({ detail }: CustomEvent<GroupRule>) => (this.rule = detail)}
            ></fm-rule-editor>`
      }
      ${isIncomplete ? html`<p class="notice bad" role="alert">${missingValue(this.rule)}</p>` : nothing}
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>${this.group ? 'Save' : 'Create group'}</button>
        <button type="button" @click=${() => this.dispatchEvent(new CustomEvent('fm-cancel'))}>Cancel</button>
      </div>
    </form>`;
  }

  #proposal(): string {
    return this.group === null && this.rule !== null ? ruleName(this.rule) : '';
  }

  #kind(): TemplateResult {
    const choices = [
      [false, texts.byRule, 'Hosts join and leave automatically as their tags and systems change.'],
      [true, texts.listed, 'You add and remove each host.'],
    ] as const;
    return html`<fieldset>
      <legend>Membership</legend>
      ${choices.map(
        ([isListed, name, hint]) =>
          html`<label class="choice">
            <input
              type="radio"
              name="kind"
              .checked=${live(isListed === (this.rule === null))}
              @change=${() => (this.rule = isListed ? null : emptyRule)}
            />
            <span>${name} <span class="quiet small">${hint}</span></span>
          </label>`,
      )}
    </fieldset>`;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const fields = new FormData(event.target as HTMLFormElement);
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    const rule = this.rule && completeRule(this.rule);
    this.isAsked = true;
    if (this.rule !== null && rule === null) return;
    const edit: GroupEdit = {
      name: text('name'),
      description: text('description') || null,
      ...(rule === null ? {} : { rule }),
    };
    await this.#action.run(() => this.save(edit));
  }
}

/** A single condition cannot be removed. */
const missingValue = (rule: GroupRule | null): string =>
  rule?.conditions.length === 1
    ? 'Enter a value for the condition.'
    : 'Enter a value for each condition, or remove it.';

define('fm-group-form', FmGroupForm);
