/** What happened, and what to do. `log`: first look into the log of the host, in these words, which lead there. */
export type HostSentences = readonly [what: string, next: string, log?: string];

const LOG = 'Find the cause in the log.';
const RETRY = 'Retry this host.';

/** Why a host failed in a job. The list is open: for a code that is not here, the agent's own message is shown. */
export const hostSentences: Readonly<Record<string, HostSentences>> = {
  LOCK_HELD: [
    'Another program held the package manager’s lock.',
    'Wait until it has finished (unattended upgrades, for example), then retry.',
  ],
  FETCH_FAILED: [
    'Packages could not be downloaded.',
    'Check that the host reaches its repositories (network, proxy, addresses), then retry.',
  ],
  METADATA_STALE: [
    'The package lists are old and could not be refreshed.',
    'Check that the host reaches its repositories (network, proxy, addresses), then retry.',
  ],
  INTERRUPTED: ['The work was interrupted by a power cut or a killed process.', RETRY, 'Check the log.'],
  QUEUE_FULL: ['Too many jobs were waiting on the host.', RETRY],
  PACKAGE_MANAGER_BUSY: ['The package manager was busy.', RETRY],
  SCRIPT_FAILED: [
    'A package script or package-manager hook failed.',
    'Repair the package or the hook on the host and retry, or roll back.',
    LOG,
  ],
  CONFLICT: ['The packages cannot be changed together.', 'Plan again, and exclude one of them.'],
  PACKAGE_NOT_FOUND: [
    'A package of that name does not exist in the host’s repositories.',
    'Correct the name, and plan again.',
  ],
  PACKAGE_HELD: ['A package is held on the host.', 'Unhold the package, or exclude it.'],
  NO_SPACE: ['There is not enough disk space.', 'Free up disk space and retry.'],
  AGENT_UPDATE_PUT_BACK: [
    'The new agent was not healthy in time, and the one before it was put back.',
    'The error has the last lines of its log. Do not update other hosts until you know why.',
    LOG,
  ],
  AGENT_UPDATE_UNHEALTHY: [
    'The new agent was not healthy in time, and there was no package to put the old one back.',
    'Look at journalctl -u fleetmend-agent on the host.',
    LOG,
  ],
  READ_ONLY: [
    'The file system is read-only.',
    'Find out why: the disk may be failing. Remount it read-write, then retry.',
  ],
  SIGNATURE_INVALID: [
    'A repository or package signature is not valid.',
    'Do not continue until you know why.',
  ],
  METADATA_EXPIRED: [
    'The repository’s lists have expired.',
    'The mirror is no longer updated: use another one.',
  ],
  SOURCE_FAILED: [
    'A required repository is failing.',
    'The error names the repository: repair or remove it on the host, refresh, then plan again.',
  ],
  LISTS_UNREADABLE: [
    'The package manager cannot read its own lists or configuration.',
    'Fix what the message names on the host, then plan again.',
  ],
  INHIBITED: [
    'A program or person blocks the reboot of the host.',
    'The message says who and why; “systemd-inhibit --list” on the host lists it. The reboot is requested again automatically.',
  ],
  CONNECTION_NOT_CHANGED: [
    'The new way between host and manager did not work, so the host kept the one that it had.',
    'The message says where it ended: look for a firewall, a proxy or NAT there, then retry.',
  ],
  BOOT_UNSAFE: [
    'A kernel or boot package is not fully configured. The host was not rebooted, because it might not come back.',
    'Finish the configuration on the host (“dpkg --configure -a”; find out why it fails), then retry.',
  ],
  DEPENDENCIES_BROKEN: [
    'Installed packages have missing dependencies, and the package manager changes nothing until that is repaired.',
    'Plan a repair on the host’s page: the plan lists what would be installed or removed.',
  ],
  PLAN_CHANGED: [
    'The host has changed since its plan was created, so the plan no longer applies.',
    'Plan again, and approve the new plan.',
  ],
  ROLLBACK_CONFLICT: [
    'The packages cannot be reverted to their versions from before the job.',
    'Nothing was changed. The message names the cause; change those packages on the host by hand.',
  ],
  TIMED_OUT: [
    'The work took longer than allowed.',
    'Retry or roll back.',
    'Find in the log where it got stuck.',
  ],
  CANCELLED_PARTWAY: [
    'The work was cancelled after packages had changed.',
    'Roll back, or run the job again to complete it.',
  ],
  UNSUPPORTED: ['This host does not support that.', 'Exclude this host, and make the change there by hand.'],
  NOT_PRIVILEGED: [
    'The agent lacks privileges: it runs without root, or read_only is set.',
    'Run the agent as root on this host, without read_only.',
  ],
  HOST_UNREACHABLE: ['The agent did not answer.', 'Check that the host is up, then retry.'],
  AGENT_ERROR: ['Internal agent error.', 'Check the agent’s log on the host, then retry.'],
  REBOOT_TIMEOUT: [
    'The host did not reboot in time.',
    'Check the console of the host. Once it is up again, retry.',
  ],
  HOST_UNHEALTHY: [
    'The host rebooted, but its agent reports a problem.',
    'Fix the reported problem, then retry.',
  ],
  CONTACT_LOST: [
    'The agent stopped responding during the work, and the job was cancelled.',
    'The outcome is unknown: check the host, and compare its packages with the plan.',
  ],
  GATE_FAILED: [
    'The work is done, but a plugin failed during the checks, so the state of the host is unknown.',
    'The message names the plugin. Check the host; once the plugin works again, retry.',
  ],
  HOST_REMOVED: ['The host was removed from the fleet.', 'There is nothing left to do here.'],
  DUPLICATE_IDENTITY: [
    'Two machines use this host’s certificate.',
    'Find the clone and enroll it as a separate host.',
  ],
  CERTIFICATE_INVALID: ['The host’s certificate is not valid.', 'Re-issue it, or enroll the host again.'],
  MANAGER_REPLACED: [
    'This manager was replaced',
    'The installation was restored from a backup on another machine, and the agent obeys that manager alone. Stop this one.',
  ],
  CLOCK_SKEW: [
    'The clock of the host is wrong, so its agent refuses the manager’s certificate.',
    'Set the clock, by NTP or chrony, then retry.',
  ],
  HEALTH_CHECK_FAILED: [
    'A health check failed.',
    'Open the health checks of the host to see which one, and why.',
  ],
  AGENT_TOO_OLD: [
    'The agent is too old for this job.',
    'Update it by a job “Update agents”, or at the host if it does not know that job; then retry.',
  ],
  NO_AGENT_PACKAGE: [
    'This manager serves no agent for this host.',
    'The error says for which package manager and processor; add that package, then retry.',
  ],
  AGENT_JOB_LOST: ['The agent no longer knows the job.', 'Compare the versions on the host, then retry.'],
  HOST_BUSY: ['Another job is running on this host.', 'Plan again once it has finished.'],
};
