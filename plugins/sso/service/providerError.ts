import { AppError } from '../../../server/plugin.ts';

export type ProviderFault =
  /** An address that the manager does not call, whoever names it. */
  | 'address'
  /** No answer, or none that could be read. */
  | 'unreachable'
  /** An answer that does not hold, or a refusal. */
  | 'refused';

/** What went wrong with a provider; the message is for administrators, and quotes no answer. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ProviderError';
    this.fault = fault;
  }

  /** As somebody is told who signs in; the words are for the log alone, for strangers see this. */
  toAppError(): AppError {
    const code = this.fault === 'refused' ? 'SSO_REFUSED' : 'SSO_PROVIDER_UNREACHABLE';
    return new AppError(code, {}, { cause: this });
  }
}
