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
    'Repository fails',
    'Check whether the host can reach the repository, and correct or remove it on the host. Until then, jobs skip packages that only this repository has.',
  ],
  LISTS_UNREADABLE: [
    'Package lists unreadable',
    'Fix the file named in the message on the host, usually under /etc. Until then missing patches are unknown, and jobs fail.',
  ],
  PATCHES_UNANSWERED: [
    'Patch list not received',
    'Find out on the host why the agent takes so long (journalctl -u fleetmend-agent): a slow disk, or a hanging package manager. The manager keeps retrying; until then missing patches are unknown.',
  ],
  SYSTEM_UNANSWERED: [
    'System facts not received',
    'Find out on the host why the agent cannot report them (journalctl -u fleetmend-agent). The manager keeps retrying.',
  ],
  SECURITY_PINNED: [
    'Security updates pinned away',
    'Correct the file named in the message on the host: until then apt skips security updates, and no job installs them. APT::Default-Release needs a pattern such as "/^bookworm(|-security|-updates)$/".',
  ],
  LISTS_STALE: [
    'Package lists outdated',
    'Use “Refresh now” to update the package lists. Until then this page may not list all patches.',
  ],
  PACKAGES_BROKEN: [
    'Broken packages',
    'Complete the interrupted work on the host: “dpkg --configure -a” and “apt-get -f install”, or “dnf check”. Jobs fail until then.',
  ],
  DEPENDENCIES_BROKEN: [
    'Broken dependency',
    'Plan a repair: the plan lists what would be installed or removed, and runs once approved. On apt hosts, other jobs fail until then.',
  ],
  KERNELS_KEPT: [
    '/boot is filling up',
    'Reboot into the newest kernel, then remove the old ones to make room for the next.',
  ],
  DISK_LOW: ['Disk is nearly full', 'Free up disk space on the host: jobs stop before the disk is full.'],
  CLOCK_SKEW: [
    'Clock is wrong',
    'Set the clock of the host, by NTP or chrony: with a wrong clock, certificates appear expired or not yet valid.',
  ],
  ADDRESS_CHANGED: [
    'Address has changed',
    'Allow the manager to reach the host’s new address, or edit the address here.',
  ],
  CERTIFICATE_EXPIRING: [
    'Certificate expires',
    'The manager renews certificates automatically while it can reach the host; see Certificates for why it failed.',
  ],
  NOT_PRIVILEGED: [
    'Agent lacks privileges',
    'Start the agent by its systemd unit, as root, without read_only in its agent.toml. Otherwise it can read but not patch.',
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

/** “Repository fails”, or how many problems there are; null: none. */
export function problemsInShort(problems: readonly Problem[]): string | null {
  const [first] = problems;
  if (!first) return null;
  return problems.length === 1 ? problemShort(first) : plural(problems.length, 'problem');
}

/** All problems in the words of the agent or of the manager, a line each: a tooltip. */
export const problemsText = (problems: readonly Problem[]): string =>
  problems.map(({ message }) => safeLine(message, LONGEST)).join('\n');

/** The badge beside a host's name; its tooltip has all problems. */
export function problemsBadge(problems: readonly Problem[]): TemplateResult | typeof nothing {
  const label = problemsInShort(problems);
  if (label === null) return nothing;
  return html`<fm-badge tone="warn" label=${label} title=${problemsText(problems)}></fm-badge>`;
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
