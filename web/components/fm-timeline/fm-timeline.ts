import { html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import type { Tone } from '../fm-badge/fm-badge.ts';
import '../fm-time/fm-time.ts';
import { styles } from './fm-timeline.styles.ts';

/** Something that happened, or will. */
export interface TimelineEntry {
  /** RFC 3339. */
  at: string;
  /** What happened, in words: the colour only repeats them. */
  title: string;
  /** More detail, if there is any. */
  text?: string;
  href?: string;
  tone?: Tone;
}

/** Events one below the other, in the order given, grouped by day in the reader's zone. */
export class FmTimeline extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { label: {}, entries: { attribute: false } };
  /** Names the list for screen readers. */
  declare label: string;
  declare entries: readonly TimelineEntry[];

  constructor() {
    super();
    this.label = '';
    this.entries = [];
  }

  override render(): TemplateResult {
    return html`<section aria-label=${this.label}>
      ${byDay(this.entries).map(
        ([day, entries]) =>
          html`<h3>${day}</h3>
            <ol>
              ${entries.map((entry) => line(entry))}
            </ol>`,
      )}
    </section>`;
  }
}

function line({ at, title, text, href, tone = 'neutral' }: TimelineEntry): TemplateResult {
  return html`<li class=${tone}>
    <span
      >${href === undefined ? html`<strong>${title}</strong>` : html`<a href=${href}>${title}</a>`}
      <span class="quiet small"><fm-time mode="absolute" datetime=${at}></fm-time></span
    ></span>
    ${text === undefined ? nothing : html`<span class="text">${text}</span>`}
  </li>`;
}

function byDay(entries: readonly TimelineEntry[]): [string, TimelineEntry[]][] {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });
  const days: [string, TimelineEntry[]][] = [];
  for (const entry of entries) {
    const day = format.format(new Date(entry.at));
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(entry);
    else days.push([day, [entry]]);
  }
  return days;
}

define('fm-timeline', FmTimeline);

declare global {
  interface HTMLElementTagNameMap {
    'fm-timeline': FmTimeline;
  }
}
