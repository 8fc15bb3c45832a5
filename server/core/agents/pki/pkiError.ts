export type PkiErrorCode =
  | 'CSR_INVALID'
  | 'KEY_INVALID'
  | 'KEY_UNSUPPORTED'
  | 'NAME_INVALID'
  | 'CERTIFICATE_INVALID'
  | 'AUTHORITY_REFUSED';

/** Input that the CA refuses; the calling services map `code` to the contract's errors. */
export class PkiError extends Error {
  readonly code: PkiErrorCode;

  constructor(code: PkiErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PkiError';
    this.code = code;
  }
}
