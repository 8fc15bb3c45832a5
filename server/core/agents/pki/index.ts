/** The certificate authority's mechanics, without database or clock. Policy and storage are in its callers. */
export { createKeyPair } from './keys.ts';
export type { KeyPairPem } from './keys.ts';
export { createRootCertificate, crossSign, issueLeaf, leafLifeDays, rootLifeYears } from './certificate.ts';
export type { Authority, IssuedCertificate, LeafOptions, LeafProfile, RootOptions } from './certificate.ts';
export { parseCsr } from './csr.ts';
export type { CsrKey } from './csr.ts';
export { crlLifeDays, signCrl } from './crl.ts';
export type { CrlOptions, Revocation, RevocationReason } from './crl.ts';
export { certificateFingerprint, describeCertificate, publicKeyPin } from './describe.ts';
export type { CertificateDescription, CertificateKind } from './describe.ts';
export { judgeOwnAuthority } from './ownAuthority.ts';
export type { OwnAuthority } from './ownAuthority.ts';
export { pathLengthOf } from './readExtensions.ts';
export { PkiError } from './pkiError.ts';
export type { PkiErrorCode } from './pkiError.ts';
