import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { api, ApiError, must } from '../../core/api.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { startOnce } from '../../core/edits.ts';
import { define, FmPage } from '../../core/element.ts';
import { deepActive } from '../../core/focus.ts';
import { plural } from '../../core/format.ts';
import { onward } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { absoluteTime } from '../../core/time.ts';
import { chosenHosts } from '../../domain/host/chosenHosts.ts';
import '../../domain/job/fm-job-review.ts';
import { momentOf, zoneName } from '../../domain/job/moments.ts';
import { isOpenTarget, namesNothing, readTarget, withPart, type Target } from '../../domain/job/target.ts';
import { waveFields, wavesOver } from '../../domain/job/waveFields.ts';
import { waveProblem, type PreviewHost } from '../../domain/job/wavePreview.ts';
import { operationFields, optionFields } from '../../domain/job/wishFields.ts';
import { wishStyles } from '../../domain/job/wishFields.styles.ts';
import { OPERATION_TEXTS } from '../../domain/job/wishTexts.ts';
import {
  isPlanned,
  names,
  namesPackages,
  NO_WISHES,
  readWishes,
  requestOf,
  type Wishes,
} from '../../domain/job/wishes.ts';
import { icon } from '../../icons/icons.ts';
import './fm-new-job-target.ts';
import { KnownHosts } from './hostChoice.ts';
import { CONFIRMED, CONSEQUENCES, directText, heldText, PLANNED } from './texts.ts';

/** Target, action and review: planned and approved where it can be, confirmed by name where not. */
export class FmPageNewJob extends FmPage {
  static override styles = [FmPage.styles, wishStyles];
  static override properties = {
    target: { state: true },
    wishes: { state: true },
    startAt: { state: true },
    preview: { state: true },
  };
  /** Also names hosts that the search hides. */
  declare target: Target;
  declare wishes: Wishes;
  /** The start as it is typed, in the zone of the browser; '' is at once. */
  declare startAt: string;
  /** What would hold the job; null: not known. */
  declare preview: Preview | null;
  readonly #action = new Action(this);
  readonly #known = new KnownHosts();
  /** What the address last asked for, without what only filters the list. */
  #taken: string | null = null;
  /** The address asks for the review, and nobody was led there yet. */
  #leads = false;

  constructor() {
    super();
    this.target = {};
    this.wishes = NO_WISHES;
    this.startAt = '';
    this.preview = null;
  }

  /** Takes what another page chose: `?host=…` (any number) or `?hosts=key`, `?group=…`, `?tag=…`, and the wishes. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('query')) return;
    const asked = new URLSearchParams(this.query);
    for (const name of OF_THE_LIST) asked.delete(name);
    if (this.#taken === asked.toString()) return;
    this.#taken = asked.toString();
    this.target = withPart(readTarget(asked), { host_ids: [...new Set(chosenHosts(asked) ?? [])] });
    this.wishes = readWishes(asked);
    this.#leads = asked.get('step') === 'review';
  }

  /** Leads to the review where another page filled in all before it, unless the reader is elsewhere by then. */
  async #show(preview: Preview | null): Promise<void> {
    this.preview = preview;
    if (preview === null || !this.#leads) return;
    this.#leads = false;
    await this.updateComplete;
    const at = deepActive();
    if (at !== null && !at.matches('h1, main, body')) return;
    const review = this.renderRoot.querySelector<HTMLElement>('#review');
    review?.scrollIntoView({ block: 'start' });
    review?.focus({ preventScroll: true });
  }

  override render(): TemplateResult {
    const { operation } = this.wishes;
    return html`<form class="page" @submit=${this.#submit}>
      <fm-page-header heading="New job" .crumbs=${[{ label: 'Jobs', href: '/jobs' }]}>
        ${isPlanned(operation) ? PLANNED : CONFIRMED}
      </fm-page-header>
      <section class="card stack" aria-label="Target">
        <h2>Target</h2>
        <fm-new-job-target
          .value=${this.target}
          .query=${this.query}
          .known=${this.#known}
          .isLost=${chosenHosts(this.query) === null}
          @fm-target=${({ detail }: CustomEvent<Target>) => this.#aim(detail)}
          @fm-read=${() => this.requestUpdate()}
        ></fm-new-job-target>
      </section>
      <section class="card stack" aria-label="Action">
        <h2>Action</h2>
        ${operationFields(this.wishes, this.#change)}
        <p class="quiet small">${OPERATION_TEXTS[operation][1]}</p>
        ${optionFields(this.wishes, this.#change, this.#nameAndStart())}
      </section>
      <section class="card stack" aria-label="Waves">
        <h2>Waves</h2>
        ${waveFields(this.wishes, wavesOver(this.wishes.waves, this.#hosts() ?? 0), this.#change)}
      </section>
      ${this.#review()}
    </form>`;
  }

  #review(): TemplateResult {
    const { operation } = this.wishes;
    const missing = this.#missing();
    return html`<section class="card stack" aria-label="Review">
      <h2 id="review" tabindex="-1">Review</h2>
      ${this.#left()}
      <fm-job-review
        .body=${this.#asked()}
        @fm-preview=${({ detail }: CustomEvent<Preview | null>) => void this.#show(detail)}
      ></fm-job-review>
      ${errorNotice(this.#action.problem)}
      <p class="row">
        <button
          class=${operation === 'reboot' ? 'danger' : 'primary'}
          ?disabled=${this.#action.isBusy || missing !== null}
        >
          ${directText(operation, this.#hostsTotal())}
        </button>
        ${this.#planInstead()} ${missing === null ? nothing : html`<span class="quiet">${missing}</span>`}
      </p>
    </section>`;
  }

  /** Hosts that another page left out of what it chose. */
  #left(): unknown {
    const held = Number(this.query.get('held'));
    if (!Number.isSafeInteger(held) || held <= 0) return nothing;
    return html`<p class="notice">${icon('warning')} <span>${heldText(held)}</span></p>`;
  }

  #aim(target: Target): void {
    this.target = target;
    // What is counted is of the target before.
    if (isOpenTarget(target)) this.preview = null;
  }

  /** What the review asks about; null: something is missing, which stands beside the button. */
  #asked(): Schemas['CreateJobRequest'] | null {
    if (this.#missing() !== null) return null;
    const { name: _name, ...body } = requestOf(this.wishes, this.target, momentOf(this.startAt));
    return body;
  }

  /** The hosts of the target, or only how many they are; null: nobody has counted them yet. */
  #hosts(): readonly PreviewHost[] | number | null {
    const { host_ids: ids = [] } = this.target;
    return isOpenTarget(this.target) ? (this.preview?.hosts_total ?? null) : this.#known.of(ids);
  }

  #hostsTotal(): number | null {
    const hosts = this.#hosts();
    return typeof hosts === 'object' && hosts !== null ? hosts.length : hosts;
  }

  readonly #change = (part: Partial<Wishes>): void => {
    this.wishes = { ...this.wishes, ...part };
  };

  #nameAndStart(): TemplateResult {
    const { operation, name } = this.wishes;
    return html`<label class="field"
        >Job name (optional)
        <input
          maxlength="200"
          autocomplete="off"
          .value=${name}
          @input=${(event: Event) => this.#change({ name: valueOf(event) })}
        />
      </label>
      <label class="field"
        >Start (optional)
        <input
          type="datetime-local"
          .value=${this.startAt}
          @input=${(event: Event) => (this.startAt = valueOf(event))}
        />
        <span class="hint"
          >${isPlanned(operation) ? 'When the approved job starts. ' : ''}Time zone: ${zoneName()}</span
        >
      </label>`;
  }

  /** Why the job cannot be made yet; null: it can. */
  #missing(): string | null {
    if (namesPackages(this.wishes) && names(this.wishes.packages).length === 0)
      return 'Enter a package first.';
    if (namesNothing(this.target)) return 'Select a host first.';
    const total = this.#hostsTotal();
    return total === null ? null : waveProblem(this.wishes.waves, total);
  }

  /**
   * Offers a plan instead: where a rule asks for a second person, a job is planned first, and its plan asks for one.
   */
  #planInstead(): unknown {
    const { problem } = this.#action;
    const isRefused = problem instanceof ApiError && problem.code === 'APPROVAL_REQUIRED';
    if (!isRefused && this.preview?.refusal?.code !== 'APPROVAL_REQUIRED') return nothing;
    return html`<button
      type="button"
      class="primary"
      ?disabled=${this.#action.isBusy}
      @click=${(event: Event) => void this.#submit(event, true)}
    >
      Plan and request approval
    </button>`;
  }

  async #submit(event: Event, isPlan = false): Promise<void> {
    event.preventDefault();
    if (this.#missing() !== null || this.#action.isBusy) return;
    await this.#action.run(async () => {
      const at = momentOf(this.startAt);
      if (!isPlan && !(await this.#isSure(at))) return false;
      const { schedule_at: start, ...wanted } = requestOf(this.wishes, this.target, at);
      const body = {
        ...wanted,
        ...(isPlan ? { dry_run: true } : start === undefined ? {} : { schedule_at: start }),
      };
      const go = onward();
      const job = await startOnce(['/jobs', body], (header) =>
        must(api.POST('/api/v1/jobs', { params: { header }, body })),
      );
      go(hrefOf(job, at));
      return true;
    });
  }

  /** Asks before the job is made; a plan changes nothing, so it needs no question. */
  async #isSure(at: Date | null): Promise<boolean> {
    const { operation, packages } = this.wishes;
    if (isPlanned(operation)) return true;
    const named = namesPackages(this.wishes) ? `${names(packages).map(safeName).join(', ')}. ` : '';
    const start = at === null ? '' : ` Start: ${absoluteTime(at)}.`;
    const label = directText(operation, this.#hostsTotal());
    return confirmAction({
      title: `${label}?`,
      text: `${named}${CONSEQUENCES[operation] ?? ''}${start}`,
      items: await this.#names(),
      action: label,
      tone: operation === 'reboot' ? 'danger' : 'primary',
    });
  }

  /** The hosts that the question names: of a group or tag, the first ones. */
  async #names(): Promise<string[]> {
    if (!isOpenTarget(this.target)) return this.#known.namesOf(this.target.host_ids ?? []);
    const { hosts = [], hosts_total: total = 0 } = this.preview ?? {};
    const more = total - hosts.length;
    return [...hosts.map(({ fqdn }) => fqdn), ...(more > 0 ? [`and ${plural(more, 'more', 'more')}`] : [])];
  }
}

type Preview = Schemas['JobPreview'];

/** Parts of the address that only filter the list of hosts. */
const OF_THE_LIST = ['search', 'security'] as const;

const valueOf = ({ target }: Event): string => (target as HTMLInputElement).value;

/** The address of the job. The start of a plan's run goes to the approval, which can change it. */
function hrefOf({ id, dry_run: isPlan }: Schemas['Job'], at: Date | null): string {
  return isPlan && at !== null ? `/jobs/${id}?at=${encodeURIComponent(at.toISOString())}` : `/jobs/${id}`;
}

define('fm-page-new-job', FmPageNewJob);
