/** Why a host is not healthy, and what to do next. */
const REASONS: Readonly<Record<string, string>> = {
  CONNECTION_REFUSED:
    'The host answers, but no agent listens there. Start its service; “fleetmend-agent doctor” on the host says what is wrong.',
  TIMEOUT: 'The agent did not answer in time. Check that the host is up and its port is open to the manager.',
  NO_ROUTE: 'There is no way to the host. Check that it is up, and the network in between.',
  CERTIFICATE_INVALID: 'The agent’s certificate was not accepted. Re-issue it, or enroll the host again.',
  DUPLICATE_IDENTITY: 'Two machines use this host’s certificate. Find the clone and enroll it by itself.',
  CONNECTION_LOST:
    'The connection broke off. Check the network in between; the manager tries again by itself.',
  CERTIFICATE_REVOKED:
    'The agent’s certificate was revoked. Enroll the host again if it belongs to the fleet.',
  CERTIFICATE_EXPIRED: 'The agent’s certificate has expired. Re-issue it, or enroll the host again.',
  ANSWER_TOO_LARGE:
    'What answers there sends more than an agent does. Check address, port and agent version.',
  ADDRESS_REFUSED: 'The manager does not connect to such an address. Correct the address of the host.',
  ANSWER_INVALID: 'What answers there does not speak like an agent. Check address, port and agent version.',
  CLOCK_SKEW:
    'The clock of the host is wrong, so its agent refuses the manager’s certificate. Set the clock, by NTP or chrony.',
  AGENT_PROBLEMS:
    'The agent answers, but not all is well there. “fleetmend-agent doctor” on the host says what is wrong.',
};

export function reasonText(code: string | null): string {
  if (code === null) return 'The manager does not know why.';
  return REASONS[code] ?? `The reason is ${code.toLowerCase().replaceAll('_', ' ')}.`;
}
