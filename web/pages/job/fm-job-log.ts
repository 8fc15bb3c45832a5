import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { announce } from '../../core/announce.ts';
import { download } from '../../core/api.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmElement } from '../../core/element.ts';
import { countText, plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import type { Schemas } from '../../core/schema.ts';
import { setQuery } from '../../core/query.ts';
import { windowOf, type Window } from '../../core/windowing.ts';
import { styles } from './fm-job-log.styles.ts';
import { zoneName } from '../../domain/job/moments.ts';
import { LogFeed } from './logFeed.ts';
import { firstError, isAttemptMark, type ShownLine } from '../../domain/job/logLines.ts';

const ROW_PX = 22;
/** The most lines shown wrapped: their heights differ, so all of them stay in the page while they are not seen. */
const WRAPPED_LINES = 2_000;
/** A distance from the end below this counts as the end. */
const END_PX = 2 * ROW_PX;

/** The log of one host in a job: follows its end until the reader scrolls up or pauses. */
export class FmJobLog extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    jobId: {},
    hostId: {},
    fqdn: {},
    search: { state: true },
    isFollowing: { state: true },
    isOver: { type: Boolean },
    chosenSeq: { type: Number },
    wantsError: { type: Boolean },
    isWrapped: { state: true },
    viewportPx: { state: true },
  };
  declare jobId: string;
  declare hostId: string;
  declare fqdn: string;
  declare search: string;
  declare isFollowing: boolean;
  /** Nothing is logged any more, so there is nothing to follow or pause. */
  declare isOver: boolean;
  /** The line that the address names; null: none. */
  declare chosenSeq: number | null;
  /** The address asks for the first error, wherever it is. */
  declare wantsError: boolean;
  /** Long lines are wrapped; then only the last ones are shown. */
  declare isWrapped: boolean;
  declare viewportPx: number;
  /**
   * The reader's scroll position. While the end is followed, what is rendered depends on the number of lines, not on
   * this.
   */
  scrollTopPx = 0;
  /** Observes the size: reading it while lines come ten times a second would force a layout each time. */
  readonly #sizes = new ResizeObserver((entries) => {
    this.viewportPx = entries.at(-1)?.target.clientHeight ?? this.viewportPx;
  });
  #sized: Element | null = null;
  readonly #feed = new LogFeed(this);
  /** Paused by the button, or by a line brought into view: reaching the end does not start it again. */
  #isHeld = false;
  /** The line to bring into view once it is there; null: none. */
  #toShow: number | null = null;

  constructor() {
    super();
    this.jobId = '';
    this.hostId = '';
    this.fqdn = '';
    this.search = '';
    this.isFollowing = true;
    this.isOver = false;
    this.chosenSeq = null;
    this.wantsError = false;
    this.isWrapped = false;
    this.viewportPx = 352;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#feed.stop();
    this.#sizes.disconnect();
    this.#sized = null;
  }

  /** Takes lines as the live stream brings them. */
  receive(more: readonly Schemas['LogLine'][]): void {
    this.#feed.receive(more);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('chosenSeq') && this.chosenSeq !== null) this.#toShow = this.chosenSeq;
    if (!changed.has('jobId') && !changed.has('hostId')) return;
    this.isFollowing = true;
    this.#isHeld = false;
    this.#feed.start({ jobId: this.jobId, hostId: this.hostId }, this.search);
  }

  override render(): TemplateResult {
    const { found } = this.#feed.lines;
    return html`<div class="row spread">
        <label class="search">
          <span class="visually-hidden">Search the log</span>
          <input type="search" placeholder="Search the log" .value=${this.search} @input=${this.#searched} />
        </label>
        <div class="row">
          ${this.#firstErrorButton(found)}
          <button aria-pressed=${String(this.isWrapped)} @click=${() => (this.isWrapped = !this.isWrapped)}>
            Wrap lines
          </button>
          ${
            this.isOver
              ? nothing
              : html`<button @click=${this.#toggle}>
                  ${icon(this.isFollowing ? 'pause' : 'play')} ${this.isFollowing ? 'Pause' : 'Follow'}
                </button>`
          }
          <button @click=${() => void this.#download()}>${icon('download')} Download</button>
        </div>
      </div>
      ${errorNotice(this.#feed.problem)} ${this.#list(found)}
      <p class="small quiet">
        <span>${this.#summary(found.length)}</span> ${found.length > 0 ? TIMES : nothing}
      </p>`;
  }

  #firstErrorButton(found: readonly ShownLine[]): unknown {
    const error = firstError(found);
    if (!error) return nothing;
    return html`<button @click=${() => this.#show(error.seq)}>${icon('error')} First error</button>`;
  }

  /** Shows what the address asks for once the log is read; a log without an error is shown at its end. */
  #showError(): void {
    this.wantsError = false;
    const error = firstError(this.#feed.lines.found);
    if (error) setQuery({ line: String(error.seq) });
    this.scrollIntoView({ block: 'nearest' });
  }

  /** Puts the line into the address, so that it can be passed on, and shows it. */
  #show(seq: number): void {
    setQuery({ line: String(seq) });
    this.#toShow = seq;
    this.requestUpdate();
  }

  #list(found: readonly ShownLine[]): TemplateResult {
    if (this.isWrapped) return this.#wrapped(found);
    const { first, end } = this.#window(found.length);
    const error = firstError(found);
    const href = lineHrefs();
    return html`<div
      class="log"
      role="region"
      tabindex="0"
      aria-label="Log of ${this.fqdn}"
      @scroll=${this.#scrolled}
    >
      <div class="space">
        <div class="lines">${found.slice(first, end).map((line) => this.#line(line, error, href))}</div>
      </div>
    </div>`;
  }

  #wrapped(found: readonly ShownLine[]): TemplateResult {
    const error = firstError(found);
    const href = lineHrefs();
    return html`<div class="log wrapped" role="region" tabindex="0" aria-label="Log of ${this.fqdn}">
      ${found.slice(-WRAPPED_LINES).map((line) => this.#line(line, error, href))}
    </div>`;
  }

  /**
   * Which lines are rendered. While following, assumes the end before the box is scrolled there, so that one rendering
   * is enough.
   */
  #window(count: number): Window {
    const { viewportPx } = this;
    const scrollTopPx = this.isFollowing ? Math.max(0, count * ROW_PX - viewportPx) : this.scrollTopPx;
    return windowOf({ count, rowPx: ROW_PX, viewportPx, scrollTopPx });
  }

  #line(
    { seq, at, stream, text }: ShownLine,
    error: ShownLine | null,
    href: (seq: number) => string,
  ): TemplateResult {
    const marks = [
      seq === this.chosenSeq && 'chosen',
      seq === error?.seq && 'first-error',
      isAttemptMark({ stream, text }) && 'attempt',
    ]
      .filter(Boolean)
      .join(' ');
    return html`<div class="line ${stream} ${marks}" data-seq=${seq}>
      <a
        href=${href(seq)}
        tabindex="-1"
        title="Link to this line, of ${at}"
        @click=${(event: Event) => (event.preventDefault(), this.#show(seq))}
        ><time datetime=${at}>${clock(at)}</time></a
      ><bdi>${text}</bdi>
    </div>`;
  }

  /** Not a live region: a screen reader need not hear a log grow. */
  #summary(found: number): string {
    const { size, isCut } = this.#feed.lines;
    if (this.#feed.isLoading && size === 0) return 'Loading the log …';
    if (size === 0) return 'No log output yet.';
    if (this.search.trim() !== '') return `${plural(found, 'line')} of ${countText(size)} found`;
    const cut = isCut ? ' (the last lines; download for the full log)' : '';
    return `${plural(size, 'line')}${cut}${this.#wrapNote(found)}${this.isFollowing || this.isOver ? '' : '; paused, still recording'}`;
  }

  #wrapNote(found: number): string {
    return this.isWrapped && found > WRAPPED_LINES
      ? `; only the last ${countText(WRAPPED_LINES)} wrapped`
      : '';
  }

  protected override updated(): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    if (this.wantsError && !this.#feed.isLoading) this.#showError();
    this.#measure(scroller);
    const { totalPx, offsetPx } = this.#window(this.#feed.lines.found.length);
    const find = (selector: string): HTMLElement | null => this.renderRoot.querySelector(selector);
    find('.space')?.style.setProperty('height', `${totalPx}px`);
    find('.lines')?.style.setProperty('transform', `translateY(${offsetPx}px)`);
    if (this.#bringToView(scroller)) return;
    // What the reader reads must not move when lines are dropped at the start.
    const goneRows = this.#feed.takeGoneRows();
    if (this.isFollowing) scroller.scrollTop = this.isWrapped ? scroller.scrollHeight : totalPx;
    else if (goneRows > 0) scroller.scrollTop -= goneRows * ROW_PX;
  }

  /** Observes the current box: wrapped lines stand in another one. */
  #measure(scroller: HTMLElement): void {
    if (this.#sized === scroller) return;
    this.#sizes.disconnect();
    this.#sizes.observe(scroller);
    this.#sized = scroller;
  }

  /** Brings the wanted line into view; true: it was there. */
  #bringToView(scroller: HTMLElement): boolean {
    const index =
      this.#toShow === null ? -1 : this.#feed.lines.found.findIndex(({ seq }) => seq === this.#toShow);
    if (index < 0) return false;
    this.isFollowing = false;
    this.#isHeld = true;
    const line = this.isWrapped ? this.renderRoot.querySelector(`[data-seq="${this.#toShow}"]`) : null;
    this.#toShow = null;
    if (line) line.scrollIntoView({ block: 'center' });
    else scroller.scrollTop = Math.max(0, index * ROW_PX - scroller.clientHeight / 2);
    return true;
  }

  #scrolled(): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    const isUp = scroller.scrollTop < this.scrollTopPx - 1;
    const fromEndPx = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    if (isUp && fromEndPx > END_PX) this.isFollowing = false;
    else if (fromEndPx <= 1 && !this.#isHeld) this.isFollowing = true;
    this.scrollTopPx = scroller.scrollTop;
    if (!this.isFollowing) this.requestUpdate();
  }

  #searched(event: Event): void {
    this.search = (event.target as HTMLInputElement).value;
    this.#feed.lines.search(this.search);
    if (this.search.trim() !== '') announce(`${plural(this.#feed.lines.found.length, 'line')} found`);
  }

  #toggle(): void {
    this.isFollowing = !this.isFollowing;
    this.#isHeld = !this.isFollowing;
  }

  async #download(): Promise<void> {
    try {
      const path = `/api/v1/jobs/${this.jobId}/hosts/${this.hostId}/log/text`;
      await download(path, `${this.fqdn.replaceAll(/[^A-Za-z0-9.-]/g, '_')}-${this.jobId}.log`);
    } catch (error) {
      this.#feed.problem = error;
      this.requestUpdate();
    }
  }

  #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector('.log');
  }
}

/** Makes addresses like this one, with a line of the log. */
function lineHrefs(): (seq: number) => string {
  const { pathname, searchParams } = new URL(location.href);
  searchParams.delete('line');
  const others = searchParams.size === 0 ? '' : `${searchParams}&`;
  return (seq) => `${pathname}?${others}line=${seq}`;
}

/** Lines show a clock alone; what else is compared with them may be of another zone. */
const TIMES = html`<span>(times: ${zoneName()})</span>`;

const clockFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function clock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : clockFormat.format(date);
}

define('fm-job-log', FmJobLog);

declare global {
  interface HTMLElementTagNameMap {
    'fm-job-log': FmJobLog;
  }
}
