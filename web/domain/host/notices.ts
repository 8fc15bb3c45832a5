import { html, nothing } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { icon } from '../../icons/icons.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { asker } from './asker.ts';
import { newJobHref } from './chosenHosts.ts';
import { hostOffers } from './offers.ts';
import { problemsNotice } from './problems.ts';
import { reasonText } from './reasons.ts';

type Host = Schemas['Host'];

/** What a person should know of a host before anything else, the gravest first; nothing when all is well. */
export function hostNotices(host: Host): unknown {
  return html`${ailing(host)} ${problemsNotice(host.problems, repairHref(host))} ${maintenance(host)}
  ${reboot(host)}`;
}

/** The form of a job that repairs broken dependencies here; null: this person may not make it, or no job runs here. */
function repairHref(host: Host): string | null {
  const offer = hostOffers(host, asker).find(({ action }) => action === 'patch');
  return offer?.reason === null
    ? newJobHref(
        [host.id],
        [
          ['operation', 'patch'],
          ['mode', 'repair'],
        ],
      )
    : null;
}

function ailing(host: Host): unknown {
  const { health_status: health, status_reason: reason, duplicate_identity: isDuplicate } = host;
  if (health !== 'unreachable' && health !== 'degraded') return nothing;
  // The problems themselves stand below, with what to do.
  if (reason === 'AGENT_PROBLEMS' && host.problems.length > 0 && !isDuplicate) return nothing;
  return html`<div class="notice ${health === 'unreachable' ? 'bad' : 'warn'}">
    ${icon('warning')}
    <div>
      ${reasonText(isDuplicate ? 'DUPLICATE_IDENTITY' : reason)} Last seen
      <fm-time .datetime=${host.last_seen_at}></fm-time>.
    </div>
  </div>`;
}

function maintenance({ maintenance_mode: isOn }: Host): unknown {
  if (!isOn) return nothing;
  return html`<div class="notice">
    ${icon('pause')}
    <div>This host is in maintenance mode: jobs and plans skip it until somebody ends that.</div>
  </div>`;
}

function reboot({ reboot_required: isDue, reboot_reasons: reasons }: Host): unknown {
  if (!isDue) return nothing;
  const why = reasons.length > 0 ? `, because of ${reasons.map((one) => safeName(one)).join(', ')}` : '';
  return html`<div class="notice warn">
    ${icon('power')}
    <div>A reboot is due${why}.</div>
  </div>`;
}
