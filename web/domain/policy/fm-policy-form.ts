import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../components/fm-field/fm-field.ts';
import type { FieldValue } from '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { ApiError } from '../../core/apiError.ts';
import { AskToStay } from '../../core/askToStay.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { Resource } from '../../core/resource.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { icon } from '../../icons/icons.ts';
import { readGroupNames, type GroupNames } from '../group/names.ts';
import { waveFields } from '../job/waveFields.ts';
import { modeFields, optionFields } from '../job/wishFields.ts';
import { wishStyles } from '../job/wishFields.styles.ts';
import type { Wishes } from '../job/wishes.ts';
import '../recurrence/fm-recurrence.ts';
import type { FmRecurrence } from '../recurrence/fm-recurrence.ts';
import { recurrenceFieldOf, type Recurrence, type RecurrenceField } from '../recurrence/recurrence.ts';
import {
  bodyOf,
  changesOf,
  draftOf,
  faultsOf,
  newDraft,
  previewBodyOf,
  type PolicyDraft,
  type PolicyFaults,
} from './draft.ts';
import './fm-policy-preview.ts';
import './fm-policy-target.ts';
import { formTexts as texts } from './formTexts.ts';
import { addPolicy, readPolicy, savePolicy, type Policy } from './read.ts';
import { wavesNow } from './wavesNow.ts';

const REPEATS = ['monthly', 'monthday', 'weekly', 'daily', 'rule'] as const;

const styles = css`
  form {
    max-inline-size: 56rem;
  }
`;

/**
 * A policy, new or known. What was typed stays whatever the manager answers, and the browser asks before it is left. Fires
 * `fm-saved` (the policy) and `fm-cancel`.
 */
export class FmPolicyForm extends FmElement {
  static override styles = [FmElement.styles, wishStyles, styles];
  static override properties = {
    policy: { attribute: false },
    draft: { state: true },
    faults: { state: true },
    hostsTotal: { state: true },
    conflict: { state: true },
  };
  /** Null: a new one. Read once: what comes later does not disturb who types. */
  declare policy: Policy | null;
  declare draft: PolicyDraft;
  declare faults: PolicyFaults;
  /** Hosts of the target now; null: not known. */
  declare hostsTotal: number | null;
  /** Who was quicker, or that it is gone. */
  declare conflict: string | null;
  readonly #action = new Action(this);
  readonly #names = new Resource<GroupNames>(this, {
    args: () => [],
    read: (_, signal) => readGroupNames(signal),
  });
  /** What the form began with, as it is kept; undefined: it has not begun. */
  #from: Policy | null | undefined;
  #begun = '';
  #isSaved = false;

  constructor() {
    super();
    this.policy = null;
    this.draft = newDraft(new Date(), ownZone());
    this.faults = {};
    this.hostsTotal = null;
    this.conflict = null;
    new AskToStay(this, () => !this.#isSaved && JSON.stringify(this.draft) !== this.#begun);
  }

  protected override willUpdate(changed: PropertyValues): void {
    const isSame = this.#from !== undefined && this.#from?.id === this.policy?.id;
    if (changed.has('policy') && !isSame) this.#begin(this.policy);
    else if (this.#begun === '') this.#begin(this.policy);
  }

  #begin(policy: Policy | null): void {
    const now = new Date();
    this.#from = policy;
    this.draft = policy ? draftOf(policy, now) : newDraft(now, ownZone());
    this.#begun = JSON.stringify(this.draft);
    this.faults = {};
    this.conflict = null;
    this.#action.forget();
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<form class="stack" @submit=${this.#submitted} novalidate aria-label="Policy">
      <section class="card stack" aria-label="What and where">${this.#what()}</section>
      <section class="card stack" aria-label="When">
        <h2>When</h2>
        ${this.#when()}
      </section>
      <section class="card stack" aria-label="How">
        <h2>How</h2>
        ${this.#how()}
      </section>
      ${this.conflict === null ? nothing : this.#told(this.conflict)}
      ${problem === null ? nothing : html`<div role="alert">${errorNotice(problem)}</div>`}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>
          ${isBusy ? 'Saving …' : this.#from ? 'Save the policy' : 'Make the policy'}
        </button>
        <button type="button" @click=${this.#cancel}>Cancel</button>
      </div>
    </form>`;
  }

  #what(): TemplateResult {
    const { draft, faults } = this;
    return html`<fm-field
        name="name"
        label="Name"
        maxlength="100"
        required
        .value=${draft.name}
        .error=${faults.name ?? null}
        @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.#set({ name: String(detail ?? '') }, 'name')}
      ></fm-field>
      ${modeFields(draft.wishes, this.#wish, ['security', 'all'])}
      <h2>Hosts</h2>
      <fm-policy-target
        .value=${draft.target}
        .names=${this.#names.value ?? new Map()}
        .error=${faults.target ?? null}
        @fm-target=${({ detail }: CustomEvent<Policy['target']>) => this.#set({ target: detail }, 'target')}
      ></fm-policy-target>`;
  }

  #when(): TemplateResult {
    const { starts } = this.draft;
    return html`<fm-recurrence
        hasDaysAfter
        .choices=${REPEATS}
        .value=${starts}
        .faults=${this.faults.starts ?? {}}
        @fm-recurrence=${({ detail }: CustomEvent<Partial<Recurrence>>) => this.#recur(detail)}
      ></fm-recurrence>
      <fm-policy-preview
        .body=${previewBodyOf(this.draft)}
        @fm-preview=${({ detail }: CustomEvent<Schemas['PolicyPreview'] | null>) =>
          (this.hostsTotal = detail?.hosts_total ?? null)}
        @fm-refused=${({ detail }: CustomEvent<string>) => this.#refused(detail)}
      ></fm-policy-preview>`;
  }

  #how(): TemplateResult {
    const { draft, faults } = this;
    const { waves } = draft.wishes;
    return html`${optionFields(draft.wishes, this.#wish)}
      ${
        features.serves('listAllWindows')
          ? this.#switch('inWindows', draft.inWindows, texts.windows, texts.windowsHelp)
          : nothing
      }
      <h3>Waves</h3>
      ${waveFields(draft.wishes, wavesNow(waves, this.hostsTotal, faults.waves), this.#wish)}
      <h3>When something keeps it</h3>
      ${this.#switch('catchUp', draft.catchUp, texts.catchUp, texts.catchUpHelp)}
      ${this.#secs('maxLateSecs', texts.late, texts.lateHelp)}
      ${this.#secs('planLeadSecs', texts.lead, texts.leadHelp)}`;
  }

  #switch(name: 'inWindows' | 'catchUp', value: boolean, label: string, help: string): TemplateResult {
    return html`<fm-field
      kind="switch"
      name=${name}
      label=${label}
      help=${help}
      .value=${value}
      @fm-input=${({ detail }: CustomEvent<boolean>) => this.#set({ [name]: detail })}
    ></fm-field>`;
  }

  #secs(name: 'maxLateSecs' | 'planLeadSecs', label: string, help: string): TemplateResult {
    return html`<fm-field
      kind="duration"
      name=${name}
      label=${label}
      help=${help}
      .value=${this.draft[name]}
      .error=${this.faults[name] ?? null}
      @fm-input=${({ detail }: CustomEvent<number | null>) => this.#set({ [name]: detail }, name)}
    ></fm-field>`;
  }

  #told(conflict: string): TemplateResult {
    return html`<div class="notice warn" role="alert">
      ${icon('warning')}
      <div class="stack tight">
        <span>${conflict}</span>
        ${
          this.#from
            ? html`<div class="row">
                <button type="button" @click=${() => this.#begin(this.#from ?? null)}>
                  Show what is saved now
                </button>
              </div>`
            : nothing
        }
      </div>
    </div>`;
  }

  readonly #wish = (part: Partial<Wishes>): void => {
    this.#set({ wishes: { ...this.draft.wishes, ...part } }, 'waves');
  };

  #recur(change: Partial<Recurrence>): void {
    const wrong = Object.entries(this.faults.starts ?? {}).filter(([field]) => !(field in change));
    this.faults = { ...this.faults, starts: Object.fromEntries(wrong) };
    this.#set({ starts: { ...this.draft.starts, ...change } });
  }

  #set(change: Partial<PolicyDraft>, fault?: keyof PolicyFaults): void {
    this.draft = { ...this.draft, ...change };
    if (fault && this.faults[fault]) this.faults = { ...this.faults, [fault]: undefined };
  }

  /** Said at the field that it is about. */
  #refused(message: string): void {
    const starts = { [recurrenceFieldOf(message, this.draft.starts)]: message };
    this.faults = { ...this.faults, starts };
  }

  readonly #cancel = (): void => {
    this.#isSaved = true;
    this.dispatchEvent(new Event('fm-cancel'));
  };

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    this.faults = faultsOf(this.draft);
    if (Object.keys(this.faults).length > 0) return this.#focusFault();
    this.conflict = null;
    await this.#action.run(() => this.#save());
  };

  async #save(): Promise<void> {
    const from = this.#from ?? null;
    try {
      const saved = await this.#written(from);
      this.#isSaved = true;
      this.dispatchEvent(new CustomEvent('fm-saved', { detail: saved }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'POLICY_INVALID') {
        this.#refused(error.message);
        this.#focusFault();
      } else if (error.code === 'PRECONDITION_FAILED' && from) await this.#overtaken(from);
      else if (error.code === 'POLICY_NOT_FOUND' && from) this.#gone();
      else throw error;
    }
  }

  #written(from: Policy | null): Promise<Policy> {
    if (!from) return addPolicy(bodyOf(this.draft));
    const changes = changesOf(from, this.draft, new Date());
    return changes ? savePolicy(from, changes) : Promise.resolve(from);
  }

  /** What was typed stays; the next saving names the version that stands now. */
  async #overtaken({ id }: Policy): Promise<void> {
    const now = await readPolicy(id);
    this.#from = now;
    this.conflict = texts.moved(safeName(now.edited_by.username));
  }

  #gone(): void {
    this.#from = null;
    this.conflict = texts.gone;
  }

  #focusFault(): void {
    void this.updateComplete.then(() => {
      const [name, fault] = Object.entries(this.faults).find(([, one]) => one !== undefined) ?? [];
      if (name !== 'starts') return this.#field(name)?.focus();
      const [field] = Object.keys(fault as object);
      const recurrence = this.renderRoot.querySelector<FmRecurrence>('fm-recurrence');
      recurrence?.focusField(field as RecurrenceField);
    });
  }

  #field(name: string | undefined): HTMLElement | null {
    if (name === 'target') {
      const target = this.renderRoot.querySelector('fm-policy-target');
      return target?.shadowRoot?.querySelector<HTMLElement>('[name="target"]') ?? null;
    }
    return this.renderRoot.querySelector<HTMLElement>(`[name="${name}"]`);
  }
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

define('fm-policy-form', FmPolicyForm);
