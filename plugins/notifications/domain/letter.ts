import type { JobOperation } from '#sdk/patching.ts';
import type {
  BackupContent,
  Content,
  JobContent,
  TokenContent,
  TroubledHost,
  WindowContent,
} from './contents.ts';
import { expiryLetter } from './expiryLetter.ts';
import type { Letter } from './letterForm.ts';
import { reportLetter } from './reportLetter.ts';
import { counted, groupWords, localTime, plainLine } from './text.ts';

const MAX_NAME = 120;
const MAX_HOST = 253;
const MAX_WHY = 300;

const NOUNS: Readonly<Record<JobOperation, string>> = {
  patch: 'Patching',
  install: 'Installing',
  update: 'Updating',
  remove: 'Removing',
  hold: 'Holding packages',
  unhold: 'Unholding packages',
  refresh: 'Refreshing package lists',
  reboot: 'Rebooting',
  connection: 'Changing the connection',
  rollback: 'Rolling back',
  agent_update: 'Updating agents',
};

const STATES: Readonly<Partial<Record<TroubledHost['state'], string>>> = {
  failed: 'failed',
  timedout: 'timed out',
  rolled_back: 'failed, and was rolled back',
  rollback_failed: 'failed, and could not be rolled back',
  skipped: 'was skipped',
};

/** Why a job stands still, to be put after “because”. */
const HALTS: Readonly<Record<string, string>> = {
  FAILURE_BUDGET_USED: 'too many hosts failed',
  WAVE_NOT_PASSED: 'no host of a wave completed',
};

export function letterOf(content: Content, managerUrl: string): Letter {
  if (content.fact === 'certificate.expiring') return expiryLetter(content, managerUrl);
  if (content.fact === 'report.made' || content.fact === 'report.failed')
    return reportLetter(content, managerUrl);
  if (content.fact === 'api_token.rotated') return tokenLetter(content, managerUrl);
  if (content.fact === 'backup.failed') return backupLetter(content, managerUrl);
  return content.fact === 'window.upcoming'
    ? windowLetter(content, managerUrl)
    : jobLetter(content, managerUrl);
}

function tokenLetter(content: TokenContent, managerUrl: string): Letter {
  const { token, owner, isOwn, address, at, previousUntil } = content;
  const name = `“${plainLine(token, MAX_NAME)}”`;
  return {
    subject: `API token rotated: ${plainLine(token, MAX_NAME)}`,
    first: `If your script did not rotate the API token ${name}, revoke it now.`,
    more: [
      `The token of ${plainLine(owner, MAX_NAME)} got a new secret from ${address}, on ${localTime(new Date(at), 'UTC')}. The secret before it works until ${localTime(new Date(previousUntil), 'UTC')}.`,
      'You created this token. Further rotations of the same day are not reported; the audit log has all of them.',
    ],
    list: null,
    // The page of all tokens is for administrators.
    link: isOwn
      ? { text: 'Open your profile', url: `${managerUrl}/profile` }
      : { text: 'Open API tokens', url: `${managerUrl}/api-tokens` },
  };
}

function backupLetter({ message, directory, at, lastMadeAt }: BackupContent, managerUrl: string): Letter {
  return {
    subject: 'Backup failed',
    first: `The backup of the manager failed: ${plainLine(message, MAX_WHY)}`,
    more: [
      lastMadeAt === null
        ? 'The manager has made no backup yet that could be restored.'
        : `The last backup is of ${localTime(new Date(lastMadeAt), 'UTC')}. If the manager is lost, what was changed since is lost with it.`,
      `It was to be written to ${plainLine(directory, MAX_HOST)}, on ${localTime(new Date(at), 'UTC')}. After you have solved the problem, run a backup in the settings.`,
    ],
    list: null,
    link: { text: 'Open backups', url: `${managerUrl}/settings?tab=backup` },
  };
}

function jobLetter(content: JobContent, managerUrl: string): Letter {
  const { job, hostsTroubled, troubled, groups } = content;
  const title = titleOf(job.name, job.operation, content.hostsTotal);
  return {
    ...jobWords(content, title),
    more: [
      standing(content),
      `Created by ${plainLine(job.createdByName, MAX_NAME)}.`,
      ...(groups.length > 0 ? [`This notification covers only the hosts of ${groupWords(groups)}.`] : []),
    ],
    list:
      troubled.length === 0
        ? null
        : {
            title: 'Hosts without success',
            items: troubled.map(({ fqdn, state, code, message }) => ({
              name: plainLine(fqdn, MAX_HOST),
              what: why({ state, code, message }),
            })),
            unnamed: hostsTroubled - troubled.length,
            rest: (count) => `And ${counted(count, 'more host')}: see the job.`,
          },
    link: { text: 'Open job', url: `${managerUrl}/jobs/${job.id}` },
  };
}

function jobWords(
  { fact, job, hostsTotal, hostsTroubled, hostsCompleted }: JobContent,
  title: string,
): Pick<Letter, 'subject' | 'first'> {
  const all = counted(hostsTotal, 'host');
  const hosts = counted(hostsTroubled, 'host');
  if (fact === 'job.paused')
    return {
      subject: `Decision required: ${title} is paused`,
      first: `Decide whether “${title}” continues or ends: it is paused, because ${HALTS[job.reason ?? ''] ?? 'of failures on its hosts'}.`,
    };
  if (fact === 'job.failed')
    return {
      subject: `Failed on ${hosts}: ${title}`,
      first: `“${title}” has ended and failed on ${hosts}.`,
    };
  if (job.state === 'cancelled')
    return {
      subject: `Cancelled: ${title}`,
      first: `No action required: “${title}” was cancelled, with ${numberOf(hostsCompleted, hostsTotal)} completed.`,
    };
  return {
    subject: `Completed: ${title}`,
    first:
      hostsCompleted === hostsTotal
        ? `No action required: “${title}” completed on ${hostsTotal === 1 ? '1 host' : `all ${all}`}.`
        : `No action required: “${title}” has ended, with ${numberOf(hostsCompleted, hostsTotal)} completed.`,
  };
}

const numberOf = (some: number, all: number): string => `${some} of ${counted(all, 'host')}`;

function standing({ hostsTotal, hostsCompleted, hostsTroubled }: JobContent): string {
  const other = hostsTotal - hostsCompleted - hostsTroubled;
  const parts = [
    `${hostsCompleted} completed`,
    `${hostsTroubled} not completed`,
    ...(other > 0 ? [`${other} pending or skipped`] : []),
  ];
  return `Of ${counted(hostsTotal, 'host')}: ${parts.join(', ')}.`;
}

function why({ state, code, message }: Pick<TroubledHost, 'state' | 'code' | 'message'>): string {
  const said = plainLine(message, MAX_WHY);
  const reason = [code ?? '', said].filter((part) => part !== '').join(': ');
  return `${STATES[state] ?? state}${reason === '' ? '' : ` (${reason})`}`;
}

function windowLetter(content: WindowContent, managerUrl: string): Letter {
  const { windows, windowsTotal, hostsTotal, jobs, jobsTotal, hosts, groups } = content;
  const startsAt = new Date(content.startsAt);
  const zone = windows[0]?.timezone ?? 'UTC';
  const when = localTime(startsAt, zone);
  const work = counted(hostsTotal, 'host');
  const inTime = durationWords(content.inMinutes);
  const named = windows.map(({ name }) => `“${plainLine(name, MAX_NAME)}”`).join(', ');
  const moreWindows = windowsTotal - windows.length;
  const jobNames = jobs.map(({ name, operation, hostsTotal: some }) => `“${titleOf(name, operation, some)}”`);
  const moreJobs = jobsTotal - jobs.length;
  return {
    subject: `Maintenance window in ${inTime}: ${work}`,
    first: `Work on ${work} starts in ${inTime}, on ${when}.`,
    more: [
      `${windowsTotal === 1 ? 'Window:' : 'Windows:'} ${named}${moreWindows > 0 ? ` and ${moreWindows} more` : ''}, open until ${localTime(new Date(content.endsAt), zone)}.`,
      `${jobsTotal === 1 ? 'Job:' : 'Jobs:'} ${jobNames.join(', ')}${moreJobs > 0 ? ` and ${moreJobs} more` : ''}.`,
      ...(groups.length > 0 ? [`This notification covers only the hosts of ${groupWords(groups)}.`] : []),
    ],
    list: {
      title: 'Hosts',
      items: hosts.map(({ fqdn }) => ({ name: plainLine(fqdn, MAX_HOST), what: '' })),
      unnamed: hostsTotal - hosts.length,
      rest: (count) => `And ${counted(count, 'more host')}.`,
    },
    link:
      jobs.length === 1 && jobs[0]
        ? { text: 'Open job', url: `${managerUrl}/jobs/${jobs[0].id}` }
        : { text: 'Open jobs', url: `${managerUrl}/jobs` },
  };
}

function titleOf(name: string | null, operation: JobOperation, hosts: number): string {
  return name === null ? `${NOUNS[operation]}, ${counted(hosts, 'host')}` : plainLine(name, MAX_NAME);
}

/** “24 hours”, “55 minutes”; from 90 minutes on, rounded to hours. */
function durationWords(minutes: number): string {
  return minutes >= 90 ? counted(Math.round(minutes / 60), 'hour') : counted(Math.max(1, minutes), 'minute');
}
