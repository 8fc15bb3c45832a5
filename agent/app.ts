import type { Agent, AgentDeps } from './deps.ts';

/** Builds the agent's engine from its parts; nothing runs before `start()`. */
export function createAgent(deps: AgentDeps): Agent {
  void deps;
  throw new Error('not built yet');
}
