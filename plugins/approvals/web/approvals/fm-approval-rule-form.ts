import { css, html, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { ifMatch, startOnce } from '#web/core/edits.ts';
import { define, FmElement } from '#web/core/element.ts';
import { PROPOSED_HELP, proposedName } from '#web/core/proposedName.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import { readGroups, type Group } from '#web/domain/group/read.ts';
import '#web/domain/user/fm-scope.ts';
import './fm-approval-rule-preview.ts';
import { OPERATIONS, texts, type Operation, type Rule } from './texts.ts';

interface Draft {
  /** Null: nobody has typed one, so that it is the proposed one. */
  name: string | null;
  operations: Operation[];
  enabled: boolean;
  /** Null: all hosts. */
  groups: readonly string[] | null;
}

const NEW: Draft = { name: null, operations: [], enabled: true, groups: null };

const styles = css`
  .operations {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr));
  }
`;

/** The form of a rule. Fires `fm-saved` with what was done, and `fm-cancel`. */
export class FmApprovalRuleForm extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    rule: { attribute: false },
    draft: { state: true },
    fault: { state: true },
  };
  /** The rule that is changed; null: a new one is made. */
  declare rule: Rule | null;
  declare draft: Draft;
  declare fault: string | null;
  readonly #action = new Action(this);
  /** For the proposed name. */
  readonly #groups = new Resource<Group[]>(this, {
    args: () => (this.draft.groups === null ? null : []),
    read: (_, signal) => readGroups(signal),
  });

  constructor() {
    super();
    this.rule = null;
    this.draft = NEW;
    this.fault = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { rule } = this;
    if (!changed.has('rule') || rule === null) return;
    const { name, operations, enabled, group_ids: groups } = rule;
    this.draft = { name, operations, enabled, groups: groups.length > 0 ? groups : null };
  }

  override render(): unknown {
    const { rule, fault } = this;
    const { isBusy, problem } = this.#action;
    const { name, operations, enabled, groups } = this.draft;
    return html`<form class="card stack" @submit=${this.#submitted} novalidate>
      <h3>${rule === null ? texts.newRule : `Change ${safeName(rule.name)}`}</h3>
      <fieldset>
        <legend>Operations (none selected = all)</legend>
        <div class="operations">
          ${(Object.keys(OPERATIONS) as Operation[]).map(
            (one) =>
              html`<label class="choice"
                ><input
                  type="checkbox"
                  .checked=${live(operations.includes(one))}
                  @change=${() => this.#toggle(one)}
                />
                ${OPERATIONS[one]}</label
              >`,
          )}
        </div>
      </fieldset>
      <fm-scope
        legend="Hosts"
        .value=${groups}
        .error=${fault === texts.groupFirst ? fault : null}
        @fm-scope=${({ detail }: CustomEvent<Draft['groups']>) => this.#change({ groups: detail })}
      ></fm-scope>
      <fm-field
        required
        name="name"
        label="Name"
        maxlength="100"
        help=${name === null ? PROPOSED_HELP : ''}
        .value=${name ?? this.#proposal()}
        .error=${fault === texts.nameFirst ? fault : null}
        @fm-input=${({ detail }: CustomEvent<string>) => this.#change({ name: detail })}
      ></fm-field>
      <fm-field
        kind="switch"
        name="enabled"
        label="Enabled"
        .value=${enabled}
        @fm-input=${({ detail }: CustomEvent<boolean>) => this.#change({ enabled: detail })}
      ></fm-field>
      <fm-approval-rule-preview
        .body=${enabled && groups?.length !== 0 ? { operations, group_ids: [...(groups ?? [])] } : null}
      ></fm-approval-rule-preview>
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>${rule === null ? 'Add rule' : 'Propose change'}</button>
        <button type="button" @click=${() => this.dispatchEvent(new Event('fm-cancel'))}>Cancel</button>
      </div>
    </form>`;
  }

  #proposal(): string {
    const { operations, groups } = this.draft;
    const names = new Map(this.#groups.value?.map(({ id, name }) => [id, name]));
    const what = operations.length === 0 ? [texts.allOperations] : operations.map((one) => OPERATIONS[one]);
    return proposedName([...what, ...(groups ?? []).map((id) => names.get(id))]);
  }

  #change(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
  }

  #toggle(one: Operation): void {
    const { operations: chosen } = this.draft;
    this.#change({
      operations: chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one],
    });
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const { rule } = this;
    const { operations, enabled, groups } = this.draft;
    const name = (this.draft.name ?? this.#proposal()).trim();
    this.fault = name === '' ? texts.nameFirst : groups?.length === 0 ? texts.groupFirst : null;
    if (this.fault !== null) return;
    const body = { name, operations, enabled, group_ids: [...(groups ?? [])] };
    await this.#action.run(async () => {
      if (rule === null)
        await startOnce(['/approval-rules', body], (header) =>
          must(api.POST('/api/v1/approval-rules', { params: { header }, body })),
        );
      else {
        const params = { path: { rule_id: rule.id }, header: ifMatch(rule.edit_version) };
        await must(api.PUT('/api/v1/approval-rules/{rule_id}', { params, body }));
      }
      const done = rule === null ? texts.added(name) : texts.proposed;
      this.dispatchEvent(new CustomEvent('fm-saved', { detail: done }));
    });
  };
}

define('fm-approval-rule-form', FmApprovalRuleForm);
