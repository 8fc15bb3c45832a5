import { html, nothing } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { icon } from '../../icons/icons.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { asker } from './asker.ts';
import { newJobHref } from './chosenHosts.ts';
import { hostOffers } from './offers.ts';
import { problemsNotice } from './problems.ts';

/** Why a host is not healthy, and what to do next. */
const REASONS: Readonly<Record<string, string>> = {
  CONNECTION_REFUSED:
    'The host answers, but no agent is listening. Start the agent’s service; run “fleetmend-agent doctor” on the host to find out what is wrong.',
  TIMEOUT: 'The agent did not answer in time. Check that the host is up and its port is open to the manager.',
  NOT_CONNECTED:
    'The agent is not connected to the manager. Run “fleetmend-agent doctor” on the host: it says why it cannot connect.',
  NO_ROUTE: 'No route to the host. Check that it is up, and the network in between.',
  CERTIFICATE_INVALID: 'The agent’s certificate was not accepted. Re-issue it, or enroll the host again.',
  DUPLICATE_IDENTITY:
    'Two machines use this host’s certificate. Find the clone and enroll it as a separate host.',
  CONNECTION_LOST:
    'The connection was lost. Check the network in between; the manager retries automatically.',
  CERTIFICATE_REVOKED:
    'The agent’s certificate was revoked. Enroll the host again if it belongs to the fleet.',
  CERTIFICATE_EXPIRED: 'The agent’s certificate has expired. Re-issue it, or enroll the host again.',
  ANSWER_TOO_LARGE: 'The response is too large for an agent. Check address, port and agent version.',
  ADDRESS_REFUSED: 'The manager does not connect to this kind of address. Correct the address of the host.',
  ANSWER_INVALID: 'The response is not from an agent. Check address, port and agent version.',
  CLOCK_SKEW:
    'The clock of the host is wrong, so its agent refuses the manager’s certificate. Set the clock, by NTP or chrony.',
  MANAGER_REPLACED:
    'This installation was restored from a backup on another machine, and that manager has called the host since. Stop this one.',
  AGENT_PROBLEMS:
    'The agent reports problems. Run “fleetmend-agent doctor” on the host to find out what is wrong.',
};

function reasonText(code: string | null): string {
  if (code === null) return 'The reason is unknown.';
  return REASONS[code] ?? `The reason is ${code.toLowerCase().replaceAll('_', ' ')}.`;
}

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
    <div>This host is in maintenance mode: jobs and plans skip it.</div>
  </div>`;
}

function reboot({ reboot_required: isDue, reboot_reasons: reasons }: Host): unknown {
  if (!isDue) return nothing;
  const why = reasons.length > 0 ? `: ${reasons.map((one) => safeName(one)).join(', ')}` : '';
  return html`<div class="notice warn">
    ${icon('power')}
    <div>Reboot required${why}.</div>
  </div>`;
}
