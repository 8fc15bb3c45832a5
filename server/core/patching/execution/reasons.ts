import { agentErrors } from '#server/shared/wire/agentErrors.ts';
import { isWord } from '#server/shared/wire/words.ts';

const MAX_SENTENCE = 500;

/** The reasons that the engine itself gives for a job or a host. */
const OWN: ReadonlySet<string> = new Set([
  'AGENT_ERROR',
  'AGENT_JOB_LOST',
  'AGENT_TOO_OLD',
  'CANCELLED_ON_HOST',
  'CERTIFICATE_INVALID',
  'CLOCK_SKEW',
  'CONTACT_LOST',
  'DUPLICATE_IDENTITY',
  'ENDING',
  'FAILURE_BUDGET_USED',
  'GATE_FAILED',
  'HOST_BUSY',
  'HOST_REMOVED',
  'NO_AGENT_PACKAGE',
  'HOST_UNHEALTHY',
  'HOST_UNREACHABLE',
  'JOB_ENDED',
  'MAINTENANCE_MODE',
  'NOTHING_TO_DO',
  'PLAN_TOO_LARGE',
  'REBOOT_CANCELLED',
  'REBOOT_TIMEOUT',
  'UNVERIFIED',
  'ACCEPTED',
  'TAG_TAKEN',
  'TAG_UNHEALTHY',
  'WAVE_NOT_PASSED',
  'SECURITY_PINNED',
  'SECURITY_UNKNOWN',
  ...Object.keys(agentErrors),
]);

/**
 * The codes by which plugins say why a host waits or failed, each with a sentence for people who do not know the code.
 * A plugin declares its codes when it is set up; to give any other code is a defect of that plugin.
 */
export class Reasons {
  /** All codes there are, those of plugins that are set up later too: it grows. */
  readonly codes = new Set<string>(OWN);
  readonly #declared = new Map<string, { plugin: string; sentence: string }>();

  /** Throws for a malformed code, a missing sentence, or a code that belongs to somebody else: then the boot fails. */
  declare(plugin: string, sentences: Readonly<Record<string, string>>): void {
    for (const [code, sentence] of Object.entries(sentences)) {
      if (!isWord(code)) throw new Error(`the reason ${code} is no code`);
      if (sentence.trim() === '' || sentence.length > MAX_SENTENCE)
        throw new Error(`the reason ${code} needs a sentence of at most ${MAX_SENTENCE} characters`);
      const owner = OWN.has(code) ? 'patching' : this.#declared.get(code)?.plugin;
      if (owner && owner !== plugin) throw new Error(`the reason ${code} belongs to ${owner}`);
      this.codes.add(code);
      this.#declared.set(code, { plugin, sentence });
    }
  }

  /** Null: the plugin has not declared the code. */
  sentenceOf(plugin: string, code: string): string | null {
    const declared = this.#declared.get(code);
    return declared?.plugin === plugin ? declared.sentence : null;
  }
}
