import { proxyOf } from '../config/config.ts';
import type { AgentConfig } from '../config/table.ts';
import { loadAgentIdentity } from '../identity/identity.ts';
import type { AgentIdentity } from '../identity/identity.ts';
import { IdentityStore } from '../identity/store.ts';
import { agentVersion } from '../version.ts';
import { askAgent } from './askAgent.ts';
import type { AgentAnswer } from './askAgent.ts';
import { certificateFacts, describeCertificate } from './certificateFacts.ts';
import type { CertificateFacts } from './certificateFacts.ts';
import type { LinkStatus } from '../link/keeper.ts';
import type { LocalStatus } from './localStatus.ts';
import { ago, daysLeft, table } from './text.ts';

/** The output of a command. */
export interface Report {
  exitCode: number;
  text: string;
  json: unknown;
}

/** 3 means not running, as with `systemctl status`; 4 means that only root may ask. */
const exitCodes = { running: 0, problems: 1, stopped: 3, starting: 1, silent: 1, forbidden: 4 } as const;
/** Quiet for this long is a problem: by default the manager asks for health every minute. */
export const quietAfterMs = 10 * 60_000;

/** What `status --json` prints. */
export interface StatusJson {
  state: AgentAnswer['state'];
  version: string;
  enrolled: boolean;
  host_id: string | null;
  manager_url: string | null;
  /** Host and port of the proxy that is set; null: none. */
  proxy: string | null;
  /** The fingerprint of an enrollment that nobody has approved yet. */
  pending_fingerprint: string | null;
  certificate: CertificateFacts | null;
  agent: LocalStatus | null;
}

/** `fleetmend-agent status`: the manager it is connected to, its certificate, the last calls, and its problems. */
export async function statusReport(config: AgentConfig, now = new Date()): Promise<Report> {
  const answer = await askAgent(config.dataDir);
  if (answer.state === 'forbidden') {
    const text = 'Only root may ask the agent for its status: run it with sudo.';
    return { exitCode: exitCodes.forbidden, text, json: { state: 'forbidden' } };
  }
  const { identity, managerUrl, pendingFingerprint } = await readIdentity(config, now);
  const agent = answer.state === 'running' ? answer.status : null;
  const json: StatusJson = {
    state: answer.state,
    version: agent?.version ?? agentVersion,
    enrolled: identity !== null,
    host_id: identity?.identity.hostId ?? null,
    manager_url: managerUrl,
    proxy: agent ? agent.proxy : (proxyOf(config)?.name ?? null),
    pending_fingerprint: pendingFingerprint,
    certificate: identity && certificateFacts(identity, now),
    agent,
  };
  return { exitCode: exitCodeOf(json, now), text: describe(json, now), json };
}

/** What is stored about the enrollment. */
export interface StoredIdentity {
  identity: AgentIdentity | null;
  managerUrl: string | null;
  /** The fingerprint of the key that was sent, until somebody approves it. */
  pendingFingerprint: string | null;
}

/** Reads what is stored about the enrollment and changes nothing; a damaged store counts as empty. */
export async function readIdentity(config: AgentConfig, now: Date): Promise<StoredIdentity> {
  const store = new IdentityStore(config.dataDir);
  const identity = await loadAgentIdentity(store).catch(() => null);
  const known = await store.readState().catch(() => null);
  const accepted = known?.enrollment?.accepted;
  const isPending = accepted && new Date(accepted.expiresAt) > now;
  return {
    identity,
    managerUrl: config.managerUrl ?? known?.managerUrl ?? null,
    pendingFingerprint: isPending ? (known.enrollment?.keyPin ?? null) : null,
  };
}

/** The time of the manager's last call, in ms since 1970; null: none since the agent started. */
export function lastHeardMs({ last_calls: [newest] }: LocalStatus): number | null {
  return newest ? Date.parse(newest.at) : null;
}

function exitCodeOf({ state, enrolled, certificate, agent }: StatusJson, now: Date): number {
  if (state !== 'running' || !agent) return exitCodes[state];
  const isCertified = certificate?.state === 'valid' || certificate?.state === 'expiring';
  const heardMs = lastHeardMs(agent) ?? Date.parse(agent.started_at);
  const isQuiet = now.getTime() - heardMs > quietAfterMs;
  const isLinked = !agent.link || agent.link.state === 'up';
  return enrolled && isCertified && isLinked && !isQuiet && agent.problems.length === 0
    ? exitCodes.running
    : exitCodes.problems;
}

function describe(status: StatusJson, now: Date): string {
  const { agent, certificate } = status;
  const rows: [string, string][] = [
    ['Agent', describeAgent(status, now)],
    ['Manager', status.manager_url ?? 'not configured'],
    ...(status.proxy === null ? [] : [['Proxy', status.proxy] as [string, string]]),
    ['Host id', status.host_id ?? 'none; this host is not enrolled'],
  ];
  if (status.pending_fingerprint)
    rows.push(['Enrollment', `waits for an administrator to approve it (key ${status.pending_fingerprint})`]);
  if (certificate)
    rows.push(['Certificate', `${describeCertificate(certificate)} (${daysLeft(certificate)})`]);
  if (agent?.link) rows.push(['Link', describeLink(agent.link, now)]);
  if (agent?.connection === 'listen') rows.push(['Listens on', `${agent.listen} port ${agent.port}`]);
  if (agent) rows.push(['Connection', `${agent.connection}, ${agent.connection_origin}`]);
  if (agent) rows.push(...pollRows(agent, now));
  for (const { code, message } of agent?.problems ?? []) rows.push(['Problem', `${code}: ${message}`]);
  if (agent?.read_only) rows.push(['Note', 'read-only: it lists packages, and refuses every change']);
  return table(rows);
}

function describeAgent({ state, version, agent }: StatusJson, now: Date): string {
  if (agent) return `${version}, running since ${ago(agent.started_at, now)} (pid ${agent.pid})`;
  if (state === 'starting') return `${version}, running, but not yet ready`;
  return state === 'silent' ? `${version}, runs but does not answer` : `${version}, not running`;
}

/** Since when the link holds and where to, or why there is none and when it is tried next. */
export function describeLink(link: LinkStatus, now: Date): string {
  const since = ago(link.since, now);
  if (link.state === 'up') return `holds since ${since}, to ${link.manager_url} (channels: ${link.channels})`;
  const why = link.reason === null ? '' : `: ${link.reason}`;
  if (link.next_try_at === null) return `none since ${since}${why}; being opened to ${link.manager_url}`;
  // From now to then, the other way round.
  return `none since ${since}${why}; next try in ${ago(now.toISOString(), new Date(link.next_try_at))}, at ${link.manager_url}`;
}

function pollRows({ last_polls: polls, last_calls: [newest] }: LocalStatus, now: Date): [string, string][] {
  const names = { health: 'health', patches: 'patches', system: 'system' } as const;
  const parts = Object.values(names).map(
    (name) => `${name} ${polls[name] ? `${ago(polls[name], now)} ago` : 'not yet'}`,
  );
  const from = newest ? `, last call from ${newest.from} ${ago(newest.at, now)} ago` : '';
  return [['Last polls', `${parts.join(', ')}${from}`]];
}
