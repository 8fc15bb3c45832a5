/** The checks of `doctor`, in the order in which a person would make them. None of them changes the host. */
import { accessSync, constants, statSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { finding, type Finding } from '../../server/shared/doctor.ts';
import { toPem } from '../../server/shared/pki/der.ts';
import { connectionOrigin, proxyOf, routeOf, tokenPin } from '../config/config.ts';
import type { AgentConfig } from '../config/table.ts';
import type { Connection } from '../config/values.ts';
import { certificateFingerprint } from '../identity/certificates.ts';
import { sizeText } from '../../server/shared/sizeText.ts';
import { isListed, parseRevocationLists } from '../../server/shared/pki/revocationLists.ts';
import type { AgentIdentity } from '../identity/identity.ts';
import { addressProblem } from '../identity/addressWatch.ts';
import { connectToManager, downloadFile, ManagerCallError } from '../identity/managerClient.ts';
import type { ManagerConnection, ManagerProof } from '../identity/managerClient.ts';
import { managerRoots, reportAddress } from '../identity/reportAddress.ts';
import { issuerOf } from '../identity/trust.ts';
import { dialManager } from '../link/dial.ts';
import { brokenSentence } from '../packages/shared/broken.ts';
import { detectBackend } from '../packages/detect.ts';
import { addressTowards, ownAddresses } from '../host/addresses.ts';
import { diskSpace } from '../host/facts.ts';
import { ProxyError } from '../proxy/proxy.ts';
import { askAgent } from './askAgent.ts';
import { certificateFacts, describeCertificate } from './certificateFacts.ts';
import type { CertificateState } from './certificateFacts.ts';
import { proxyFinding } from './proxyCheck.ts';
import { describeLink, lastHeardMs, quietAfterMs, readIdentity } from './status.ts';
import { ago, daysLeft } from './text.ts';

export interface CheckInput {
  config: AgentConfig;
  now: Date;
}

type Check = (input: CheckInput) => Finding | Promise<Finding>;

const lowDiskBytes = 256 * 1024 * 1024;

const privileges: Check = () =>
  process.getuid?.() === 0
    ? finding('privileges', 'ok', 'root')
    : finding('privileges', 'failure', 'not root', 'run it with sudo; without root the agent only lists');

const dataDirectory: Check = ({ config: { dataDir } }) => {
  const subject = 'data directory';
  try {
    const found = statSync(dataDir);
    if (!found.isDirectory())
      return finding(subject, 'failure', `${dataDir} is no directory`, 'move it away, or set data_dir');
    accessSync(dataDir, constants.W_OK);
    const { mode, uid } = found;
    if (uid !== process.getuid?.()) {
      const detail = `${dataDir} belongs to somebody else (user ${uid}), who can take the key`;
      return finding(subject, 'failure', detail, `chown -R root: ${dataDir}`);
    }
    if ((mode & 0o077) === 0) return finding(subject, 'ok', dataDir);
    const detail = `${dataDir} can be read by others (mode ${(mode & 0o777).toString(8)})`;
    return finding(subject, 'warning', detail, `chmod 700 ${dataDir}`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      return finding(subject, 'warning', `${dataDir} is not there yet`, 'start the agent');
    return finding(
      subject,
      'failure',
      `${dataDir} cannot be written (${code})`,
      'see that the disk is mounted writable and is not failing',
    );
  }
};

const disk: Check = async ({ config: { dataDir } }) => {
  const space = await diskSpace(dataDir).catch(() => null);
  if (!space) return finding('disk', 'warning', `nothing is known of the disk of ${dataDir}`);
  const detail = `${sizeText(space.freeBytes)} free`;
  return space.freeBytes >= lowDiskBytes
    ? finding('disk', 'ok', detail)
    : finding(
        'disk',
        'failure',
        detail,
        'free some space: package managers need it, and so does the journal',
      );
};

const packages: Check = async ({ config }) => {
  const subject = 'package manager';
  try {
    const backend = detectBackend({
      kernelRelease: config.kernelRelease ?? release(),
      stashDir: join(config.dataDir, 'stash'),
      stash: config.stash,
      privileged: false,
    });
    const problems = await backend.problems();
    const unmet = problems.length === 0 ? await backend.brokenDependencies() : [];
    if (problems.length + unmet.length === 0) return finding(subject, 'ok', backend.name);
    // What another program has half done is not broken.
    const atWork = await backend.lockHeld();
    if (atWork) return finding(subject, 'ok', `${backend.name} is running: ${atWork.message}`);
    if (unmet.length > 0)
      return finding(subject, 'failure', brokenSentence(unmet), 'plan a repair on the page of this host');
    return finding(subject, 'failure', problems.join('; '), 'the agent repairs this at its next start');
  } catch (error) {
    return finding(subject, 'failure', (error as Error).message, 'see which systems are supported');
  }
};

const enrollment: Check = async ({ config, now }) => {
  const { identity, pendingFingerprint } = await readIdentity(config, now);
  if (identity) return finding('enrollment', 'ok', `host ${identity.identity.hostId}`);
  if (pendingFingerprint) {
    const detail = `an administrator has not approved it yet (key ${pendingFingerprint})`;
    return finding('enrollment', 'failure', detail, 'compare the key and approve the host at the manager');
  }
  const advice =
    'run the line that the manager shows, or: fleetmend-agent enroll --manager-url https://… --token-file …';
  return finding('enrollment', 'failure', 'this host is not enrolled', advice);
};

const proxy: Check = ({ config, now }) => proxyFinding(config, now);

const certificateJudgement: Readonly<Record<CertificateState, Finding['state']>> = {
  valid: 'ok',
  expiring: 'warning',
  expired: 'failure',
  lapsed: 'failure',
  revoked: 'failure',
  future: 'failure',
};

const certificate: Check = async ({ config, now }) => {
  const { identity } = await readIdentity(config, now);
  if (!identity) return finding('certificate', 'warning', 'none yet');
  const facts = certificateFacts(identity, now);
  const detail = `${describeCertificate(facts)} (${daysLeft(facts)})`;
  return finding('certificate', certificateJudgement[facts.state], detail);
};

const manager: Check = async ({ config, now }) => {
  const { identity, managerUrl } = await readIdentity(config, now);
  if (managerUrl === null)
    return finding('manager', 'warning', 'no manager_url', 'set it in /etc/fleetmend/agent.toml');
  const pin = config.caFingerprint ?? (config.enrollmentToken && tokenPin(config.enrollmentToken));
  const proof: ManagerProof | null = identity
    ? { rootPems: await managerRoots(identity) }
    : pin
      ? { pin }
      : null;
  if (!proof)
    return finding(
      'manager',
      'warning',
      `${managerUrl}: not asked, because no enrollment_token or ca_fingerprint is set to recognise it by`,
    );
  try {
    const connection = await connectToManager(new URL(managerUrl), proof, routeOf(config));
    const isRevoked = identity ? await isRevokedAt(connection, identity) : false;
    connection.socket.destroy();
    if (isRevoked) {
      const detail = `${managerUrl} answers, but it has revoked this host's certificate and calls this host no more`;
      return finding('manager', 'failure', detail, 'enroll again: fleetmend-agent enroll --again');
    }
    if (isRevoked === null) {
      const detail = `${managerUrl} answers and has proved itself, but gives no revocation list that can be read: whether it has revoked this host's certificate is not known`;
      return finding('manager', 'warning', detail, "look at this host's page in the web UI");
    }
    if (connection.url.href !== new URL(managerUrl).href) {
      const detail = `${managerUrl} cannot be reached or is not the manager; ${connection.url.origin} answers and has proved itself`;
      return finding('manager', 'warning', detail, 'look at manager_url, and at the manager there');
    }
    return finding(
      'manager',
      'ok',
      `${managerUrl} answers and has proved itself; seen from ${connection.localAddress}`,
    );
  } catch (error) {
    const { message, cause } = error as Error;
    if (cause instanceof ProxyError)
      return finding(
        'manager',
        'failure',
        `${managerUrl}: no way through the proxy`,
        'see the check `proxy`',
      );
    return finding(
      'manager',
      'failure',
      message,
      'look at manager_url, at the manager, and at firewalls between; the agent needs it to enroll and to renew',
    );
  }
};

/**
 * Reads it from the manager's revocation list: the manager never tells a host that it has revoked its certificate, as to
 * such a host it does not connect. Null: not known.
 */
async function isRevokedAt(
  connection: ManagerConnection,
  { identity: { certificate }, trust }: AgentIdentity,
): Promise<boolean | null> {
  const issuer = issuerOf(trust, certificate)?.certificate;
  if (!issuer) return null;
  const path = `/api/v1/ca/root.crl?issuer=${certificateFingerprint(issuer)}`;
  const der = await downloadFile(connection, path);
  try {
    const [list] = der ? parseRevocationLists(toPem('X509 CRL', der)) : [];
    return list?.isSignedBy(issuer) ? isListed(list, certificate) : null;
  } catch {
    return null;
  }
}

/** The agent tells how its link is; while it cannot, this makes the connection for one, and sends nothing over it. */
const link: Check = async ({ config, now }) => {
  const subject = 'link';
  const answer = await askAgent(config.dataDir);
  if (answer.state === 'running') {
    const { link: found, connection } = answer.status;
    if (!found || connection !== 'dial') return otherConnection(subject, config);
    const detail = describeLink(found, now);
    return found.state === 'up'
      ? finding(subject, 'ok', detail)
      : finding(subject, 'failure', detail, linkAdvice);
  }
  const { identity, managerUrl } = await readIdentity(config, now);
  if (!identity || managerUrl === null) return finding(subject, 'warning', 'none before the enrollment');
  try {
    (await dialManager({ identity, proxy: proxyOf(config) }, new URL(managerUrl))).destroy();
    const detail = `none, as the agent does not answer; ${managerUrl} takes the connection for one`;
    return finding(subject, 'warning', detail);
  } catch (error) {
    return finding(subject, 'failure', (error as Error).message, linkAdvice);
  }
};

const linkAdvice =
  'look at the reason, and at what is between: a firewall, or a proxy that ends TLS, which lets no link through';

/** The configuration was changed and the agent not yet started again. */
function otherConnection(subject: string, config: AgentConfig): Finding {
  const { connection } = config;
  const runsWith = connection === 'dial' ? 'listen' : 'dial';
  const origin = connectionOrigin(config);
  const detail = `the connection is "${connection}" ${origin}, and the running agent still goes by "${runsWith}"`;
  return finding(subject, 'failure', detail, 'systemctl restart fleetmend-agent');
}

/** Asks the manager which address it calls; that changes nothing there. */
const address: Check = async ({ config, now }) => {
  const subject = 'address';
  const agent = await askAgent(config.dataDir);
  if (agent.state === 'running' && agent.status.connection === 'dial')
    return otherConnection(subject, config);
  const { identity, managerUrl } = await readIdentity(config, now);
  if (!identity || managerUrl === null) return finding(subject, 'warning', 'none is known to a manager yet');
  const proxyUsed = proxyOf(config);
  const present = config.advertiseAddress ?? (await addressTowards(new URL(managerUrl), proxyUsed));
  const { toldAddress: told } = await identity.store.readState();
  try {
    const { ip_address: called, port } = await reportAddress(
      identity,
      { managerUrl, ...routeOf(config) },
      null,
    );
    const detail = `the manager calls ${called}, port ${port}`;
    if (called === present || ownAddresses().includes(called)) return finding(subject, 'ok', detail);
    const heardMs = agent.state === 'running' ? lastHeardMs(agent.status) : null;
    if (heardMs !== null && now.getTime() - heardMs <= quietAfterMs)
      return finding(subject, 'ok', `${detail}, which is no address of this host, and its calls arrive`);
    const known =
      told && told.address === present
        ? addressProblem(told.address, { ...told, ip_address: called, port })
        : null;
    const advice =
      known ??
      'the running agent reports it within a minute; see journalctl -u fleetmend-agent for the result';
    return finding(
      subject,
      'failure',
      `${detail}, and this host has ${present ?? 'no address on the way there'}`,
      advice,
    );
  } catch (error) {
    if (!(error instanceof ManagerCallError)) throw error;
    return finding(subject, 'warning', `which one the manager calls is not known: ${error.message}`);
  }
};

const service: Check = async ({ config }) => {
  const { state } = await askAgent(config.dataDir);
  if (state === 'running') return finding('agent', 'ok', 'running');
  if (state === 'starting') return finding('agent', 'warning', 'running, but not yet ready');
  const advice = 'systemctl start fleetmend-agent; journalctl -u fleetmend-agent says why it ended';
  if (state === 'stopped') return finding('agent', 'failure', 'not running', advice);
  return finding(
    'agent',
    'failure',
    state === 'forbidden' ? 'only root may ask it' : 'it does not answer',
    advice,
  );
};

const polls: Check = async ({ config, now }) => {
  const answer = await askAgent(config.dataDir);
  if (answer.state !== 'running')
    return finding('polls', 'warning', 'not known, because the agent does not answer');
  const heardMs = lastHeardMs(answer.status);
  const sinceMs = heardMs ?? Date.parse(answer.status.started_at);
  const since = ago(new Date(sinceMs).toISOString(), now);
  if (now.getTime() - sinceMs <= quietAfterMs)
    return finding('polls', 'ok', heardMs === null ? `none in the ${since} since the start` : `${since} ago`);
  const { listen, port, link: found } = answer.status;
  if (found)
    return finding('polls', 'failure', `nothing for ${since}`, 'the calls come over the link: see there');
  const advice = `the manager must reach this host at port ${port} (the agent listens on ${listen}): look for a firewall`;
  return finding('polls', 'failure', `nothing for ${since}`, advice);
};

const problems: Check = async ({ config }) => {
  const answer = await askAgent(config.dataDir);
  const found = answer.state === 'running' ? answer.status.problems : [];
  if (found.length === 0) return finding('problems', 'ok', 'the agent knows of none');
  return finding('problems', 'failure', found.map(({ code, message }) => `${code}: ${message}`).join('; '));
};

const allChecks: readonly Check[] = [
  privileges,
  dataDirectory,
  disk,
  packages,
  enrollment,
  certificate,
  service,
  proxy,
  manager,
  address,
  polls,
  problems,
];

const checksOf: Readonly<Record<Connection, readonly Check[]>> = {
  listen: allChecks,
  dial: allChecks.map((check) => (check === address ? link : check)),
};

/**
 * Without access to the data directory only `privileges` is checked: every other check would report its files as
 * missing.
 */
export function doctorChecks({ dataDir, connection }: AgentConfig): readonly Check[] {
  try {
    accessSync(join(dataDir, 'identity'), constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return [privileges];
  }
  return checksOf[connection];
}
