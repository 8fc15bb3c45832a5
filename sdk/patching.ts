/** Jobs, their hosts and gates: the types of the core feature `patching`, which a plugin that requires it reaches by `ctx.core.patching`. */
export type * from '../server/core/patching/api.ts';
