// Generated from openapi/ by `npm run generate`; never edited.
export interface ValidatorIssue { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }
export interface Validator { (data: unknown): boolean; errors?: ValidatorIssue[] | null }
export const getHealthQuery: Validator;
export const listPackagesQuery: Validator;
export const updatePackagesQuery: Validator;
export const installPackagesQuery: Validator;
export const removePackagesQuery: Validator;
export const updateAgentQuery: Validator;
export const listPatchesQuery: Validator;
export const applyPatchesQuery: Validator;
export const refreshPatchesQuery: Validator;
export const getSystemInfoQuery: Validator;
export const getServiceStatusQuery: Validator;
export const rebootSystemQuery: Validator;
export const changeConnectionQuery: Validator;
export const createCsrQuery: Validator;
export const installCertificateQuery: Validator;
export const getTrustQuery: Validator;
export const installTrustQuery: Validator;
export const listJobsQuery: Validator;
export const getJobQuery: Validator;
export const deleteJobQuery: Validator;
export const rollbackJobQuery: Validator;
export const cancelJobQuery: Validator;
export const getJobLogsQuery: Validator;
export const followJobQuery: Validator;
export const streamJobsQuery: Validator;
