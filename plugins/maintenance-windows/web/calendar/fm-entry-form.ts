import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import '#web/components/fm-field/fm-field.ts';
import type { FieldOption, FieldValue } from '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmElement } from '#web/core/element.ts';
import { fieldErrors } from '#web/core/errors.ts';
import { PROPOSED_HELP } from '#web/core/proposedName.ts';
import { countAsTyped } from '#web/core/unsaved.ts';
import type { Group } from '#web/domain/group/read.ts';
import '#web/domain/recurrence/fm-recurrence.ts';
import type { FmRecurrence } from '#web/domain/recurrence/fm-recurrence.ts';
import type { Recurrence, RecurrenceField } from '#web/domain/recurrence/recurrence.ts';
import { plainDay } from '#web/domain/recurrence/texts.ts';
import { icon } from '#web/icons/icons.ts';
import {
  bodyOf,
  dayAfter,
  draftOf,
  faultsOf,
  END_FIRST,
  endFaults,
  fieldOf,
  hasUntil,
  lastDayOf,
  newDraft,
  proposalOf,
  turnOfTheYear,
  untilOf,
  type Draft,
  type Entry,
  type Faults,
  type Field,
  type Kind,
} from './draft.ts';
import './fm-preview.ts';
import type { PreviewBody } from './fm-preview.ts';
import { ownerText } from './owner.ts';
import { addEntry, ownerOf, saveEntry, type Owner } from './read.ts';
import { KINDS, texts } from './texts.ts';
import { styles } from './fm-entry-form.styles.ts';

const FLEET = '';

/**
 * A window or a freeze, new or known. What was typed stays whatever the manager answers. Fires `fm-saved`, `fm-cancel`
 * and, when somebody else has changed it, `fm-again` to read it anew.
 */
export class FmEntryForm extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    kind: {},
    entry: { attribute: false },
    host: { attribute: false },
    groups: { attribute: false },
    groupId: {},
    draft: { state: true },
    faults: { state: true },
    owner: { state: true },
    isGone: { state: true },
  };
  declare kind: Kind;
  /** Null: a new one. */
  declare entry: Entry | null;
  /** The host that the window will belong to; null: a group is chosen in the form. */
  declare host: { id: string; name: string } | null;
  declare groups: readonly Group[];
  /** The group that is selected at first. */
  declare groupId: string;
  declare draft: Draft;
  declare faults: Faults & { owner?: string };
  declare owner: string;
  /** Somebody has deleted the entry; saving adds it again. */
  declare isGone: boolean;
  readonly #action = new Action(this);
  #startedFrom: Entry | null | undefined;

  constructor() {
    super();
    this.kind = 'window';
    this.entry = null;
    this.host = null;
    this.groups = [];
    this.groupId = FLEET;
    this.draft = newDraft(new Date(), ownZone(), this.kind);
    this.faults = {};
    this.owner = FLEET;
    this.isGone = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const isSame = this.#startedFrom !== undefined && this.#startedFrom?.id === this.entry?.id;
    if (!changed.has('entry') || isSame) return;
    this.#startFrom(this.entry);
  }

  #startFrom(entry: Entry | null): void {
    this.#startedFrom = entry;
    this.faults = {};
    this.isGone = false;
    this.#action.forget();
    this.owner = this.groupId;
    const now = new Date();
    this.draft = entry ? draftOf(entry, now) : newDraft(now, ownZone(), this.kind);
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const isMoved = problem instanceof ApiError && problem.code === 'PRECONDITION_FAILED';
    const words = KINDS[this.kind];
    return html`<form class="card stack" @submit=${this.#submitted} novalidate aria-label=${words.one}>
      ${this.#name()} ${this.#owner()} ${this.#starts()} ${this.#length()}
      <fm-field
        kind="switch"
        name="enabled"
        label="Enabled"
        help="Disabled windows and freezes are ignored."
        .value=${this.draft.enabled}
        @fm-change=${({ detail }: CustomEvent<boolean>) => this.#set({ enabled: detail })}
      ></fm-field>
      <fm-preview .kind=${this.kind} .body=${this.#bodyToShow()} @fm-refused=${this.#refused}></fm-preview>
      ${this.isGone ? goneNotice() : nothing}
      ${isMoved ? this.#moved() : problem === null ? nothing : html`<div role="alert">${errorNotice(problem)}</div>`}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>
          ${isBusy ? 'Saving …' : this.entry && !this.isGone ? words.save : words.add}
        </button>
        <button type="button" @click=${() => this.dispatchEvent(new Event('fm-cancel'))}>Cancel</button>
      </div>
    </form>`;
  }

  #moved(): TemplateResult {
    return html`<div class="notice warn" role="alert">
      <div>
        ${texts.moved}
        <button type="button" @click=${this.#again}>Show saved version</button>
      </div>
    </div>`;
  }

  readonly #again = (): void => {
    this.#startedFrom = undefined;
    this.dispatchEvent(new Event('fm-again'));
  };

  #owner(): unknown {
    if (this.entry) return html`<p>${ownerText(this.entry, this.groups, this.host)}.</p>`;
    if (this.host) return html`<p>For the host <strong>${this.host.name}</strong>.</p>`;
    const none: FieldOption =
      this.kind === 'freeze'
        ? { value: FLEET, label: 'The whole fleet' }
        : { value: FLEET, label: 'Choose a group' };
    return html`<fm-field
      kind="select"
      name="owner"
      label="For"
      help=${this.kind === 'window' ? texts.missingOwner : ''}
      .options=${[none, ...this.groups.map(({ id, name }) => ({ value: id, label: `The group ${name}` }))]}
      .value=${this.owner}
      .error=${this.faults.owner ?? null}
      @fm-change=${({ detail }: CustomEvent<string>) => {
        this.owner = detail;
        this.faults = { ...this.faults, owner: undefined };
      }}
    ></fm-field>`;
  }

  #starts(): TemplateResult {
    return html`<fm-recurrence
      hasDaysAfter
      help=${this.kind === 'window' && this.entry === null ? texts.usualTimes : ''}
      .value=${this.draft}
      .faults=${this.faults}
      @fm-recurrence=${({ detail }: CustomEvent<Partial<Recurrence>>) => this.#set(detail)}
    ></fm-recurrence>`;
  }

  #length(): TemplateResult {
    if (hasUntil(this.draft, this.kind)) return this.#until();
    return html`<fm-field
      kind="duration"
      name="durationSecs"
      label="Duration"
      .value=${this.draft.durationSecs}
      .error=${this.faults.durationSecs ?? null}
      @fm-input=${({ detail }: CustomEvent<number | null>) => this.#set({ durationSecs: detail })}
    ></fm-field>`;
  }

  #until(): TemplateResult {
    const lastDay = lastDayOf(this.draft);
    const { date } = this.draft;
    const lengths: readonly (readonly [label: string, change: Partial<Draft>])[] = [
      ['1 week', { untilDate: dayAfter(date, 7), untilTime: '00:00' }],
      ['2 weeks', { untilDate: dayAfter(date, 14), untilTime: '00:00' }],
      ['Turn of the year', turnOfTheYear(new Date())],
    ];
    return html`<div class="stack tight">
      <div class="row pair">
        ${this.#native('untilDate', 'date', 'Until', untilOf(this.draft))}
        ${this.#native('untilTime', 'time', 'At', this.draft.untilTime)}
      </div>
      ${lastDay === null ? nothing : html`<p class="quiet small" role="status">${texts.lastDay(plainDay(lastDay))}</p>`}
      <div class="row" role="group" aria-label="Length">
        ${lengths.map(
          ([label, change]) =>
            html`<button
              type="button"
              class="small"
              @click=${(event: Event) => {
                this.#set(change);
                countAsTyped(event);
              }}
            >
              ${label}
            </button>`,
        )}
      </div>
    </div>`;
  }

  #name(): TemplateResult {
    const { name } = this.draft;
    const proposal = this.#proposal();
    return html`<fm-field
      name="name"
      label="Name"
      help=${name === null && proposal !== '' ? PROPOSED_HELP : ''}
      maxlength="100"
      required
      .value=${name ?? proposal}
      .error=${this.faults.name ?? null}
      @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.#set({ name: String(detail ?? '') })}
    ></fm-field>`;
  }

  #proposal(): string {
    const group = this.groups.find(({ id }) => id === this.owner);
    return proposalOf(this.draft, this.kind, this.host?.name ?? group?.name ?? null);
  }

  #native(name: 'untilDate' | 'untilTime', type: string, label: string, value: string): TemplateResult {
    return html`<label class="field">
      ${label}
      <input
        name=${name}
        type=${type}
        .value=${live(value)}
        aria-invalid=${String(this.faults[name] !== undefined)}
        aria-describedby="fault-${name}"
        @input=${(event: Event) => this.#set({ [name]: valueIn(event) })}
      />
      ${this.#fault(name)}
    </label>`;
  }

  #fault(name: Field): TemplateResult {
    const fault = this.faults[name];
    return html`<span class="problem" id="fault-${name}" role="alert" ?hidden=${fault === undefined}
      >${fault === undefined ? nothing : html`${icon('error')} ${fault}`}</span
    >`;
  }

  /** An end before the start is told at once: with it, the form has no name to propose and no times to show. */
  #set(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
    const seen = Object.entries(this.faults).filter(
      ([field, fault]) => !(field in change) && fault !== END_FIRST,
    );
    this.faults = { ...Object.fromEntries(seen), ...endFaults(this.draft, this.kind) };
  }

  #bodyToShow(): PreviewBody | null {
    const { name: _name, ...faults } = faultsOf(this.draft, this.kind);
    if (Object.keys(faults).length > 0) return null;
    const body = { ...bodyOf(this.draft, this.kind), name: 'preview' };
    // What is switched off has no conflicts; its times are worth showing all the same.
    if (!this.draft.enabled) return { ...body, enabled: true };
    const { hostId, groupId } = this.#ownerOf(this.entry);
    const owner = { host_id: hostId, group_id: groupId };
    return { ...body, kind: this.kind, ...owner, id: this.entry?.id };
  }

  /** Shows at its field why the preview was refused, before anybody saves. */
  readonly #refused = ({ detail }: CustomEvent<string | null>): void => {
    if (detail !== null) this.faults = { ...this.faults, [fieldOf(detail, this.draft)]: detail };
  };

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const isOwnerless = !this.entry && !this.host && this.kind === 'window' && this.owner === FLEET;
    this.faults = {
      ...faultsOf(this.draft, this.kind),
      ...(isOwnerless ? { owner: 'Choose a group.' } : {}),
    };
    if (Object.values(this.faults).some((fault) => fault !== undefined)) return this.#focusFault();
    await this.#action.run(() => this.#save());
  };

  /** False: it was refused, and the form says where. */
  async #save(): Promise<boolean> {
    const body = bodyOf(this.draft, this.kind, this.#proposal());
    // The entry that the form was opened with: the page may have read a newer one since, which the form never showed.
    const from = this.#startedFrom ?? this.entry;
    try {
      await (from && !this.isGone ? saveEntry(from, body) : addEntry(this.kind, this.#ownerOf(from), body));
    } catch (error) {
      if (this.isConnected && from && isEntryGone(error)) this.isGone = true;
      else if (!this.#marked(error)) throw error;
      return false;
    }
    this.dispatchEvent(new Event('fm-saved'));
    return true;
  }

  #ownerOf(from: Entry | null): Owner {
    if (from) return ownerOf(from);
    return { hostId: this.host?.id ?? null, groupId: this.host ? null : this.owner || null };
  }

  /** Marks the field that was refused; returns whether there is one. */
  #marked(error: unknown): boolean {
    if (!(error instanceof ApiError) || !this.isConnected) return false;
    if (error.code === 'WINDOW_INVALID') {
      this.faults = { [fieldOf(error.message, this.draft)]: error.message };
    } else {
      const wrong = fieldErrors(error);
      const found = Object.entries(FIELDS).filter(([path]) => wrong[path] !== undefined);
      if (found.length === 0) return false;
      this.faults = Object.fromEntries(found.map(([path, field]) => [field, wrong[path]]));
    }
    this.#focusFault();
    return true;
  }

  #focusFault(): void {
    void this.updateComplete.then(() => {
      const [name] = Object.entries(this.faults).find(([, fault]) => fault !== undefined) ?? [];
      const own = this.renderRoot.querySelector<HTMLElement>(`[name="${name}"]`);
      if (own) own.focus();
      else this.renderRoot.querySelector<FmRecurrence>('fm-recurrence')?.focusField(name as RecurrenceField);
    });
  }
}

const FIELDS: Readonly<Record<string, Field>> = {
  name: 'name',
  timezone: 'timezone',
  rrule: 'rule',
  days_after: 'daysAfter',
  starts_at: 'date',
  duration_secs: 'durationSecs',
};

const isEntryGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'WINDOW_NOT_FOUND' || error.code === 'FREEZE_NOT_FOUND');

const goneNotice = (): TemplateResult =>
  html`<div class="notice warn" role="alert"><div>${texts.gone}</div></div>`;

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const valueIn = ({ target }: Event): string => (target as HTMLInputElement).value;

define('fm-entry-form', FmEntryForm);
