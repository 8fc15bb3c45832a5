import type { Sentences } from './localErrors.ts';

const RETRY = 'Retry this host.';

/** Why a host failed in a job. The list is open: for a code that is not here, the agent's own message is shown. */
export const hostSentences: Readonly<Record<string, Sentences>> = {
  LOCK_HELD: [
    'Another program held the package manager’s lock.',
    'Wait until it has ended (unattended upgrades, say), then retry.',
  ],
  FETCH_FAILED: [
    'Packages could not be downloaded.',
    'Check that the host reaches its repositories (network, proxy, addresses), then retry.',
  ],
  METADATA_STALE: [
    'The package lists are old and could not be refreshed.',
    'Check that the host reaches its repositories (network, proxy, addresses), then retry.',
  ],
  INTERRUPTED: [
    'The work was interrupted, by a power cut or a killed process.',
    'Look at the log, then retry.',
  ],
  QUEUE_FULL: ['Too many jobs were waiting on the host.', RETRY],
  PACKAGE_MANAGER_BUSY: ['The package manager was busy.', RETRY],
  SCRIPT_FAILED: [
    'A script of a package, or a hook of the package manager on the host, failed.',
    'The log says why: repair the package or the hook on the host and retry, or roll back.',
  ],
  CONFLICT: ['The packages cannot be changed together.', 'Plan again, and leave one of them out.'],
  PACKAGE_NOT_FOUND: [
    'A package of that name does not exist in the host’s repositories.',
    'Correct the name, and plan again.',
  ],
  PACKAGE_HELD: ['A package is held on the host.', 'Release it, or leave it out.'],
  NO_SPACE: ['There is not enough disk space.', 'Make room on the host, then retry.'],
  READ_ONLY: [
    'The file system is read-only.',
    'Find out why: the disk may be failing. Mount it writable again, then retry.',
  ],
  SIGNATURE_INVALID: [
    'A signature of a repository or package is not valid.',
    'Do not go on before you know why.',
  ],
  METADATA_EXPIRED: [
    'The repository’s lists have expired.',
    'Its mirror no longer updates: use another one.',
  ],
  SOURCE_FAILED: [
    'A package source that the job needs fails.',
    'The error names the source: repair or remove it on the host, refresh, then plan again.',
  ],
  LISTS_UNREADABLE: [
    'The package manager cannot read its own lists or configuration.',
    'Fix what the message names on the host, then plan again.',
  ],
  INHIBITED: [
    'A program or person keeps the host from restarting.',
    'The message says who and why; “systemd-inhibit --list” on the host shows it. The restart is asked for again by itself.',
  ],
  BOOT_UNSAFE: [
    'A kernel, or a package that makes the host boot, is not set up completely, so it was not restarted: it might not come back.',
    'Finish it on the host (“dpkg --configure -a”, and look why it fails), then retry.',
  ],
  DEPENDENCIES_BROKEN: [
    'Installed packages need others that are not installed, and the package manager changes nothing before that is mended.',
    'Plan a repair on the page of the host: it shows what would be installed or removed.',
  ],
  PLAN_CHANGED: [
    'The host has changed since its plan was made, so the plan no longer holds.',
    'Plan again, and approve the new plan.',
  ],
  ROLLBACK_CONFLICT: [
    'The host cannot be brought back to its versions from before the job.',
    'Nothing was changed. The message says what stands in the way; change those packages on the host by hand.',
  ],
  TIMED_OUT: [
    'The work took longer than allowed.',
    'Look at the log for what it waited for, then retry or roll back.',
  ],
  CANCELLED_PARTWAY: [
    'It was cancelled after packages had changed.',
    'Roll back, or run the job again to complete it.',
  ],
  UNSUPPORTED: ['This host cannot do that.', 'Leave it out here, and do it on the host by hand.'],
  NOT_PRIVILEGED: [
    'The agent runs without root, or its setting read_only is on: it changes nothing.',
    'Run the agent as root on this host, without read_only.',
  ],
  HOST_UNREACHABLE: ['The agent did not answer.', 'Check that the host is up, then retry.'],
  AGENT_ERROR: ['The agent reported a fault of its own.', 'Look at the agent’s log on the host, then retry.'],
  REBOOT_TIMEOUT: ['The host did not restart in time.', 'Look at its console; once it is up again, retry.'],
  HOST_UNHEALTHY: [
    'The host restarted, but its agent reports a problem.',
    'Repair what it names, then retry.',
  ],
  CONTACT_LOST: [
    'The agent stopped answering while it worked, and the job was cancelled.',
    'What it did is not known: look at the host, and compare its packages with the plan.',
  ],
  GATE_FAILED: [
    'The work is done, but a plugin failed when it was asked about the host: nobody knows whether the host is well.',
    'The message names the plugin. Look at the host; once the plugin works again, retry.',
  ],
  HOST_REMOVED: ['The host was removed from the fleet.', 'There is nothing left to do here.'],
  DUPLICATE_IDENTITY: [
    'Two machines use this host’s certificate.',
    'Find the clone and enroll it as a host of its own.',
  ],
  CERTIFICATE_INVALID: ['The host’s certificate is not valid.', 'Re-issue it, or enroll the host again.'],
  CLOCK_SKEW: [
    'The clock of the host is wrong, so its agent refuses the manager’s certificate.',
    'Set the clock, by NTP or chrony, then retry.',
  ],
  HEALTH_CHECK_FAILED: ['A health check failed.', 'See which one, and what the host says.'],
  AGENT_TOO_OLD: [
    'The agent is too old for what this job asks of it, so nothing was sent.',
    'Update the agent on this host, then retry.',
  ],
  AGENT_JOB_LOST: ['The agent no longer knows the job.', 'Compare the versions on the host, then retry.'],
  HOST_BUSY: ['Another job is at work on this host.', 'Plan again once it has ended.'],
};
