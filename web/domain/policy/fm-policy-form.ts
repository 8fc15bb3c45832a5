import { css, html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-field/fm-field.ts';
import type { FieldValue } from '../../components/fm-field/fm-field.ts';
import type { ApiError } from '../../core/apiError.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import { readGroupNames, type GroupNames } from '../group/names.ts';
import { waveFields } from '../job/waveFields.ts';
import { modeFields, optionFields } from '../job/wishFields.ts';
import { wishStyles } from '../job/wishFields.styles.ts';
import type { Wishes } from '../job/wishes.ts';
import '../recurrence/fm-recurrence.ts';
import type { Recurrence } from '../recurrence/recurrence.ts';
import { RecurringForm } from '../recurrence/recurringForm.ts';
import {
  agentsDraft,
  bodyOf,
  changesOf,
  draftOf,
  faultsOf,
  namesHosts,
  newDraft,
  previewBodyOf,
  type PolicyDraft,
  type PolicyFaults,
} from './draft.ts';
import './fm-policy-preview.ts';
import '../job/fm-job-target.ts';
import { formTexts as texts } from './formTexts.ts';
import { addPolicy, readPolicy, savePolicy, type Policy } from './read.ts';
import { plural } from '../../core/format.ts';
import { PROPOSED_HELP, proposedName } from '../../core/proposedName.ts';
import { icon } from '../../icons/icons.ts';
import { targetText } from '../job/target.ts';
import { rhythmText } from '../recurrence/texts.ts';
import { fittedWaves, waveSizes } from '../job/waveShares.ts';

const REPEATS = ['monthly', 'monthday', 'weekly', 'daily', 'rule'] as const;

const styles = css`
  form {
    max-inline-size: 56rem;
  }
`;

const isForAgents = ({ wishes }: PolicyDraft): boolean => wishes.operation === 'agent_update';

/** The form of a policy, new or existing. */
export class FmPolicyForm extends RecurringForm<Policy, PolicyDraft, PolicyFaults> {
  static override styles = [FmElement.styles, wishStyles, styles];
  static override properties = {
    policy: { attribute: false },
    target: { attribute: false },
    forAgents: { attribute: false },
    hostsTotal: { state: true },
  };
  /** Null: a new policy. */
  declare policy: Policy | null;
  /** What a new policy holds at first. */
  declare target: Policy['target'];
  /** Whether a new policy updates agents. */
  declare forAgents: boolean;
  /** Hosts of the target now; null: not known. */
  declare hostsTotal: number | null;
  readonly #names = new Resource<GroupNames>(this, {
    args: () => [],
    read: (_, signal) => readGroupNames(signal),
  });
  protected override readonly words = { goneCode: 'POLICY_NOT_FOUND', gone: texts.gone, moved: texts.moved };

  constructor() {
    super();
    this.policy = null;
    this.target = {};
    this.forAgents = false;
    this.hostsTotal = null;
  }

  protected override kept(): Policy | null {
    return this.policy;
  }

  protected override draftFor(policy: Policy | null, now: Date, timezone: string): PolicyDraft {
    if (policy) return draftOf(policy, now);
    return (this.forAgents ? agentsDraft : newDraft)(now, timezone, this.target);
  }

  protected override faultsIn(draft: PolicyDraft): PolicyFaults {
    return faultsOf(draft);
  }

  override render(): TemplateResult {
    return html`<form class="stack" @submit=${this.submitted} novalidate aria-label="Policy">
      <section class="card stack" aria-label="Action and hosts">${this.#what()}</section>
      <section class="card stack" aria-label="Schedule">
        <h2>Schedule</h2>
        ${this.#when()}
      </section>
      <section class="card stack" aria-label="Options">
        <h2>Options</h2>
        ${this.#how()}
      </section>
      ${this.foot(this.from ? 'Save policy' : 'Create policy')}
    </form>`;
  }

  #what(): TemplateResult {
    const { draft, faults } = this;
    return html`<fm-field
        name="name"
        label="Name"
        maxlength="100"
        required
        help=${draft.name === null ? PROPOSED_HELP : ''}
        .value=${draft.name ?? this.#proposal()}
        .error=${faults.name ?? null}
        @fm-input=${({ detail }: CustomEvent<FieldValue>) => this.set({ name: String(detail ?? '') }, 'name')}
      ></fm-field>
      ${isForAgents(draft) ? html`<p>${texts.agents}</p>` : modeFields(draft.wishes, this.#wish, ['security', 'all'])}
      <h2>Hosts</h2>
      <fm-job-target
        help=${texts.tagsHelp}
        .value=${draft.target}
        .names=${this.#names.value ?? new Map()}
        .error=${faults.target ?? null}
        @fm-target=${({ detail }: CustomEvent<Policy['target']>) => this.set({ target: detail }, 'target')}
      ></fm-job-target>`;
  }

  /** “Security patches, group Databases, second Tuesday + 3 days”. */
  #proposal(): string {
    const { starts, target, wishes } = this.draft;
    const patches = wishes.mode === 'security' ? 'Security patches' : 'All patches';
    const what = isForAgents(this.draft) ? 'Agents follow the manager' : patches;
    const whom = namesHosts(target) ? targetText(target, (id) => this.#names.value?.get(id) ?? null) : null;
    return proposedName([what, whom, rhythmText(starts)]);
  }

  #when(): TemplateResult {
    const { starts } = this.draft;
    return html`<fm-recurrence
        hasDaysAfter
        .choices=${REPEATS}
        .value=${starts}
        .faults=${this.faults.starts ?? {}}
        @fm-recurrence=${({ detail }: CustomEvent<Partial<Recurrence>>) => this.recur(detail)}
      ></fm-recurrence>
      <fm-policy-preview
        .body=${previewBodyOf(this.draft)}
        .inWindows=${this.draft.inWindows}
        @fm-preview=${({ detail }: CustomEvent<Schemas['PolicyPreview'] | null>) =>
          (this.hostsTotal = detail?.hosts_total ?? null)}
        @fm-refused=${({ detail }: CustomEvent<string>) => this.refused(detail)}
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
      <h3>Missed and late runs</h3>
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
      @fm-input=${({ detail }: CustomEvent<boolean>) => this.set({ [name]: detail })}
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
      @fm-input=${({ detail }: CustomEvent<number | null>) => this.set({ [name]: detail }, name)}
    ></fm-field>`;
  }

  readonly #wish = (part: Partial<Wishes>): void => {
    this.set({ wishes: { ...this.draft.wishes, ...part } }, 'waves');
  };

  protected override written(from: Policy | null): Promise<Policy> {
    if (!from) return addPolicy(bodyOf(this.draft, this.#proposal()));
    const changes = changesOf(from, this.draft, new Date());
    return changes ? savePolicy(from, changes) : Promise.resolve(from);
  }

  protected override readAgain(id: string): Promise<Policy> {
    return readPolicy(id);
  }

  protected override marked(error: ApiError): boolean {
    if (error.code !== 'POLICY_INVALID') return false;
    this.refused(error.message);
    return true;
  }

  protected override fieldOf(name: string): HTMLElement | null {
    if (name !== 'target') return super.fieldOf(name);
    const target = this.renderRoot.querySelector('fm-job-target');
    return target?.shadowRoot?.querySelector<HTMLElement>('[name="target"]') ?? null;
  }
}

define('fm-policy-form', FmPolicyForm);

/**
 * How many hosts each wave would hold now, or what is wrong with the waves. `hostsTotal` is null where it is not known.
 */
function wavesNow(
  waves: readonly Schemas['JobWave'][],
  hostsTotal: number | null,
  fault: string | undefined,
): unknown {
  if (fault !== undefined)
    return html`<p class="notice warn" role="alert">${icon('warning')} <span>${fault}</span></p>`;
  if (!hostsTotal) return nothing;
  const sizes = waveSizes(fittedWaves(waves, hostsTotal), hostsTotal);
  return html`<p class="small quiet" role="status">
    With the current hosts: ${sizes.map((size) => plural(size, 'host')).join(', then ')}.
  </p>`;
}
