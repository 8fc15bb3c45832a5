import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { announce } from '../../core/announce.ts';
import { api, download, must } from '../../core/api.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmElement } from '../../core/element.ts';
import { countText, plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import type { Schemas } from '../../core/schema.ts';
import { setQuery } from '../../core/query.ts';
import { windowOf, type Window } from '../../core/windowing.ts';
import { styles } from './fm-job-log.styles.ts';
import { firstError, LogBuffer, type ShownLine } from '../../domain/job/logLines.ts';

const ROW_PX = 22;
const PAGE_LINES = 5_000;
/** Lines of which each is as high as it needs: they cannot be left out of the page while they are not seen. */
const WRAPPED_LINES = 2_000;
/** Nearer to the end than this counts as being there. */
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
    isLoading: { state: true },
    isOver: { type: Boolean },
    chosenSeq: { type: Number },
    isWrapped: { state: true },
    viewportPx: { state: true },
    problem: { state: true },
  };
  declare jobId: string;
  declare hostId: string;
  declare fqdn: string;
  declare search: string;
  declare isFollowing: boolean;
  declare isLoading: boolean;
  /** Nothing is logged any more: there is nothing to follow, nor to pause. */
  declare isOver: boolean;
  /** The line that the address names; null: none. */
  declare chosenSeq: number | null;
  /** Long lines go on below; then the last ones alone are shown. */
  declare isWrapped: boolean;
  declare viewportPx: number;
  declare problem: unknown;
  /** Where the reader is. While the end is followed, what is rendered goes by the number of lines, not by this. */
  scrollTopPx = 0;
  /** Asked for while lines come ten times a second, the size would be laid out anew each time. */
  readonly #sizes = new ResizeObserver((entries) => {
    this.viewportPx = entries.at(-1)?.target.clientHeight ?? this.viewportPx;
  });
  #sized: Element | null = null;
  #abort = new AbortController();
  #log = new LogBuffer();
  #isBehind = false;
  /** Rows that were forgotten at the head since the last render: what is read must not move under the eye. */
  #goneRows = 0;
  /** Paused by the button: reaching the end does not start it again. */
  #isHeld = false;
  /** A line that is to be brought into view once it is there. */
  #toShow: number | null = null;

  constructor() {
    super();
    this.jobId = '';
    this.hostId = '';
    this.fqdn = '';
    this.search = '';
    this.isFollowing = true;
    this.isLoading = false;
    this.isOver = false;
    this.chosenSeq = null;
    this.isWrapped = false;
    this.viewportPx = 352;
    this.problem = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#abort.abort();
    this.#sizes.disconnect();
    this.#sized = null;
  }

  /** Lines as the live stream brings them; what is missing before them is read from the manager. */
  receive(more: readonly Schemas['LogLine'][]): void {
    if (!this.isLoading && this.#log.isNext(more)) this.#append(more);
    else void this.load();
  }

  #append(more: readonly Schemas['LogLine'][]): void {
    this.#goneRows += this.#log.append(more);
    this.requestUpdate();
  }

  /** Reads what came after the last line, to the end. */
  async load(): Promise<void> {
    this.#isBehind = true;
    if (this.isLoading) return;
    this.isLoading = true;
    const { signal } = this.#abort;
    try {
      while (this.#isBehind) {
        this.#isBehind = false;
        await this.#readToEnd(signal);
      }
      this.problem = null;
    } catch (error) {
      if (!signal.aborted) this.problem = error;
    } finally {
      if (!signal.aborted) this.isLoading = false;
    }
  }

  async #readToEnd(signal: AbortSignal): Promise<void> {
    const path = { id: this.jobId, hostId: this.hostId };
    for (let isEnd = false; !isEnd;) {
      const query = { after_seq: this.#log.lastSeq, limit: PAGE_LINES };
      const answer = await must(
        api.GET('/api/v1/jobs/{id}/hosts/{hostId}/log', { params: { path, query }, signal }),
      );
      // The contract also has the whole as text, which is answered only when asked for.
      const logs = typeof answer === 'string' ? [] : answer.logs;
      signal.throwIfAborted();
      this.#append(logs);
      isEnd = logs.length < PAGE_LINES;
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('chosenSeq') && this.chosenSeq !== null) this.#toShow = this.chosenSeq;
    if (!changed.has('jobId') && !changed.has('hostId')) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#log = new LogBuffer();
    this.#log.search(this.search);
    this.#goneRows = 0;
    this.isLoading = false;
    this.isFollowing = true;
    this.#isHeld = false;
    if (this.jobId && this.hostId) void this.load();
  }

  override render(): TemplateResult {
    const { found } = this.#log;
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
      ${errorNotice(this.problem)} ${this.#list(found)}
      <p class="small quiet">${this.#summary(found.length)}</p>`;
  }

  #firstErrorButton(found: readonly ShownLine[]): unknown {
    const error = firstError(found);
    if (!error) return nothing;
    return html`<button @click=${() => this.#show(error.seq)}>${icon('error')} First error</button>`;
  }

  /** The address names it, so that it can be passed on. */
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

  /** Which lines are rendered. Who follows is at the end before the box was scrolled there, so one rendering does. */
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
    const marks = `${seq === this.chosenSeq ? 'chosen' : ''} ${seq === error?.seq ? 'first-error' : ''}`;
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

  /** No live region: a screen reader need not hear a log grow. */
  #summary(found: number): string {
    const { size, isCut } = this.#log;
    if (this.isLoading && size === 0) return 'Loading the log …';
    if (size === 0) return 'Nothing was logged yet.';
    if (this.search.trim() !== '') return `${plural(found, 'line')} of ${countText(size)} found`;
    const cut = isCut ? ' (the last ones; the download has all)' : '';
    return `${plural(size, 'line')}${cut}${this.#wrapNote(found)}${this.isFollowing || this.isOver ? '' : '; paused, new lines are still kept'}`;
  }

  #wrapNote(found: number): string {
    return this.isWrapped && found > WRAPPED_LINES
      ? `; wrapped are the last ${countText(WRAPPED_LINES)}`
      : '';
  }

  protected override updated(): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    this.#measure(scroller);
    const { totalPx, offsetPx } = this.#window(this.#log.found.length);
    const find = (selector: string): HTMLElement | null => this.renderRoot.querySelector(selector);
    find('.space')?.style.setProperty('height', `${totalPx}px`);
    find('.lines')?.style.setProperty('transform', `translateY(${offsetPx}px)`);
    if (this.#bringToView(scroller)) return;
    if (this.isFollowing) scroller.scrollTop = this.isWrapped ? scroller.scrollHeight : totalPx;
    else if (this.#goneRows > 0) scroller.scrollTop -= this.#goneRows * ROW_PX;
    this.#goneRows = 0;
  }

  /** Wrapped lines stand in a box of their own. */
  #measure(scroller: HTMLElement): void {
    if (this.#sized === scroller) return;
    this.#sizes.disconnect();
    this.#sizes.observe(scroller);
    this.#sized = scroller;
  }

  /** Whether a line that the reader asked for was brought into view. */
  #bringToView(scroller: HTMLElement): boolean {
    const index = this.#toShow === null ? -1 : this.#log.found.findIndex(({ seq }) => seq === this.#toShow);
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
    this.#log.search(this.search);
    if (this.search.trim() !== '') announce(`${plural(this.#log.found.length, 'line')} found`);
  }

  #toggle(): void {
    this.isFollowing = !this.isFollowing;
    this.#isHeld = !this.isFollowing;
  }

  async #download(): Promise<void> {
    try {
      const path = `/api/v1/jobs/${this.jobId}/hosts/${this.hostId}/log?download=text`;
      await download(path, `${this.fqdn.replaceAll(/[^A-Za-z0-9.-]/g, '_')}-${this.jobId}.log`);
    } catch (error) {
      this.problem = error;
    }
  }

  #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector('.log');
  }
}

/** This address with a line of the log. */
function lineHrefs(): (seq: number) => string {
  const { pathname, searchParams } = new URL(location.href);
  searchParams.delete('line');
  const others = searchParams.size === 0 ? '' : `${searchParams}&`;
  return (seq) => `${pathname}?${others}line=${seq}`;
}

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
