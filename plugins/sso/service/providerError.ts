import { AppError } from '#sdk';

export type ProviderFault =
  /** An address that the manager never calls, whoever names it. */
  | 'address'
  /** No answer, or none that could be read. */
  | 'unreachable'
  /** An answer that failed verification, or a refusal. */
  | 'refused';

/** What went wrong with a provider; the message is for administrators, and quotes no answer. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ProviderError';
    this.fault = fault;
  }

  /** The error for the person who signs in. The details are only in the log, for strangers see this. */
  toAppError(): AppError {
    const code = this.fault === 'refused' ? 'SSO_REFUSED' : 'SSO_PROVIDER_UNREACHABLE';
    return new AppError(code, {}, { cause: this });
  }
}
