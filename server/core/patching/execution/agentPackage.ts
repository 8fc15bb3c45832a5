import type { Context } from '#server/kernel/boot/feature.ts';
import type { Failure } from '../domain/decide.ts';
import type { AgentPackage } from '../events.ts';
import type { HostPlatform } from '../ports.ts';

/** The package that this manager serves for a host, or why it has none for it. */
export async function agentPackageFor(
  { hooks }: Pick<Context, 'hooks'>,
  platform: HostPlatform | null,
): Promise<AgentPackage | { failure: Failure }> {
  if (platform === null)
    return none(
      'It is not known which package this host takes: its agent has not reported yet. Poll it, then retry.',
    );
  const offered = (await hooks.ask('patching.agentPackages', null)).flatMap(({ answer }) => answer);
  const agent = offered.find(({ format, arch }) => format === platform.format && arch === platform.arch);
  if (agent) return agent;
  return none(
    `This manager serves no agent as .${platform.format} for ${platform.arch}. Install the package with the agents for that processor beside the manager, or run npm run package:agent in a clone; then retry.`,
  );
}

const none = (message: string): { failure: Failure } => ({
  failure: { code: 'NO_AGENT_PACKAGE', message, retryable: false },
});
