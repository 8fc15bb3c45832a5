// Generated from openapi/ by `npm run generate`; never edited.
export interface ValidatorIssue { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }
export interface Validator { (data: unknown): boolean; errors?: ValidatorIssue[] | null }
export const getHealthAnswer: Validator;
export const listPackagesAnswer: Validator;
export const updatePackagesAnswer: Validator;
export const installPackagesAnswer: Validator;
export const removePackagesAnswer: Validator;
export const updateAgentAnswer: Validator;
export const listPatchesAnswer: Validator;
export const applyPatchesAnswer: Validator;
export const refreshPatchesAnswer: Validator;
export const getSystemInfoAnswer: Validator;
export const getServiceStatusAnswer: Validator;
export const rebootSystemAnswer: Validator;
export const changeConnectionAnswer: Validator;
export const createCsrAnswer: Validator;
export const installCertificateAnswer: Validator;
export const getTrustAnswer: Validator;
export const installTrustAnswer: Validator;
export const listJobsAnswer: Validator;
export const getJobAnswer: Validator;
export const deleteJobAnswer: Validator;
export const rollbackJobAnswer: Validator;
export const cancelJobAnswer: Validator;
export const getJobLogsAnswer: Validator;
export const jobEvent: Validator;
export const jobEnd: Validator;
