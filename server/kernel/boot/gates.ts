import { systemActor } from '../security/actor.ts';
import { BootError, stage } from './bootError.ts';
import type { AnyFeature, Context, Gate } from './feature.ts';

/**
 * Refuses the start when a gate is switched off that still has enabled rows: whoever set those up relies on it.
 * `allow_ungated` in the configuration names the gates that may stay open, which is audited at each start. Throws
 * BootError.
 */
export async function refuseOpenGates(off: readonly AnyFeature[], ctx: Context): Promise<void> {
  for (const { name, gate, migrations = [] } of off) {
    if (!gate || !(await wasUsed(migrations, ctx))) continue;
    const enabled = await stage(name, 'gate', () =>
      gate.enabled({ reader: ctx.db.reader, settings: ctx.settings }),
    );
    if (enabled === 0) continue;
    if (!ctx.config.allowUngated.includes(name)) throw refusal(name, gate, enabled);
    ctx.log.warn({ feature: name, enabled }, `a gate is switched off that has ${gate.by}`);
    await ctx.tx(
      async (tx) =>
        ctx.audit.record(tx, {
          actor: systemActor,
          address: null,
          action: 'plugin.left_ungated',
          resource: { kind: 'plugin', id: name, name },
          after: { enabled },
        }),
      { name: 'gate left open' },
    );
  }
}

/**
 * Whether the plugin's tables are there: before its first migration it has none; a plugin without migrations needs
 * none.
 */
async function wasUsed(migrations: NonNullable<AnyFeature['migrations']>, { db }: Context): Promise<boolean> {
  const names = migrations.map(({ name }) => name);
  if (names.length === 0) return true;
  return (await db.reader('kernel_migrations').whereIn('name', names).first('name')) !== undefined;
}

function refusal(name: string, { by }: Gate, enabled: number): BootError {
  return new BootError(
    name,
    'gate',
    new Error(
      `it is switched off, but there are ${by} (${enabled}), which would no longer be enforced; ` +
        `switch it on, remove them, or name it in allow_ungated`,
    ),
  );
}
