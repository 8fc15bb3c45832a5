import { nothing, svg, html } from 'lit';
import { durationText } from '../../core/time.ts';
import { hostSpan, within, type Span } from './span.ts';
import { hasFailed, type JobHost } from './state.ts';

export type { Span };

/** When the host was at work within the job's whole time, and for how long; in words for those who see no bar. */
export function timeBar(host: JobHost, whole: Span): unknown {
  const span = hostSpan(host, whole.toMs);
  if (!span) return nothing;
  const { start, length } = within(span, whole);
  // Not broken between a number and its unit.
  const took = durationText((span.toMs - span.fromMs) / 1_000).replaceAll(' ', '\u00a0');
  const fill = hasFailed(host) ? 'var(--fm-bad-text)' : 'var(--fm-info-text)';
  // Styled by attributes: the cell stands in the table's shadow root, where our styles do not reach.
  return html`<svg width="72" height="6" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect width="100" height="6" fill="var(--fm-line)"></rect><rect x=${start} width=${length} height="6" fill=${fill}></rect>`}
    </svg>
    <span class="small quiet">${took}</span>`;
}
