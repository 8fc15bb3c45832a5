import { finding, type Finding } from '../../server/shared/doctor.ts';
import { proxyOf } from '../config/config.ts';
import type { AgentConfig } from '../config/table.ts';
import { ProxyError } from '../proxy/proxy.ts';
import { askAgent } from './askAgent.ts';
import { readIdentity } from './status.ts';

const subject = 'proxy';

/** Asks the proxy for a connection to the manager, and closes it: which hop fails, and why. */
export async function proxyFinding(config: AgentConfig, now: Date): Promise<Finding> {
  const own = proxyOf(config);
  const agent = await askAgent(config.dataDir);
  if (agent.state === 'running' && agent.status.proxy !== (own?.name ?? null)) {
    const detail = `the running agent goes through ${agent.status.proxy ?? 'none'}, the settings that this command reads say ${own?.name ?? 'none'}`;
    const advice =
      'set https_proxy in /etc/fleetmend/agent.toml, for a service has not the environment of your shell; then systemctl restart fleetmend-agent';
    return finding(subject, 'failure', detail, advice);
  }
  if (!own) return finding(subject, 'ok', 'none');
  const { managerUrl } = await readIdentity(config, now);
  if (managerUrl === null) return finding(subject, 'warning', `${own.name}: not asked without a manager_url`);
  const url = new URL(managerUrl);
  if (!own.serves(url))
    return finding(subject, 'ok', `${own.name}, and none for the manager: no_proxy covers ${url.hostname}`);
  try {
    (await own.open(url)).destroy();
    const detail = `${own.name} opens a way to ${url.host}`;
    if (own.ignored.length === 0) return finding(subject, 'ok', detail);
    const passedOver = `${detail}; no_proxy has entries that count for nothing: ${own.ignored.join(', ')}`;
    return finding(subject, 'warning', passedOver, 'a name counts for all names below it and for all ports');
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    return finding(subject, 'failure', error.message, error.advice);
  }
}
