import { AppError } from '../../../shared/wire/appError.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import { pluginFields } from '../domain/jobSpec.ts';
import type { CreateQuestion } from '../events.ts';

/**
 * Asks the plugins about a job that is to be written, outside of any transaction. Throws the error with which a plugin
 * refuses it, and PLUGIN_DISABLED (409) for the first field that only a plugin can honour and that none has named: a
 * job never silently runs without the field.
 */
export async function askBeforeCreate(hooks: Context['hooks'], question: CreateQuestion): Promise<void> {
  const answers = await hooks.ask('patching.beforeCreate', question);
  const served = new Set(answers.flatMap(({ answer }) => answer.fields ?? []));
  const field = pluginFields(question.spec).find((name) => !served.has(name));
  if (!field) return;
  const message = `The field ${field} needs a feature that is switched off on this manager.`;
  throw new AppError('PLUGIN_DISABLED', { status: 409, message, details: { field } });
}
