/** Subcommands of the manager's program. */
export { accountByName } from '../server/core/identity/commands.ts';
export { UsageError } from '../server/kernel/boot/commands.ts';
export type { Command, CommandContext } from '../server/kernel/boot/feature.ts';
