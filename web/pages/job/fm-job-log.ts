import { html, type PropertyValues, type TemplateResult } from 'lit';
import { announce } from '../../core/announce.ts';
import { api, download, must } from '../../core/api.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmElement } from '../../core/element.ts';
import { countText, plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import type { Schemas } from '../../core/schema.ts';
import { windowOf } from '../../core/windowing.ts';
import { styles } from './fm-job-log.styles.ts';
import { LogBuffer, type ShownLine } from '../../domain/job/logLines.ts';

const ROW_PX = 22;
const PAGE_LINES = 5_000;
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
    scrollTopPx: { state: true },
    problem: { state: true },
  };
  declare jobId: string;
  declare hostId: string;
  declare fqdn: string;
  declare search: string;
  declare isFollowing: boolean;
  declare isLoading: boolean;
  declare scrollTopPx: number;
  declare problem: unknown;
  #abort = new AbortController();
  #log = new LogBuffer();
  #isBehind = false;
  /** Rows that were forgotten at the head since the last render: what is read must not move under the eye. */
  #goneRows = 0;
  /** Paused by the button: reaching the end does not start it again. */
  #isHeld = false;

  constructor() {
    super();
    this.jobId = '';
    this.hostId = '';
    this.fqdn = '';
    this.search = '';
    this.isFollowing = true;
    this.isLoading = false;
    this.scrollTopPx = 0;
    this.problem = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#abort.abort();
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
          <button @click=${this.#toggle}>
            ${icon(this.isFollowing ? 'pause' : 'play')} ${this.isFollowing ? 'Pause' : 'Follow'}
          </button>
          <button @click=${() => void this.#download()}>${icon('download')} Download</button>
        </div>
      </div>
      ${errorNotice(this.problem)} ${this.#list(found)}
      <p class="small quiet">${this.#summary(found.length)}</p>`;
  }

  #list(found: readonly ShownLine[]): TemplateResult {
    const viewportPx = this.#scroller()?.clientHeight ?? 352;
    const parts = { count: found.length, rowPx: ROW_PX, viewportPx };
    const { first, end } = windowOf({ ...parts, scrollTopPx: this.scrollTopPx });
    return html`<div
      class="log"
      role="region"
      tabindex="0"
      aria-label="Log of ${this.fqdn}"
      @scroll=${this.#scrolled}
    >
      <div class="space">
        <div class="lines">
          ${found
            .slice(first, end)
            .map(
              ({ at, stream, text }) =>
                html`<div class="line ${stream}">
                  <time datetime=${at} title=${at}>${clock(at)}</time><bdi>${text}</bdi>
                </div>`,
            )}
        </div>
      </div>
    </div>`;
  }

  /** No live region: a screen reader need not hear a log grow. */
  #summary(found: number): string {
    const { size, isCut } = this.#log;
    if (this.isLoading && size === 0) return 'Loading the log …';
    if (size === 0) return 'Nothing was logged yet.';
    if (this.search.trim() !== '') return `${plural(found, 'line')} of ${countText(size)} found`;
    const cut = isCut ? ' (the last ones; the download has all)' : '';
    return `${plural(size, 'line')}${cut}${this.isFollowing ? '' : '; paused, new lines are still kept'}`;
  }

  protected override updated(): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    const parts = { count: this.#log.found.length, rowPx: ROW_PX, viewportPx: scroller.clientHeight };
    const { totalPx, offsetPx } = windowOf({ ...parts, scrollTopPx: this.scrollTopPx });
    const find = (selector: string): HTMLElement | null => this.renderRoot.querySelector(selector);
    find('.space')?.style.setProperty('height', `${totalPx}px`);
    find('.lines')?.style.setProperty('transform', `translateY(${offsetPx}px)`);
    if (this.isFollowing) scroller.scrollTop = totalPx;
    else if (this.#goneRows > 0) scroller.scrollTop -= this.#goneRows * ROW_PX;
    this.#goneRows = 0;
  }

  #scrolled(): void {
    const scroller = this.#scroller();
    if (!scroller) return;
    const isUp = scroller.scrollTop < this.scrollTopPx - 1;
    const fromEndPx = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    if (isUp && fromEndPx > END_PX) this.isFollowing = false;
    else if (fromEndPx <= 1 && !this.#isHeld) this.isFollowing = true;
    this.scrollTopPx = scroller.scrollTop;
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
