import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { safeLine, safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

type Problem = Schemas['HostProblem'];

const LONGEST = 500;

/** By code: a few words for a list, and what a person does about the problem. The agent's own words name the thing. */
const KNOWN: Readonly<Record<string, readonly [short: string, advice: string]>> = {
  SOURCE_FAILED: [
    'Source fails',
    'See whether the host reaches that source, and correct or remove it on the host. What only this source has is left out of jobs meanwhile.',
  ],
  LISTS_UNREADABLE: [
    'Lists cannot be read',
    'Fix what the message names on the host, usually a file under /etc. Until then missing patches are unknown, and jobs fail.',
  ],
  PATCHES_UNANSWERED: [
    'Patch list not received',
    'See on the host why its agent takes so long (journalctl -u fleetmend-agent): a slow disk, or a package manager that hangs. The manager goes on asking; until then missing patches are unknown.',
  ],
  SYSTEM_UNANSWERED: [
    'System facts not received',
    'See on the host why its agent cannot tell them (journalctl -u fleetmend-agent). The manager goes on asking.',
  ],
  SECURITY_PINNED: [
    'Security updates pinned away',
    'Correct the file that the message names on the host: until then apt takes no security updates, and no job installs them. APT::Default-Release needs a pattern such as "/^bookworm(|-security|-updates)$/".',
  ],
  LISTS_STALE: [
    'Lists are old',
    '“Refresh now” reads the package lists anew. Until then patches may be missing here.',
  ],
  PACKAGES_BROKEN: [
    'Packages are broken',
    'Finish what was interrupted on the host: “dpkg --configure -a” and “apt-get -f install”, or “dnf check”. Jobs fail until then.',
  ],
  DEPENDENCIES_BROKEN: [
    'Dependency is broken',
    'A repair shows as a plan what the package manager would install or remove, and runs once it is approved. On hosts with apt, other jobs fail until then.',
  ],
  KERNELS_KEPT: [
    '/boot is filling up',
    'Reboot the host into its newest kernel, then remove the old ones: the next kernel needs their room.',
  ],
  DISK_LOW: ['Disk is nearly full', 'Make room on the host: jobs stop before they would fill the disk.'],
  CLOCK_SKEW: [
    'Clock is wrong',
    'Set the clock of the host, by NTP or chrony: with a wrong clock, certificates seem expired or not valid yet.',
  ],
  ADDRESS_CHANGED: [
    'Address has changed',
    'Make the host’s new address reachable for the manager, or edit the address here.',
  ],
  CERTIFICATE_EXPIRING: [
    'Certificate ends',
    'The manager renews it by itself while it reaches the host; see Certificates for why it did not.',
  ],
  NOT_PRIVILEGED: [
    'Agent may change nothing',
    'Start the agent by its systemd unit, as root, and without read_only in its agent.toml: else it can read but not patch.',
  ],
};

/** A problem in a few words, for beside a host's name. */
export function problemShort({ code }: Pick<Problem, 'code'>): string {
  return KNOWN[code]?.[0] ?? 'Problem';
}

/** What to do about a problem; null where its own message is all that is known. */
export function problemAdvice({ code }: Pick<Problem, 'code'>): string | null {
  return KNOWN[code]?.[1] ?? null;
}

/** The badge in a list: “Source fails”, or how many problems there are; its tooltip has all of them. */
export function problemsBadge(problems: readonly Problem[]): TemplateResult | typeof nothing {
  const [first] = problems;
  if (!first) return nothing;
  const label = problems.length === 1 ? problemShort(first) : plural(problems.length, 'problem');
  return html`<fm-badge
    tone="warn"
    label=${label}
    title=${problems.map(({ message }) => safeLine(message, LONGEST)).join('\n')}
  ></fm-badge>`;
}

/**
 * The problems of the host, in the words of its agent or of the manager, each with what to do; nothing when there are
 * none. `repairHref`:
 * where a repair of broken dependencies is planned; null: this reader may not.
 */
export function problemsNotice(problems: readonly Problem[], repairHref: string | null): unknown {
  if (problems.length === 0) return nothing;
  return html`<div class="notice warn">
    ${icon('warning')}
    <div class="stack tight">
      <div>This host has ${plural(problems.length, 'problem')}:</div>
      <ul class="problems" aria-label="Problems">
        ${problems.map((problem) => problemItem(problem, repairHref))}
      </ul>
    </div>
  </div>`;
}

function problemItem(problem: Problem, repairHref: string | null): TemplateResult {
  const advice = problemAdvice(problem);
  return html`<li>
    <strong>${KNOWN[problem.code] ? problemShort(problem) : safeName(problem.code)}</strong>:
    ${safeLine(problem.message, LONGEST)} ${advice ?? nothing}
    ${
      problem.code === 'DEPENDENCIES_BROKEN' && repairHref !== null
        ? html`<a href=${repairHref}>Plan a repair</a>`
        : nothing
    }
  </li>`;
}
