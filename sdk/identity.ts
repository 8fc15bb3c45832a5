/** Who may sign in, accounts, sessions, and how they are proved: the types of the core feature `identity`, which a plugin that requires it reaches by `ctx.core.identity`. */
export type * from '../server/core/identity/api.ts';
