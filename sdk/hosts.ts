/** Hosts, their groups, packages and standing: the types of the core feature `hosts`, which a plugin that requires it reaches by `ctx.core.hosts`. */
export type * from '../server/core/hosts/api.ts';
