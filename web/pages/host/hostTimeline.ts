import { html, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { icon, type IconName } from '../../icons/icons.ts';
import { safeName } from '../../core/safeText.ts';
import {
  timelineOf,
  type Happening,
  type HostOnTimeline,
  type JobOnTimeline,
} from '../../domain/host/timeline.ts';

const ICONS: Readonly<Record<Happening['kind'], IconName>> = {
  job: 'jobs',
  poll: 'refresh',
  problem: 'warning',
  host: 'hosts',
};

/** What happened to the host, the newest first. */
export function hostTimeline(host: HostOnTimeline, jobs: readonly JobOnTimeline[]): TemplateResult {
  return html`<ol class="timeline">
    ${timelineOf(host, jobs).map(
      ({ at, kind, text, href }) =>
        html`<li class=${kind}>
          ${icon(ICONS[kind])}
          <span>${href === null ? text : html`<a href=${href}>${safeName(text)}</a>`}</span>
          <span class="quiet small">
            <fm-time .datetime=${at} mode="absolute"></fm-time>, <fm-time .datetime=${at}></fm-time>
          </span>
        </li>`,
    )}
  </ol>`;
}
