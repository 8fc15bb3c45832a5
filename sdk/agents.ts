/** Certificates of hosts and calls to their agents: the types of the core feature `agents`, which a plugin that requires it reaches by `ctx.core.agents`. */
export type * from '../server/core/agents/api.ts';
