// Generated from openapi/ by `npm run generate`; never edited.
export interface ValidatorIssue { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }
export interface Validator { (data: unknown): boolean; errors?: ValidatorIssue[] | null }
export const updatePackagesBody: Validator;
export const installPackagesBody: Validator;
export const removePackagesBody: Validator;
export const updateAgentBody: Validator;
export const applyPatchesBody: Validator;
export const rebootSystemBody: Validator;
export const changeConnectionBody: Validator;
export const installCertificateBody: Validator;
export const installTrustBody: Validator;
