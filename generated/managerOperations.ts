// Generated from openapi/ by `npm run generate`; never edited.

export const managerOperations = [
  {
    "operationId": "listHosts",
    "method": "get",
    "path": "/api/v1/hosts",
    "feature": "hosts",
    "permission": "hosts:read"
  },
  {
    "operationId": "createHost",
    "method": "post",
    "path": "/api/v1/hosts",
    "feature": "hosts",
    "permission": "hosts:edit",
    "location": "/api/v1/hosts/{host_id}"
  },
  {
    "operationId": "updateHosts",
    "method": "post",
    "path": "/api/v1/hosts/update",
    "feature": "hosts",
    "permission": "hosts:edit"
  },
  {
    "operationId": "getHost",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}",
    "feature": "hosts",
    "permission": "hosts:read"
  },
  {
    "operationId": "updateHost",
    "method": "put",
    "path": "/api/v1/hosts/{host_id}",
    "feature": "hosts",
    "permission": "hosts:edit"
  },
  {
    "operationId": "deleteHost",
    "method": "delete",
    "path": "/api/v1/hosts/{host_id}",
    "feature": "hosts",
    "permission": "hosts:delete",
    "fresh": true
  },
  {
    "operationId": "getHostValues",
    "method": "get",
    "path": "/api/v1/host-values",
    "feature": "hosts",
    "permission": "hosts:read"
  },
  {
    "operationId": "listHostPatches",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/patches",
    "feature": "hosts",
    "permission": "hosts:read"
  },
  {
    "operationId": "listGroups",
    "method": "get",
    "path": "/api/v1/groups",
    "feature": "hosts",
    "permission": "groups:read"
  },
  {
    "operationId": "createGroup",
    "method": "post",
    "path": "/api/v1/groups",
    "feature": "hosts",
    "permission": "groups:edit",
    "location": "/api/v1/groups/{group_id}"
  },
  {
    "operationId": "previewGroup",
    "method": "post",
    "path": "/api/v1/groups/preview",
    "feature": "hosts",
    "permission": "groups:edit"
  },
  {
    "operationId": "getGroup",
    "method": "get",
    "path": "/api/v1/groups/{group_id}",
    "feature": "hosts",
    "permission": "groups:read"
  },
  {
    "operationId": "updateGroup",
    "method": "put",
    "path": "/api/v1/groups/{group_id}",
    "feature": "hosts",
    "permission": "groups:edit"
  },
  {
    "operationId": "deleteGroup",
    "method": "delete",
    "path": "/api/v1/groups/{group_id}",
    "feature": "hosts",
    "permission": "groups:delete"
  },
  {
    "operationId": "listGroupHosts",
    "method": "get",
    "path": "/api/v1/groups/{group_id}/hosts",
    "feature": "hosts",
    "permission": "groups:read"
  },
  {
    "operationId": "addGroupHosts",
    "method": "post",
    "path": "/api/v1/groups/{group_id}/hosts",
    "feature": "hosts",
    "permission": "groups:edit"
  },
  {
    "operationId": "removeGroupHosts",
    "method": "post",
    "path": "/api/v1/groups/{group_id}/hosts/remove",
    "feature": "hosts",
    "permission": "groups:edit"
  },
  {
    "operationId": "removeGroupHost",
    "method": "delete",
    "path": "/api/v1/groups/{group_id}/hosts/{host_id}",
    "feature": "hosts",
    "permission": "groups:edit"
  },
  {
    "operationId": "listGroupChanges",
    "method": "get",
    "path": "/api/v1/group-changes",
    "feature": "hosts",
    "permission": "groups:read"
  },
  {
    "operationId": "decideGroupChanges",
    "method": "post",
    "path": "/api/v1/group-changes/decide",
    "feature": "hosts",
    "permission": "groups:confirm"
  },
  {
    "operationId": "login",
    "method": "post",
    "path": "/api/v1/auth/login",
    "feature": "identity",
    "permission": "public"
  },
  {
    "operationId": "logout",
    "method": "post",
    "path": "/api/v1/auth/logout",
    "feature": "identity",
    "permission": "public"
  },
  {
    "operationId": "refreshSession",
    "method": "post",
    "path": "/api/v1/auth/refresh",
    "feature": "identity",
    "permission": "public"
  },
  {
    "operationId": "forceChangePassword",
    "method": "post",
    "path": "/api/v1/auth/force-change-password",
    "feature": "identity",
    "permission": "public"
  },
  {
    "operationId": "reauthenticate",
    "method": "post",
    "path": "/api/v1/auth/reauthenticate",
    "feature": "identity",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "getOwnUser",
    "method": "get",
    "path": "/api/v1/users/me",
    "feature": "identity",
    "permission": "authenticated"
  },
  {
    "operationId": "getOwnPreferences",
    "method": "get",
    "path": "/api/v1/users/me/preferences",
    "feature": "identity",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "updateOwnPreferences",
    "method": "put",
    "path": "/api/v1/users/me/preferences",
    "feature": "identity",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "changeOwnPassword",
    "method": "put",
    "path": "/api/v1/users/me/password",
    "feature": "identity",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "getJobSummary",
    "method": "get",
    "path": "/api/v1/status/jobs",
    "feature": "patching",
    "permission": "jobs:read"
  },
  {
    "operationId": "listJobs",
    "method": "get",
    "path": "/api/v1/jobs",
    "feature": "patching",
    "permission": "jobs:read"
  },
  {
    "operationId": "createJob",
    "method": "post",
    "path": "/api/v1/jobs",
    "feature": "patching",
    "permission": "jobs:run",
    "location": "/api/v1/jobs/{job_id}"
  },
  {
    "operationId": "previewJob",
    "method": "post",
    "path": "/api/v1/jobs/preview",
    "feature": "patching",
    "permission": "jobs:read"
  },
  {
    "operationId": "getJob",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}",
    "feature": "patching",
    "permission": "jobs:read"
  },
  {
    "operationId": "cancelJob",
    "method": "post",
    "path": "/api/v1/jobs/{job_id}/cancel",
    "feature": "patching",
    "permission": "jobs:run",
    "location": "/api/v1/jobs/{job_id}"
  },
  {
    "operationId": "resumeJob",
    "method": "post",
    "path": "/api/v1/jobs/{job_id}/resume",
    "feature": "patching",
    "permission": "jobs:run",
    "location": "/api/v1/jobs/{job_id}"
  },
  {
    "operationId": "endJob",
    "method": "post",
    "path": "/api/v1/jobs/{job_id}/end",
    "feature": "patching",
    "permission": "jobs:run",
    "location": "/api/v1/jobs/{job_id}"
  },
  {
    "operationId": "rollbackJob",
    "method": "post",
    "path": "/api/v1/jobs/{job_id}/rollback",
    "feature": "patching",
    "permission": "jobs:run",
    "location": "/api/v1/jobs/{job_id}"
  },
  {
    "operationId": "retryJob",
    "method": "post",
    "path": "/api/v1/jobs/{job_id}/retry",
    "feature": "patching",
    "permission": "jobs:run",
    "location": "/api/v1/jobs/{job_id}"
  },
  {
    "operationId": "acceptJobHosts",
    "method": "post",
    "path": "/api/v1/jobs/{job_id}/accept",
    "feature": "patching",
    "permission": "jobs:run"
  },
  {
    "operationId": "listJobHosts",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}/hosts",
    "feature": "patching",
    "permission": "jobs:read"
  },
  {
    "operationId": "listJobHostSteps",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}/hosts/{host_id}/steps",
    "feature": "patching",
    "permission": "jobs:read"
  },
  {
    "operationId": "getJobHostLog",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}/hosts/{host_id}/log",
    "feature": "patching",
    "permission": "jobs:read"
  },
  {
    "operationId": "downloadJobHostLog",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}/hosts/{host_id}/log/text",
    "feature": "patching",
    "permission": "jobs:read"
  },
  {
    "operationId": "searchEverything",
    "method": "get",
    "path": "/api/v1/search",
    "feature": "search",
    "permission": "authenticated"
  },
  {
    "operationId": "getSettings",
    "method": "get",
    "path": "/api/v1/settings",
    "feature": "settings",
    "permission": "settings:manage"
  },
  {
    "operationId": "updateSettings",
    "method": "put",
    "path": "/api/v1/settings",
    "feature": "settings",
    "permission": "settings:manage"
  },
  {
    "operationId": "getUi",
    "method": "get",
    "path": "/api/v1/ui",
    "feature": "ui",
    "permission": "authenticated"
  },
  {
    "operationId": "listApprovals",
    "method": "get",
    "path": "/api/v1/approvals",
    "feature": "approvals",
    "permission": "jobs:read"
  },
  {
    "operationId": "requestApproval",
    "method": "post",
    "path": "/api/v1/approvals",
    "feature": "approvals",
    "permission": "jobs:run",
    "location": "/api/v1/approvals/{approval_id}"
  },
  {
    "operationId": "getApproval",
    "method": "get",
    "path": "/api/v1/approvals/{approval_id}",
    "feature": "approvals",
    "permission": "jobs:read"
  },
  {
    "operationId": "approveApproval",
    "method": "post",
    "path": "/api/v1/approvals/{approval_id}/approve",
    "feature": "approvals",
    "permission": "approvals:decide"
  },
  {
    "operationId": "denyApproval",
    "method": "post",
    "path": "/api/v1/approvals/{approval_id}/deny",
    "feature": "approvals",
    "permission": "approvals:decide"
  },
  {
    "operationId": "withdrawApproval",
    "method": "post",
    "path": "/api/v1/approvals/{approval_id}/withdraw",
    "feature": "approvals",
    "permission": "jobs:run"
  },
  {
    "operationId": "getJobApprovals",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}/approvals",
    "feature": "approvals",
    "permission": "jobs:read"
  },
  {
    "operationId": "listApprovalRules",
    "method": "get",
    "path": "/api/v1/approval-rules",
    "feature": "approvals",
    "permission": "jobs:read"
  },
  {
    "operationId": "createApprovalRule",
    "method": "post",
    "path": "/api/v1/approval-rules",
    "feature": "approvals",
    "permission": "approvals:manage",
    "fresh": true,
    "location": "/api/v1/approval-rules/{rule_id}"
  },
  {
    "operationId": "previewApprovalRule",
    "method": "post",
    "path": "/api/v1/approval-rules/preview",
    "feature": "approvals",
    "permission": "approvals:manage"
  },
  {
    "operationId": "getApprovalRule",
    "method": "get",
    "path": "/api/v1/approval-rules/{rule_id}",
    "feature": "approvals",
    "permission": "jobs:read"
  },
  {
    "operationId": "updateApprovalRule",
    "method": "put",
    "path": "/api/v1/approval-rules/{rule_id}",
    "feature": "approvals",
    "permission": "approvals:manage",
    "fresh": true,
    "location": "/api/v1/approval-rules/{rule_id}"
  },
  {
    "operationId": "deleteApprovalRule",
    "method": "delete",
    "path": "/api/v1/approval-rules/{rule_id}",
    "feature": "approvals",
    "permission": "approvals:manage",
    "fresh": true,
    "location": "/api/v1/approval-rules/{rule_id}"
  },
  {
    "operationId": "approveApprovalRuleChange",
    "method": "post",
    "path": "/api/v1/approval-rules/{rule_id}/change/approve",
    "feature": "approvals",
    "permission": "approvals:manage",
    "fresh": true
  },
  {
    "operationId": "denyApprovalRuleChange",
    "method": "post",
    "path": "/api/v1/approval-rules/{rule_id}/change/deny",
    "feature": "approvals",
    "permission": "approvals:manage",
    "fresh": true
  },
  {
    "operationId": "checkAuditIntegrity",
    "method": "post",
    "path": "/api/v1/settings/audit-integrity",
    "feature": "audit",
    "permission": "audit:read"
  },
  {
    "operationId": "listAuditRows",
    "method": "get",
    "path": "/api/v1/audit",
    "feature": "audit",
    "permission": "audit:read"
  },
  {
    "operationId": "exportAuditLog",
    "method": "get",
    "path": "/api/v1/audit/export",
    "feature": "audit",
    "permission": "audit:read"
  },
  {
    "operationId": "exportAuditLogCsv",
    "method": "get",
    "path": "/api/v1/audit/export/csv",
    "feature": "audit",
    "permission": "audit:read"
  },
  {
    "operationId": "listBackups",
    "method": "get",
    "path": "/api/v1/backups",
    "feature": "backups",
    "permission": "settings:manage"
  },
  {
    "operationId": "createBackup",
    "method": "post",
    "path": "/api/v1/backups",
    "feature": "backups",
    "permission": "settings:manage",
    "location": "/api/v1/backups/{backup_id}"
  },
  {
    "operationId": "getBackup",
    "method": "get",
    "path": "/api/v1/backups/{backup_id}",
    "feature": "backups",
    "permission": "settings:manage"
  },
  {
    "operationId": "listCertificates",
    "method": "get",
    "path": "/api/v1/certificates",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "getAuthority",
    "method": "get",
    "path": "/api/v1/ca",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "getRootCertificate",
    "method": "get",
    "path": "/api/v1/ca/root.crt",
    "feature": "certificates",
    "permission": "public",
    "anyAddress": true
  },
  {
    "operationId": "getRevocationList",
    "method": "get",
    "path": "/api/v1/ca/root.crl",
    "feature": "certificates",
    "permission": "public",
    "anyAddress": true
  },
  {
    "operationId": "getRotation",
    "method": "get",
    "path": "/api/v1/ca/rotation",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "beginRotation",
    "method": "post",
    "path": "/api/v1/ca/rotation",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true,
    "location": "/api/v1/ca/rotation"
  },
  {
    "operationId": "createAuthorityRequest",
    "method": "post",
    "path": "/api/v1/ca/request",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true,
    "location": "/api/v1/ca/rotation"
  },
  {
    "operationId": "deleteAuthorityRequest",
    "method": "delete",
    "path": "/api/v1/ca/request",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true
  },
  {
    "operationId": "beginOwnRotation",
    "method": "post",
    "path": "/api/v1/ca/rotation/own",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true,
    "location": "/api/v1/ca/rotation"
  },
  {
    "operationId": "pauseRotation",
    "method": "post",
    "path": "/api/v1/ca/rotation/pause",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "resumeRotation",
    "method": "post",
    "path": "/api/v1/ca/rotation/resume",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "goBackFromRotation",
    "method": "post",
    "path": "/api/v1/ca/rotation/go-back",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true
  },
  {
    "operationId": "finishRotation",
    "method": "post",
    "path": "/api/v1/ca/rotation/finish",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true
  },
  {
    "operationId": "listRotationHosts",
    "method": "get",
    "path": "/api/v1/ca/rotation/hosts",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "issueCertificate",
    "method": "post",
    "path": "/api/v1/hosts/{host_id}/certificates",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true,
    "location": "/api/v1/certificates/{certificate_id}"
  },
  {
    "operationId": "renewCertificate",
    "method": "post",
    "path": "/api/v1/certificates/{certificate_id}/renew",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "getCertificate",
    "method": "get",
    "path": "/api/v1/certificates/{certificate_id}",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "revokeCertificate",
    "method": "delete",
    "path": "/api/v1/certificates/{certificate_id}",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true
  },
  {
    "operationId": "getHostCertificate",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/client.crt",
    "feature": "certificates",
    "permission": "certificates:manage"
  },
  {
    "operationId": "reissueCertificate",
    "method": "post",
    "path": "/api/v1/hosts/{host_id}/certificates/reissue",
    "feature": "certificates",
    "permission": "certificates:manage",
    "fresh": true
  },
  {
    "operationId": "exportConfiguration",
    "method": "get",
    "path": "/api/v1/configuration",
    "feature": "configuration",
    "permission": "configuration:read"
  },
  {
    "operationId": "planConfigurationImport",
    "method": "post",
    "path": "/api/v1/configuration/plan",
    "feature": "configuration",
    "permission": "configuration:read"
  },
  {
    "operationId": "importConfiguration",
    "method": "post",
    "path": "/api/v1/configuration/import",
    "feature": "configuration",
    "permission": "settings:manage",
    "fresh": true
  },
  {
    "operationId": "createEnrollment",
    "method": "post",
    "path": "/api/v1/enroll",
    "feature": "enrollment",
    "permission": "public",
    "anyAddress": true,
    "location": "/api/v1/enroll/status"
  },
  {
    "operationId": "getEnrollmentStatus",
    "method": "get",
    "path": "/api/v1/enroll/status",
    "feature": "enrollment",
    "permission": "polling-token",
    "anyAddress": true
  },
  {
    "operationId": "renewEnrollment",
    "method": "post",
    "path": "/api/v1/enroll/renew",
    "feature": "enrollment",
    "permission": "agent-signature",
    "anyAddress": true
  },
  {
    "operationId": "reportAddress",
    "method": "post",
    "path": "/api/v1/enroll/address",
    "feature": "enrollment",
    "permission": "agent-signature",
    "anyAddress": true
  },
  {
    "operationId": "listEnrollments",
    "method": "get",
    "path": "/api/v1/admin/enrollments",
    "feature": "enrollment",
    "permission": "enrollment:manage"
  },
  {
    "operationId": "listDecidedEnrollments",
    "method": "get",
    "path": "/api/v1/admin/decided-enrollments",
    "feature": "enrollment",
    "permission": "enrollment:manage"
  },
  {
    "operationId": "decideEnrollments",
    "method": "post",
    "path": "/api/v1/admin/enrollments/decide",
    "feature": "enrollment",
    "permission": "enrollment:manage"
  },
  {
    "operationId": "approveEnrollment",
    "method": "post",
    "path": "/api/v1/admin/enrollments/{enrollment_id}/approve",
    "feature": "enrollment",
    "permission": "enrollment:manage"
  },
  {
    "operationId": "denyEnrollment",
    "method": "delete",
    "path": "/api/v1/admin/enrollments/{enrollment_id}/deny",
    "feature": "enrollment",
    "permission": "enrollment:manage"
  },
  {
    "operationId": "listEnrollmentTokens",
    "method": "get",
    "path": "/api/v1/admin/enrollment-tokens",
    "feature": "enrollment",
    "permission": "enrollment:manage"
  },
  {
    "operationId": "createEnrollmentToken",
    "method": "post",
    "path": "/api/v1/admin/enrollment-tokens",
    "feature": "enrollment",
    "permission": "enrollment:manage",
    "location": "/api/v1/admin/enrollment-tokens/{token_id}"
  },
  {
    "operationId": "getEnrollmentToken",
    "method": "get",
    "path": "/api/v1/admin/enrollment-tokens/{token_id}",
    "feature": "enrollment",
    "permission": "enrollment:manage"
  },
  {
    "operationId": "deleteEnrollmentToken",
    "method": "delete",
    "path": "/api/v1/admin/enrollment-tokens/{token_id}",
    "feature": "enrollment",
    "permission": "enrollment:manage"
  },
  {
    "operationId": "getInstaller",
    "method": "get",
    "path": "/api/v1/admin/installer",
    "feature": "enrollment",
    "permission": "authenticated"
  },
  {
    "operationId": "getInstallScript",
    "method": "get",
    "path": "/install.sh",
    "feature": "enrollment",
    "permission": "public",
    "anyAddress": true,
    "conditional": true
  },
  {
    "operationId": "getAgentPackage",
    "method": "get",
    "path": "/api/v1/enroll/packages/{name}",
    "feature": "enrollment",
    "permission": "public",
    "anyAddress": true,
    "conditional": true
  },
  {
    "operationId": "getExposure",
    "method": "get",
    "path": "/api/v1/exposure",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "listCves",
    "method": "get",
    "path": "/api/v1/exposure/cves",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "getCve",
    "method": "get",
    "path": "/api/v1/exposure/cves/{cve}",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "listCveHosts",
    "method": "get",
    "path": "/api/v1/exposure/cves/{cve}/hosts",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "listRankedPackages",
    "method": "get",
    "path": "/api/v1/exposure/order",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "listAdvisories",
    "method": "get",
    "path": "/api/v1/exposure/advisories",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "getAdvisory",
    "method": "get",
    "path": "/api/v1/exposure/advisories/{advisory_id}",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "listExposurePatches",
    "method": "get",
    "path": "/api/v1/exposure/patches",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "listServiceLevelBreaches",
    "method": "get",
    "path": "/api/v1/exposure/breaches",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "listExposureExceptions",
    "method": "get",
    "path": "/api/v1/exposure/exceptions",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "createExposureException",
    "method": "post",
    "path": "/api/v1/exposure/exceptions",
    "feature": "exposure",
    "permission": "exposure:except",
    "location": "/api/v1/exposure/exceptions/{exception_id}"
  },
  {
    "operationId": "getExposureException",
    "method": "get",
    "path": "/api/v1/exposure/exceptions/{exception_id}",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "deleteExposureException",
    "method": "delete",
    "path": "/api/v1/exposure/exceptions/{exception_id}",
    "feature": "exposure",
    "permission": "exposure:except"
  },
  {
    "operationId": "listExposureDataSets",
    "method": "get",
    "path": "/api/v1/exposure/data-sets",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "getExposureDataSet",
    "method": "get",
    "path": "/api/v1/exposure/data-sets/{kind}",
    "feature": "exposure",
    "permission": "exposure:read"
  },
  {
    "operationId": "importExposureDataSet",
    "method": "put",
    "path": "/api/v1/exposure/data-sets/{kind}",
    "feature": "exposure",
    "permission": "exposure:import",
    "rawBodyBytes": 201326592
  },
  {
    "operationId": "fetchExposureDataSet",
    "method": "post",
    "path": "/api/v1/exposure/data-sets/{kind}/fetch",
    "feature": "exposure",
    "permission": "exposure:import"
  },
  {
    "operationId": "getFleetStatus",
    "method": "get",
    "path": "/api/v1/status/fleet",
    "feature": "fleet",
    "permission": "fleet:read"
  },
  {
    "operationId": "getFleetHistory",
    "method": "get",
    "path": "/api/v1/status/fleet/history",
    "feature": "fleet",
    "permission": "fleet:read"
  },
  {
    "operationId": "getServiceHealth",
    "method": "get",
    "path": "/api/v1/status/health",
    "feature": "fleet",
    "permission": "public",
    "anyAddress": true
  },
  {
    "operationId": "getServiceReadiness",
    "method": "get",
    "path": "/api/v1/status/ready",
    "feature": "fleet",
    "permission": "public",
    "anyAddress": true
  },
  {
    "operationId": "listHealthChecks",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/health-checks",
    "feature": "health-checks",
    "permission": "checks:read"
  },
  {
    "operationId": "createHealthCheck",
    "method": "post",
    "path": "/api/v1/hosts/{host_id}/health-checks",
    "feature": "health-checks",
    "permission": "checks:edit",
    "location": "/api/v1/hosts/{host_id}/health-checks/{check_id}"
  },
  {
    "operationId": "getHealthCheck",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/health-checks/{check_id}",
    "feature": "health-checks",
    "permission": "checks:read"
  },
  {
    "operationId": "updateHealthCheck",
    "method": "put",
    "path": "/api/v1/hosts/{host_id}/health-checks/{check_id}",
    "feature": "health-checks",
    "permission": "checks:edit"
  },
  {
    "operationId": "deleteHealthCheck",
    "method": "delete",
    "path": "/api/v1/hosts/{host_id}/health-checks/{check_id}",
    "feature": "health-checks",
    "permission": "checks:edit"
  },
  {
    "operationId": "testHealthCheck",
    "method": "post",
    "path": "/api/v1/hosts/{host_id}/health-checks/{check_id}/test",
    "feature": "health-checks",
    "permission": "checks:edit"
  },
  {
    "operationId": "listHealthCheckChanges",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/health-checks/{check_id}/history",
    "feature": "health-checks",
    "permission": "checks:read"
  },
  {
    "operationId": "listGroupHealthChecks",
    "method": "get",
    "path": "/api/v1/groups/{group_id}/health-checks",
    "feature": "health-checks",
    "permission": "checks:read"
  },
  {
    "operationId": "createGroupHealthCheck",
    "method": "post",
    "path": "/api/v1/groups/{group_id}/health-checks",
    "feature": "health-checks",
    "permission": "checks:edit",
    "location": "/api/v1/groups/{group_id}/health-checks/{check_id}"
  },
  {
    "operationId": "getGroupHealthCheck",
    "method": "get",
    "path": "/api/v1/groups/{group_id}/health-checks/{check_id}",
    "feature": "health-checks",
    "permission": "checks:read"
  },
  {
    "operationId": "updateGroupHealthCheck",
    "method": "put",
    "path": "/api/v1/groups/{group_id}/health-checks/{check_id}",
    "feature": "health-checks",
    "permission": "checks:edit"
  },
  {
    "operationId": "deleteGroupHealthCheck",
    "method": "delete",
    "path": "/api/v1/groups/{group_id}/health-checks/{check_id}",
    "feature": "health-checks",
    "permission": "checks:edit"
  },
  {
    "operationId": "listFleetHealthChecks",
    "method": "get",
    "path": "/api/v1/health-checks",
    "feature": "health-checks",
    "permission": "checks:read"
  },
  {
    "operationId": "listHealthCheckResults",
    "method": "get",
    "path": "/api/v1/health-checks/results",
    "feature": "health-checks",
    "permission": "checks:read"
  },
  {
    "operationId": "listHealthCheckOverrides",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}/health-check-overrides",
    "feature": "health-checks",
    "permission": "jobs:read"
  },
  {
    "operationId": "overrideHealthChecks",
    "method": "post",
    "path": "/api/v1/jobs/{job_id}/health-check-overrides",
    "feature": "health-checks",
    "permission": "checks:override",
    "fresh": true,
    "location": "/api/v1/jobs/{job_id}/health-check-overrides"
  },
  {
    "operationId": "getIpAllowList",
    "method": "get",
    "path": "/api/v1/settings/ip-whitelist",
    "feature": "ip-allow-list",
    "permission": "settings:manage"
  },
  {
    "operationId": "updateIpAllowList",
    "method": "put",
    "path": "/api/v1/settings/ip-whitelist",
    "feature": "ip-allow-list",
    "permission": "settings:manage",
    "fresh": true
  },
  {
    "operationId": "createWsTicket",
    "method": "post",
    "path": "/api/v1/ws/ticket",
    "feature": "live",
    "permission": "jobs:read",
    "location": "/api/v1/ws/jobs"
  },
  {
    "operationId": "openJobStream",
    "method": "get",
    "path": "/api/v1/ws/jobs",
    "feature": "live",
    "permission": "ticket"
  },
  {
    "operationId": "listAllWindows",
    "method": "get",
    "path": "/api/v1/maintenance-windows",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "listOpenings",
    "method": "get",
    "path": "/api/v1/maintenance-windows/openings",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "previewWindow",
    "method": "post",
    "path": "/api/v1/maintenance-windows/preview",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "listWindowOutlooks",
    "method": "get",
    "path": "/api/v1/maintenance-windows/outlooks",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "previewRunWindows",
    "method": "post",
    "path": "/api/v1/maintenance-windows/preview-runs",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "listFreezes",
    "method": "get",
    "path": "/api/v1/freezes",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "createFreeze",
    "method": "post",
    "path": "/api/v1/freezes",
    "feature": "maintenance-windows",
    "permission": "freezes:edit",
    "location": "/api/v1/freezes/{freeze_id}"
  },
  {
    "operationId": "getFreeze",
    "method": "get",
    "path": "/api/v1/freezes/{freeze_id}",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "updateFreeze",
    "method": "put",
    "path": "/api/v1/freezes/{freeze_id}",
    "feature": "maintenance-windows",
    "permission": "freezes:edit"
  },
  {
    "operationId": "deleteFreeze",
    "method": "delete",
    "path": "/api/v1/freezes/{freeze_id}",
    "feature": "maintenance-windows",
    "permission": "freezes:edit"
  },
  {
    "operationId": "listWindowOverrides",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}/window-overrides",
    "feature": "maintenance-windows",
    "permission": "jobs:read"
  },
  {
    "operationId": "overrideWindows",
    "method": "post",
    "path": "/api/v1/jobs/{job_id}/window-overrides",
    "feature": "maintenance-windows",
    "permission": "windows:override",
    "fresh": true,
    "location": "/api/v1/jobs/{job_id}/window-overrides"
  },
  {
    "operationId": "listHostWindows",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/maintenance-windows",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "createHostWindow",
    "method": "post",
    "path": "/api/v1/hosts/{host_id}/maintenance-windows",
    "feature": "maintenance-windows",
    "permission": "windows:edit",
    "location": "/api/v1/hosts/{host_id}/maintenance-windows/{window_id}"
  },
  {
    "operationId": "getHostWindow",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/maintenance-windows/{window_id}",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "updateHostWindow",
    "method": "put",
    "path": "/api/v1/hosts/{host_id}/maintenance-windows/{window_id}",
    "feature": "maintenance-windows",
    "permission": "windows:edit"
  },
  {
    "operationId": "deleteHostWindow",
    "method": "delete",
    "path": "/api/v1/hosts/{host_id}/maintenance-windows/{window_id}",
    "feature": "maintenance-windows",
    "permission": "windows:edit"
  },
  {
    "operationId": "listGroupWindows",
    "method": "get",
    "path": "/api/v1/groups/{group_id}/maintenance-windows",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "createGroupWindow",
    "method": "post",
    "path": "/api/v1/groups/{group_id}/maintenance-windows",
    "feature": "maintenance-windows",
    "permission": "windows:edit",
    "location": "/api/v1/groups/{group_id}/maintenance-windows/{window_id}"
  },
  {
    "operationId": "getGroupWindow",
    "method": "get",
    "path": "/api/v1/groups/{group_id}/maintenance-windows/{window_id}",
    "feature": "maintenance-windows",
    "permission": "windows:read"
  },
  {
    "operationId": "updateGroupWindow",
    "method": "put",
    "path": "/api/v1/groups/{group_id}/maintenance-windows/{window_id}",
    "feature": "maintenance-windows",
    "permission": "windows:edit"
  },
  {
    "operationId": "deleteGroupWindow",
    "method": "delete",
    "path": "/api/v1/groups/{group_id}/maintenance-windows/{window_id}",
    "feature": "maintenance-windows",
    "permission": "windows:edit"
  },
  {
    "operationId": "getMetrics",
    "method": "get",
    "path": "/api/v1/metrics",
    "feature": "metrics",
    "permission": "metrics:read"
  },
  {
    "operationId": "disableUserMfa",
    "method": "delete",
    "path": "/api/v1/users/{user_id}/mfa",
    "feature": "mfa",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "setupTotp",
    "method": "get",
    "path": "/api/v1/auth/mfa/setup",
    "feature": "mfa",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "verifyTotp",
    "method": "post",
    "path": "/api/v1/auth/mfa/verify",
    "feature": "mfa",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "renewRecoveryCodes",
    "method": "post",
    "path": "/api/v1/auth/mfa/recovery-codes",
    "feature": "mfa",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "getOwnMfa",
    "method": "get",
    "path": "/api/v1/auth/mfa",
    "feature": "mfa",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "disableOwnMfa",
    "method": "delete",
    "path": "/api/v1/auth/mfa",
    "feature": "mfa",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "disableTotp",
    "method": "delete",
    "path": "/api/v1/auth/mfa/totp",
    "feature": "mfa",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "startWebauthnAuthentication",
    "method": "post",
    "path": "/api/v1/auth/mfa/webauthn/authenticate/start",
    "feature": "mfa",
    "permission": "mfa"
  },
  {
    "operationId": "completeWebauthnAuthentication",
    "method": "post",
    "path": "/api/v1/auth/mfa/webauthn/authenticate/complete",
    "feature": "mfa",
    "permission": "mfa"
  },
  {
    "operationId": "listWebauthnCredentials",
    "method": "get",
    "path": "/api/v1/auth/mfa/webauthn/credentials",
    "feature": "mfa",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "startWebauthnRegistration",
    "method": "post",
    "path": "/api/v1/auth/mfa/webauthn/register/start",
    "feature": "mfa",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "completeWebauthnRegistration",
    "method": "post",
    "path": "/api/v1/auth/mfa/webauthn/register/complete",
    "feature": "mfa",
    "permission": "authenticated",
    "needsSession": true,
    "location": "/api/v1/auth/mfa/webauthn/credentials/{credential_id}"
  },
  {
    "operationId": "getWebauthnCredential",
    "method": "get",
    "path": "/api/v1/auth/mfa/webauthn/credentials/{credential_id}",
    "feature": "mfa",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "renameWebauthnCredential",
    "method": "put",
    "path": "/api/v1/auth/mfa/webauthn/credentials/{credential_id}",
    "feature": "mfa",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "deleteWebauthnCredential",
    "method": "delete",
    "path": "/api/v1/auth/mfa/webauthn/credentials/{credential_id}",
    "feature": "mfa",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "startReauthentication",
    "method": "post",
    "path": "/api/v1/auth/reauthenticate/start",
    "feature": "mfa",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "testSmtp",
    "method": "post",
    "path": "/api/v1/settings/smtp/test",
    "feature": "notifications",
    "permission": "settings:manage"
  },
  {
    "operationId": "getJobWatch",
    "method": "get",
    "path": "/api/v1/jobs/{job_id}/watch",
    "feature": "notifications",
    "permission": "jobs:read"
  },
  {
    "operationId": "watchJob",
    "method": "put",
    "path": "/api/v1/jobs/{job_id}/watch",
    "feature": "notifications",
    "permission": "jobs:read"
  },
  {
    "operationId": "deleteJobWatch",
    "method": "delete",
    "path": "/api/v1/jobs/{job_id}/watch",
    "feature": "notifications",
    "permission": "jobs:read"
  },
  {
    "operationId": "listWebhooks",
    "method": "get",
    "path": "/api/v1/webhooks",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "createWebhook",
    "method": "post",
    "path": "/api/v1/webhooks",
    "feature": "notifications",
    "permission": "notifications:manage",
    "fresh": true,
    "location": "/api/v1/webhooks/{webhook_id}"
  },
  {
    "operationId": "getWebhook",
    "method": "get",
    "path": "/api/v1/webhooks/{webhook_id}",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "updateWebhook",
    "method": "put",
    "path": "/api/v1/webhooks/{webhook_id}",
    "feature": "notifications",
    "permission": "notifications:manage",
    "fresh": true
  },
  {
    "operationId": "deleteWebhook",
    "method": "delete",
    "path": "/api/v1/webhooks/{webhook_id}",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "testWebhook",
    "method": "post",
    "path": "/api/v1/webhooks/{webhook_id}/test",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "getWebhookPreview",
    "method": "get",
    "path": "/api/v1/webhook-preview",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "listNotificationRules",
    "method": "get",
    "path": "/api/v1/notification-rules",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "createNotificationRule",
    "method": "post",
    "path": "/api/v1/notification-rules",
    "feature": "notifications",
    "permission": "notifications:manage",
    "fresh": true,
    "location": "/api/v1/notification-rules/{rule_id}"
  },
  {
    "operationId": "getNotificationRule",
    "method": "get",
    "path": "/api/v1/notification-rules/{rule_id}",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "updateNotificationRule",
    "method": "put",
    "path": "/api/v1/notification-rules/{rule_id}",
    "feature": "notifications",
    "permission": "notifications:manage",
    "fresh": true
  },
  {
    "operationId": "deleteNotificationRule",
    "method": "delete",
    "path": "/api/v1/notification-rules/{rule_id}",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "listNotificationDeliveries",
    "method": "get",
    "path": "/api/v1/notification-deliveries",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "sendNotificationAgain",
    "method": "post",
    "path": "/api/v1/notification-deliveries/{delivery_id}/send-again",
    "feature": "notifications",
    "permission": "notifications:manage"
  },
  {
    "operationId": "listHostPackages",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/packages",
    "feature": "packages",
    "permission": "hosts:read"
  },
  {
    "operationId": "listHostPackageChanges",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/packages/changes",
    "feature": "packages",
    "permission": "hosts:read"
  },
  {
    "operationId": "listHostPackageDifferences",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/packages/differences",
    "feature": "packages",
    "permission": "hosts:read"
  },
  {
    "operationId": "listGroupPackageDifferences",
    "method": "get",
    "path": "/api/v1/groups/{group_id}/package-differences",
    "feature": "packages",
    "permission": "hosts:read"
  },
  {
    "operationId": "listFleetPackages",
    "method": "get",
    "path": "/api/v1/packages",
    "feature": "packages",
    "permission": "hosts:read"
  },
  {
    "operationId": "listPackageVersions",
    "method": "get",
    "path": "/api/v1/packages/versions",
    "feature": "packages",
    "permission": "hosts:read"
  },
  {
    "operationId": "listPackageHosts",
    "method": "get",
    "path": "/api/v1/packages/hosts",
    "feature": "packages",
    "permission": "hosts:read"
  },
  {
    "operationId": "listPolicies",
    "method": "get",
    "path": "/api/v1/policies",
    "feature": "policies",
    "permission": "policies:read"
  },
  {
    "operationId": "createPolicy",
    "method": "post",
    "path": "/api/v1/policies",
    "feature": "policies",
    "permission": "policies:edit",
    "location": "/api/v1/policies/{policy_id}"
  },
  {
    "operationId": "previewPolicy",
    "method": "post",
    "path": "/api/v1/policies/preview",
    "feature": "policies",
    "permission": "policies:read"
  },
  {
    "operationId": "listUpcomingPolicyRuns",
    "method": "get",
    "path": "/api/v1/policies/upcoming-runs",
    "feature": "policies",
    "permission": "policies:read"
  },
  {
    "operationId": "getPolicy",
    "method": "get",
    "path": "/api/v1/policies/{policy_id}",
    "feature": "policies",
    "permission": "policies:read"
  },
  {
    "operationId": "updatePolicy",
    "method": "put",
    "path": "/api/v1/policies/{policy_id}",
    "feature": "policies",
    "permission": "policies:edit"
  },
  {
    "operationId": "deletePolicy",
    "method": "delete",
    "path": "/api/v1/policies/{policy_id}",
    "feature": "policies",
    "permission": "policies:edit"
  },
  {
    "operationId": "listPolicyRuns",
    "method": "get",
    "path": "/api/v1/policies/{policy_id}/runs",
    "feature": "policies",
    "permission": "policies:read"
  },
  {
    "operationId": "runPolicy",
    "method": "post",
    "path": "/api/v1/policies/{policy_id}/run",
    "feature": "policies",
    "permission": "jobs:run",
    "location": "/api/v1/policies/{policy_id}/runs"
  },
  {
    "operationId": "skipNextPolicyRun",
    "method": "post",
    "path": "/api/v1/policies/{policy_id}/skip-next",
    "feature": "policies",
    "permission": "policies:edit"
  },
  {
    "operationId": "unskipNextPolicyRun",
    "method": "delete",
    "path": "/api/v1/policies/{policy_id}/skip-next",
    "feature": "policies",
    "permission": "policies:edit"
  },
  {
    "operationId": "pausePolicy",
    "method": "post",
    "path": "/api/v1/policies/{policy_id}/pause",
    "feature": "policies",
    "permission": "policies:edit"
  },
  {
    "operationId": "resumePolicy",
    "method": "post",
    "path": "/api/v1/policies/{policy_id}/resume",
    "feature": "policies",
    "permission": "policies:edit"
  },
  {
    "operationId": "getHostOutlook",
    "method": "get",
    "path": "/api/v1/hosts/{host_id}/outlook",
    "feature": "policies",
    "permission": "policies:read"
  },
  {
    "operationId": "refreshHost",
    "method": "post",
    "path": "/api/v1/hosts/{host_id}/refresh",
    "feature": "polling",
    "permission": "hosts:refresh",
    "location": "/api/v1/hosts/{host_id}"
  },
  {
    "operationId": "listReportSchedules",
    "method": "get",
    "path": "/api/v1/report-schedules",
    "feature": "reports",
    "permission": "reports:schedule"
  },
  {
    "operationId": "createReportSchedule",
    "method": "post",
    "path": "/api/v1/report-schedules",
    "feature": "reports",
    "permission": "reports:schedule",
    "location": "/api/v1/report-schedules/{schedule_id}"
  },
  {
    "operationId": "previewReportSchedule",
    "method": "post",
    "path": "/api/v1/report-schedules/preview",
    "feature": "reports",
    "permission": "reports:schedule"
  },
  {
    "operationId": "getReportSchedule",
    "method": "get",
    "path": "/api/v1/report-schedules/{schedule_id}",
    "feature": "reports",
    "permission": "reports:schedule"
  },
  {
    "operationId": "updateReportSchedule",
    "method": "put",
    "path": "/api/v1/report-schedules/{schedule_id}",
    "feature": "reports",
    "permission": "reports:schedule"
  },
  {
    "operationId": "deleteReportSchedule",
    "method": "delete",
    "path": "/api/v1/report-schedules/{schedule_id}",
    "feature": "reports",
    "permission": "reports:schedule"
  },
  {
    "operationId": "runReportSchedule",
    "method": "post",
    "path": "/api/v1/report-schedules/{schedule_id}/run",
    "feature": "reports",
    "permission": "reports:schedule",
    "location": "/api/v1/report-schedules/{schedule_id}"
  },
  {
    "operationId": "downloadReport",
    "method": "get",
    "path": "/api/v1/reports/{report_type}",
    "feature": "reports",
    "permission": "reports:read"
  },
  {
    "operationId": "getReportFigures",
    "method": "get",
    "path": "/api/v1/reports/{report_type}/figures",
    "feature": "reports",
    "permission": "reports:read"
  },
  {
    "operationId": "listSavedViews",
    "method": "get",
    "path": "/api/v1/saved-views",
    "feature": "saved-views",
    "permission": "hosts:read"
  },
  {
    "operationId": "createSavedView",
    "method": "post",
    "path": "/api/v1/saved-views",
    "feature": "saved-views",
    "permission": "views:share",
    "location": "/api/v1/saved-views/{view_id}"
  },
  {
    "operationId": "getSavedView",
    "method": "get",
    "path": "/api/v1/saved-views/{view_id}",
    "feature": "saved-views",
    "permission": "hosts:read"
  },
  {
    "operationId": "updateSavedView",
    "method": "put",
    "path": "/api/v1/saved-views/{view_id}",
    "feature": "saved-views",
    "permission": "views:share"
  },
  {
    "operationId": "deleteSavedView",
    "method": "delete",
    "path": "/api/v1/saved-views/{view_id}",
    "feature": "saved-views",
    "permission": "views:share"
  },
  {
    "operationId": "getPublicSsoConfig",
    "method": "get",
    "path": "/api/v1/auth/sso/config",
    "feature": "sso",
    "permission": "public"
  },
  {
    "operationId": "startSsoLogin",
    "method": "get",
    "path": "/api/v1/auth/sso/login",
    "feature": "sso",
    "permission": "public",
    "errorPage": "/sign-in#sso_error="
  },
  {
    "operationId": "completeSsoLogin",
    "method": "get",
    "path": "/api/v1/auth/sso/callback",
    "feature": "sso",
    "permission": "public",
    "errorPage": "/sign-in#sso_error="
  },
  {
    "operationId": "exchangeSsoCode",
    "method": "post",
    "path": "/api/v1/auth/sso/exchange",
    "feature": "sso",
    "permission": "public"
  },
  {
    "operationId": "linkSso",
    "method": "post",
    "path": "/api/v1/auth/sso/link",
    "feature": "sso",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "unlinkSso",
    "method": "delete",
    "path": "/api/v1/auth/sso/link",
    "feature": "sso",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "reauthenticateBySso",
    "method": "post",
    "path": "/api/v1/auth/sso/reauthenticate",
    "feature": "sso",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "getLegacySsoConfig",
    "method": "get",
    "path": "/api/v1/auth/{legacy_provider}/config",
    "feature": "sso",
    "permission": "public"
  },
  {
    "operationId": "startLegacySsoLogin",
    "method": "get",
    "path": "/api/v1/auth/{legacy_provider}/login",
    "feature": "sso",
    "permission": "public",
    "errorPage": "/sign-in#sso_error="
  },
  {
    "operationId": "completeLegacySsoLogin",
    "method": "get",
    "path": "/api/v1/auth/{legacy_provider}/callback",
    "feature": "sso",
    "permission": "public",
    "errorPage": "/sign-in#sso_error="
  },
  {
    "operationId": "discoverOidc",
    "method": "post",
    "path": "/api/v1/settings/sso/discover",
    "feature": "sso",
    "permission": "settings:manage"
  },
  {
    "operationId": "testSso",
    "method": "post",
    "path": "/api/v1/settings/sso/test",
    "feature": "sso",
    "permission": "settings:manage"
  },
  {
    "operationId": "testLegacySso",
    "method": "post",
    "path": "/api/v1/settings/{legacy_provider}/test",
    "feature": "sso",
    "permission": "settings:manage"
  },
  {
    "operationId": "testTraces",
    "method": "post",
    "path": "/api/v1/settings/traces/test",
    "feature": "traces",
    "permission": "settings:manage"
  },
  {
    "operationId": "listUsers",
    "method": "get",
    "path": "/api/v1/users",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "createUser",
    "method": "post",
    "path": "/api/v1/users",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true,
    "location": "/api/v1/users/{user_id}"
  },
  {
    "operationId": "getUser",
    "method": "get",
    "path": "/api/v1/users/{user_id}",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "updateUser",
    "method": "put",
    "path": "/api/v1/users/{user_id}",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "deleteUser",
    "method": "delete",
    "path": "/api/v1/users/{user_id}",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "deleteUserSessions",
    "method": "post",
    "path": "/api/v1/users/{user_id}/revoke",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "resetUserPassword",
    "method": "put",
    "path": "/api/v1/users/{user_id}/password",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "listOwnApiTokens",
    "method": "get",
    "path": "/api/v1/users/me/tokens",
    "feature": "users",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "createOwnApiToken",
    "method": "post",
    "path": "/api/v1/users/me/tokens",
    "feature": "users",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true,
    "location": "/api/v1/users/me/tokens/{token_id}"
  },
  {
    "operationId": "getOwnApiToken",
    "method": "get",
    "path": "/api/v1/users/me/tokens/{token_id}",
    "feature": "users",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "deleteOwnApiToken",
    "method": "delete",
    "path": "/api/v1/users/me/tokens/{token_id}",
    "feature": "users",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "listOwnSessions",
    "method": "get",
    "path": "/api/v1/users/me/sessions",
    "feature": "users",
    "permission": "authenticated",
    "needsSession": true
  },
  {
    "operationId": "deleteOtherOwnSessions",
    "method": "delete",
    "path": "/api/v1/users/me/sessions",
    "feature": "users",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "deleteOwnSession",
    "method": "delete",
    "path": "/api/v1/users/me/sessions/{session_id}",
    "feature": "users",
    "permission": "authenticated",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "listUserSessions",
    "method": "get",
    "path": "/api/v1/users/{user_id}/sessions",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "deleteUserSession",
    "method": "delete",
    "path": "/api/v1/users/{user_id}/sessions/{session_id}",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "listUserApiTokens",
    "method": "get",
    "path": "/api/v1/users/{user_id}/tokens",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "getUserApiToken",
    "method": "get",
    "path": "/api/v1/users/{user_id}/tokens/{token_id}",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "deleteUserApiToken",
    "method": "delete",
    "path": "/api/v1/users/{user_id}/tokens/{token_id}",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "listPermissions",
    "method": "get",
    "path": "/api/v1/permissions",
    "feature": "users",
    "permission": "authenticated"
  },
  {
    "operationId": "listRoles",
    "method": "get",
    "path": "/api/v1/roles",
    "feature": "users",
    "permission": "users:manage",
    "needsSession": true
  },
  {
    "operationId": "createRole",
    "method": "post",
    "path": "/api/v1/roles",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true,
    "location": "/api/v1/roles/{role_name}"
  },
  {
    "operationId": "getRole",
    "method": "get",
    "path": "/api/v1/roles/{role_name}",
    "feature": "users",
    "permission": "users:manage",
    "needsSession": true
  },
  {
    "operationId": "updateRole",
    "method": "put",
    "path": "/api/v1/roles/{role_name}",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "deleteRole",
    "method": "delete",
    "path": "/api/v1/roles/{role_name}",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "listServiceAccounts",
    "method": "get",
    "path": "/api/v1/service-accounts",
    "feature": "users",
    "permission": "users:manage",
    "needsSession": true
  },
  {
    "operationId": "createServiceAccount",
    "method": "post",
    "path": "/api/v1/service-accounts",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true,
    "location": "/api/v1/service-accounts/{account_id}"
  },
  {
    "operationId": "getServiceAccount",
    "method": "get",
    "path": "/api/v1/service-accounts/{account_id}",
    "feature": "users",
    "permission": "users:manage",
    "needsSession": true
  },
  {
    "operationId": "updateServiceAccount",
    "method": "put",
    "path": "/api/v1/service-accounts/{account_id}",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "deleteServiceAccount",
    "method": "delete",
    "path": "/api/v1/service-accounts/{account_id}",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true
  },
  {
    "operationId": "listServiceAccountTokens",
    "method": "get",
    "path": "/api/v1/service-accounts/{account_id}/tokens",
    "feature": "users",
    "permission": "users:manage",
    "needsSession": true
  },
  {
    "operationId": "createServiceAccountToken",
    "method": "post",
    "path": "/api/v1/service-accounts/{account_id}/tokens",
    "feature": "users",
    "permission": "users:manage",
    "fresh": true,
    "needsSession": true,
    "location": "/api/v1/service-accounts/{account_id}/tokens/{token_id}"
  },
  {
    "operationId": "getServiceAccountToken",
    "method": "get",
    "path": "/api/v1/service-accounts/{account_id}/tokens/{token_id}",
    "feature": "users",
    "permission": "users:manage",
    "needsSession": true
  },
  {
    "operationId": "deleteServiceAccountToken",
    "method": "delete",
    "path": "/api/v1/service-accounts/{account_id}/tokens/{token_id}",
    "feature": "users",
    "permission": "users:manage",
    "needsSession": true
  },
  {
    "operationId": "listApiTokens",
    "method": "get",
    "path": "/api/v1/tokens",
    "feature": "users",
    "permission": "users:manage"
  },
  {
    "operationId": "rotateOwnApiToken",
    "method": "post",
    "path": "/api/v1/tokens/self/rotate",
    "feature": "users",
    "permission": "authenticated"
  },
  {
    "operationId": "getWebTls",
    "method": "get",
    "path": "/api/v1/settings/web-tls",
    "feature": "web-tls",
    "permission": "settings:manage"
  },
  {
    "operationId": "confirmWebTls",
    "method": "post",
    "path": "/api/v1/settings/web-tls/confirm",
    "feature": "web-tls",
    "permission": "settings:manage"
  }
] as const;

export type ManagerOperation = (typeof managerOperations)[number];
export type ManagerFeature = ManagerOperation['feature'];
/** The operation ids that a feature owns: by their `x-feature`, else by that of their first tag or its name. */
export type ManagerOperationsOf<Feature extends ManagerFeature> = Extract<ManagerOperation, { feature: Feature }>['operationId'];
/** The one table: permission → the named sets that hold it (roles, and scopes of API tokens). */
export const rolePermissions = {
  "hosts:read": [
    "admin",
    "operator",
    "reporter",
    "read",
    "patch",
    "configuration"
  ],
  "hosts:edit": [
    "admin",
    "operator"
  ],
  "hosts:delete": [
    "admin"
  ],
  "hosts:refresh": [
    "admin",
    "operator",
    "patch"
  ],
  "groups:read": [
    "admin",
    "operator",
    "reporter",
    "read",
    "patch",
    "configuration"
  ],
  "groups:edit": [
    "admin",
    "operator",
    "configuration"
  ],
  "groups:delete": [
    "admin"
  ],
  "groups:confirm": [
    "admin"
  ],
  "jobs:read": [
    "admin",
    "operator",
    "reporter",
    "read",
    "patch"
  ],
  "jobs:run": [
    "admin",
    "operator",
    "patch"
  ],
  "settings:manage": [
    "admin",
    "configuration"
  ],
  "approvals:decide": [
    "admin",
    "operator"
  ],
  "approvals:manage": [
    "admin"
  ],
  "audit:read": [
    "admin"
  ],
  "certificates:manage": [
    "admin"
  ],
  "configuration:read": [
    "admin",
    "configuration"
  ],
  "enrollment:manage": [
    "admin",
    "enroll"
  ],
  "exposure:read": [
    "admin",
    "operator",
    "reporter",
    "read"
  ],
  "exposure:except": [
    "admin",
    "operator"
  ],
  "exposure:import": [
    "admin"
  ],
  "fleet:read": [
    "admin",
    "operator",
    "reporter",
    "read",
    "metrics"
  ],
  "checks:read": [
    "admin",
    "operator",
    "reporter",
    "read",
    "patch",
    "configuration"
  ],
  "checks:edit": [
    "admin",
    "operator",
    "configuration"
  ],
  "checks:override": [
    "admin"
  ],
  "windows:read": [
    "admin",
    "operator",
    "reporter",
    "read",
    "patch",
    "configuration"
  ],
  "windows:edit": [
    "admin",
    "operator",
    "configuration"
  ],
  "freezes:edit": [
    "admin",
    "configuration"
  ],
  "windows:override": [
    "admin"
  ],
  "metrics:read": [
    "admin",
    "metrics"
  ],
  "notifications:manage": [
    "admin",
    "configuration"
  ],
  "policies:read": [
    "admin",
    "operator",
    "reporter",
    "read",
    "patch",
    "configuration"
  ],
  "policies:edit": [
    "admin",
    "operator",
    "configuration"
  ],
  "reports:read": [
    "admin",
    "operator",
    "reporter",
    "read",
    "configuration"
  ],
  "reports:schedule": [
    "admin",
    "operator",
    "configuration"
  ],
  "views:share": [
    "admin",
    "operator"
  ],
  "users:manage": [
    "admin"
  ]
} as const;
export type Permission = (typeof managerOperations)[number]['permission'];
/** The contract's error codes. */
export const managerErrorCodes = {
  "VALIDATION_FAILED": {
    "status": 400,
    "retryable": false,
    "common": "all",
    "details": {
      "type": "object",
      "properties": {
        "errors": {
          "$ref": "#/components/schemas/ErrorDetails/properties/errors"
        }
      }
    },
    "description": "The request does not fit the contract; details.errors names where."
  },
  "MALFORMED_JSON": {
    "status": 400,
    "retryable": false,
    "common": "json",
    "description": "The body is not JSON."
  },
  "UNAUTHENTICATED": {
    "status": 401,
    "retryable": false,
    "common": "session",
    "description": "No access token, or one that is expired, revoked or forged."
  },
  "FORBIDDEN": {
    "status": 403,
    "retryable": false,
    "common": "permission",
    "description": "The role does not allow the operation."
  },
  "NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such path or thing."
  },
  "PLUGIN_DISABLED": {
    "status": 404,
    "retryable": false,
    "common": "plugin",
    "description": "The feature that serves the operation is switched off."
  },
  "FIELD_DISABLED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "field"
      ],
      "properties": {
        "field": {
          "$ref": "#/components/schemas/ErrorDetails/properties/field"
        }
      }
    },
    "description": "Only a feature that is switched off could honour the field or section that details.field names."
  },
  "METHOD_NOT_ALLOWED": {
    "status": 405,
    "retryable": false,
    "common": "request",
    "description": "The path does not know this method."
  },
  "PRECONDITION_FAILED": {
    "status": 412,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "etag": {
          "$ref": "#/components/schemas/ErrorDetails/properties/etag"
        },
        "id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/id"
        }
      }
    },
    "description": "If-Match is stale, for somebody changed the resource; with If-None-Match, something has the name (details.id)."
  },
  "NAME_TAKEN": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/id"
        }
      }
    },
    "description": "Another thing of the same kind has this name within the same host, group or owner. Names that differ in upper and lower case alone, or in forms of the same characters (NFKC), are one."
  },
  "PAYLOAD_TOO_LARGE": {
    "status": 413,
    "retryable": false,
    "common": "body",
    "description": "The body is larger than 1 MB, or than 16 kB where nobody is signed in."
  },
  "TOKEN_NOT_REPEATED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/id"
        }
      }
    },
    "description": "A call with this key created the token more than a day ago, so it is not shown again. Delete it and create another."
  },
  "HEADERS_TOO_LARGE": {
    "status": 431,
    "retryable": false,
    "common": "request",
    "description": "Path and headers together are larger than 16 kB."
  },
  "UNSUPPORTED_MEDIA_TYPE": {
    "status": 415,
    "retryable": false,
    "common": "body",
    "description": "The body is not application/json."
  },
  "RATE_LIMITED": {
    "status": 429,
    "retryable": true,
    "common": "limited",
    "details": {
      "type": "object",
      "required": [
        "retry_after_secs"
      ],
      "properties": {
        "retry_after_secs": {
          "$ref": "#/components/schemas/ErrorDetails/properties/retry_after_secs"
        }
      }
    },
    "description": "Too many calls; Retry-After says when to come again."
  },
  "INTERNAL_ERROR": {
    "status": 500,
    "retryable": true,
    "common": "all",
    "description": "A fault of the manager; the log has it under request_id."
  },
  "SERVICE_UNAVAILABLE": {
    "status": 503,
    "retryable": true,
    "common": "all",
    "description": "The manager starts, stops, or has lost its database."
  },
  "IDEMPOTENCY_MISMATCH": {
    "status": 409,
    "retryable": false,
    "description": "The Idempotency-Key was used with another body or call."
  },
  "REAUTHENTICATION_REQUIRED": {
    "status": 403,
    "retryable": false,
    "common": "fresh",
    "description": "The call needs a proof of identity that is at most ten minutes old; see `reauthenticate`. API tokens never have one."
  },
  "URL_REFUSED": {
    "status": 400,
    "retryable": false,
    "description": "The URL leads to an address that the manager does not call."
  },
  "CSR_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "The CSR does not parse or verify, or its key is too weak."
  },
  "CERTIFICATE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such certificate."
  },
  "CERTIFICATE_NOT_ACTIVE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "status"
      ],
      "properties": {
        "status": {
          "$ref": "#/components/schemas/ErrorDetails/properties/status"
        }
      }
    },
    "description": "The certificate is revoked, expired or superseded."
  },
  "CERTIFICATE_EXISTS": {
    "status": 409,
    "retryable": false,
    "description": "The host has an active certificate; re-issue it instead."
  },
  "AUTHORITY_REFUSED": {
    "status": 400,
    "retryable": false,
    "description": "This authority cannot be used; the message says what to do."
  },
  "AUTHORITY_REQUEST_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "No key waits for its certificate."
  },
  "ROTATION_UNDER_WAY": {
    "status": 409,
    "retryable": false,
    "description": "A rotation of the root is already in progress."
  },
  "ROTATION_NOT_POSSIBLE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "phase": {
          "$ref": "#/components/schemas/ErrorDetails/properties/phase"
        }
      }
    },
    "description": "The rotation of the root is not at a point where this can be done."
  },
  "ROTATION_HOSTS_LEFT": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "hosts",
        "total"
      ],
      "properties": {
        "hosts": {
          "$ref": "#/components/schemas/ErrorDetails/properties/hosts"
        },
        "total": {
          "$ref": "#/components/schemas/ErrorDetails/properties/total"
        }
      }
    },
    "description": "Hosts still depend on the root that is to be removed."
  },
  "CHANGE_NUMBER_UNKNOWN": {
    "status": 409,
    "retryable": false,
    "description": "This manager has given out no such change number, because its database was restored. Read the whole list again."
  },
  "HOST_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "host_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/host_id"
        },
        "host_ids": {
          "$ref": "#/components/schemas/ErrorDetails/properties/host_ids"
        }
      }
    },
    "description": "There is no such live host."
  },
  "HOST_EXISTS": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "host_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/host_id"
        }
      }
    },
    "description": "A live host has this address and port."
  },
  "HOST_BUSY": {
    "status": 409,
    "retryable": true,
    "details": {
      "type": "object",
      "required": [
        "job_ids"
      ],
      "properties": {
        "job_ids": {
          "$ref": "#/components/schemas/ErrorDetails/properties/job_ids"
        }
      }
    },
    "description": "The host has unfinished jobs; details.job_ids names them."
  },
  "HOST_UNREACHABLE": {
    "status": 502,
    "retryable": true,
    "details": {
      "type": "object",
      "properties": {
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        }
      }
    },
    "description": "The host's agent could not be reached or gave no usable answer."
  },
  "HOST_ADDRESS_REFUSED": {
    "status": 400,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        }
      }
    },
    "description": "The address is loopback, link-local, metadata, or not a usual spelling."
  },
  "DUPLICATE_IDENTITY": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "host_ids"
      ],
      "properties": {
        "host_ids": {
          "$ref": "#/components/schemas/ErrorDetails/properties/host_ids"
        }
      }
    },
    "description": "The host's certificate is in use at two addresses; nothing is started on it."
  },
  "GROUP_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "group_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/group_id"
        },
        "group_ids": {
          "$ref": "#/components/schemas/ErrorDetails/properties/group_ids"
        }
      }
    },
    "description": "There is no such group."
  },
  "GROUP_CHANGE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "ids"
      ],
      "properties": {
        "ids": {
          "$ref": "#/components/schemas/ErrorDetails/properties/ids"
        }
      }
    },
    "description": "There is no such change any more; somebody has decided it, or the host says again what it said before."
  },
  "GROUP_IN_USE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "uses"
      ],
      "properties": {
        "uses": {
          "$ref": "#/components/schemas/ErrorDetails/properties/uses"
        }
      }
    },
    "description": "Something rests on the group, such as what a user may see; take it away from there first."
  },
  "GROUP_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "There are as many groups as a manager keeps."
  },
  "GROUP_RULE_BASED": {
    "status": 409,
    "retryable": false,
    "description": "The hosts of this group follow from its rule and cannot be listed by hand."
  },
  "ROLE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such role."
  },
  "ROLE_EXISTS": {
    "status": 409,
    "retryable": false,
    "description": "A role or a scope has this name."
  },
  "ROLE_FIXED": {
    "status": 409,
    "retryable": false,
    "description": "admin, operator and reporter are the same in every manager."
  },
  "ROLE_IN_USE": {
    "status": 409,
    "retryable": false,
    "description": "Somebody or something has the role."
  },
  "ROLE_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "max"
      ],
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "There are as many roles as there may be."
  },
  "INVALID_CREDENTIALS": {
    "status": 401,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        }
      }
    },
    "description": "Wrong user name, password, code or assertion."
  },
  "MFA_REQUIRED": {
    "status": 401,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "methods"
      ],
      "properties": {
        "methods": {
          "$ref": "#/components/schemas/ErrorDetails/properties/methods"
        },
        "mfa_token": {
          "$ref": "#/components/schemas/ErrorDetails/properties/mfa_token"
        }
      }
    },
    "description": "The password is right and a second factor is due; details has methods and mfa_token."
  },
  "REFRESH_TOKEN_INVALID": {
    "status": 401,
    "retryable": false,
    "description": "The refresh token is unknown, expired, revoked or was replayed."
  },
  "ACCOUNT_DISABLED": {
    "status": 403,
    "retryable": false,
    "description": "The account is disabled."
  },
  "PASSWORD_CHANGE_REQUIRED": {
    "status": 403,
    "retryable": false,
    "description": "The password must be changed by force-change-password first."
  },
  "ACCOUNT_LOCKED": {
    "status": 423,
    "retryable": true,
    "details": {
      "type": "object",
      "required": [
        "retry_after_secs"
      ],
      "properties": {
        "retry_after_secs": {
          "$ref": "#/components/schemas/ErrorDetails/properties/retry_after_secs"
        }
      }
    },
    "description": "Five failures in a row; details.retry_after_secs is at most 900."
  },
  "PASSWORD_TOO_WEAK": {
    "status": 400,
    "retryable": false,
    "description": "The new password is too easy to guess, or is the user name."
  },
  "WOULD_LOCK_OUT": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "address": {
          "$ref": "#/components/schemas/ErrorDetails/properties/address"
        }
      }
    },
    "description": "The change would shut out its author or the last administrator."
  },
  "USER_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such user."
  },
  "USER_EXISTS": {
    "status": 409,
    "retryable": false,
    "description": "Another user has this name."
  },
  "JOB_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "job_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/job_id"
        }
      }
    },
    "description": "There is no such job."
  },
  "JOB_HOST_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "The job does not hold that host."
  },
  "JOB_NOT_CANCELLABLE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "job_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/job_id"
        },
        "state": {
          "$ref": "#/components/schemas/ErrorDetails/properties/state"
        }
      }
    },
    "description": "The job has ended."
  },
  "JOB_NOT_PAUSED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "state",
        "reason"
      ],
      "properties": {
        "state": {
          "$ref": "#/components/schemas/ErrorDetails/properties/state"
        },
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        }
      }
    },
    "description": "The job is not paused."
  },
  "JOB_NOT_ROLLBACKABLE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "job_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/job_id"
        }
      }
    },
    "description": "The job has not ended, changed nothing, is itself a rollback, or was rolled back."
  },
  "JOB_NOT_RETRYABLE": {
    "status": 409,
    "retryable": false,
    "description": "No named host is in a state that can be retried."
  },
  "JOB_NOT_ACCEPTABLE": {
    "status": 409,
    "retryable": false,
    "description": "A named host has not failed in this job, was accepted already, or is being rolled back."
  },
  "PLAN_NOT_APPROVABLE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "host_ids": {
          "$ref": "#/components/schemas/ErrorDetails/properties/host_ids"
        }
      }
    },
    "description": "The job is no plan of patches, or a host has no plan (details.host_ids)."
  },
  "PLAN_ALREADY_RUN": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "runs"
      ],
      "properties": {
        "runs": {
          "$ref": "#/components/schemas/ErrorDetails/properties/runs"
        }
      }
    },
    "description": "The plans run already; details.runs names the jobs and their hosts."
  },
  "PLAN_TOO_LARGE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "host_ids"
      ],
      "properties": {
        "host_ids": {
          "$ref": "#/components/schemas/ErrorDetails/properties/host_ids"
        }
      }
    },
    "description": "The plans were cut, so nobody can have seen what they do (details.host_ids)."
  },
  "TARGET_EMPTY": {
    "status": 400,
    "retryable": false,
    "description": "The target contains no host."
  },
  "JOB_OUT_OF_SCOPE": {
    "status": 403,
    "retryable": false,
    "description": "The job holds hosts that you may not see; only who sees all of them can do this."
  },
  "APPROVAL_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "approval_id"
      ],
      "properties": {
        "approval_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/approval_id"
        }
      }
    },
    "description": "There is no such approval."
  },
  "APPROVAL_NOT_WAITING": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "approval_id",
        "state",
        "reason",
        "decided_by"
      ],
      "properties": {
        "approval_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/approval_id"
        },
        "state": {
          "$ref": "#/components/schemas/ErrorDetails/properties/state"
        },
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        },
        "decided_by": {
          "$ref": "#/components/schemas/ErrorDetails/properties/decided_by"
        }
      }
    },
    "description": "The approval was decided, or has ended."
  },
  "APPROVAL_CHANGED": {
    "status": 409,
    "retryable": false,
    "description": "What was approved is not what was requested; review it again."
  },
  "APPROVAL_EXISTS": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "approval_id"
      ],
      "properties": {
        "approval_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/approval_id"
        }
      }
    },
    "description": "Approval of the same run is already pending."
  },
  "APPROVAL_REQUIRED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "rules"
      ],
      "properties": {
        "rules": {
          "$ref": "#/components/schemas/ErrorDetails/properties/rules"
        },
        "host_ids": {
          "$ref": "#/components/schemas/ErrorDetails/properties/host_ids"
        }
      }
    },
    "description": "An approval rule requires a second person."
  },
  "APPROVER_NOT_ALLOWED": {
    "status": 403,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        }
      }
    },
    "description": "Another person must decide this."
  },
  "APPROVAL_RULE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "rule_id"
      ],
      "properties": {
        "rule_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/rule_id"
        }
      }
    },
    "description": "There is no such approval rule."
  },
  "APPROVAL_RULE_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "max"
      ],
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "There are as many approval rules as a manager keeps."
  },
  "RULE_CHANGE_PENDING": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "proposed_by"
      ],
      "properties": {
        "proposed_by": {
          "$ref": "#/components/schemas/ErrorDetails/properties/proposed_by"
        }
      }
    },
    "description": "A change of this rule already awaits a second administrator."
  },
  "RULE_CHANGE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such pending change of the rule."
  },
  "NO_SECOND_PERSON": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "administrators": {
          "$ref": "#/components/schemas/ErrorDetails/properties/administrators"
        }
      }
    },
    "description": "The rule could not be satisfied or changed again: that takes two enabled administrators."
  },
  "BACKUP_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "backup_id"
      ],
      "properties": {
        "backup_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/backup_id"
        }
      }
    },
    "description": "There is no such backup."
  },
  "BACKUP_NOT_CONFIGURED": {
    "status": 409,
    "retryable": false,
    "description": "The settings name no recipient of backups."
  },
  "BACKUP_RUNNING": {
    "status": 409,
    "retryable": true,
    "description": "A backup that somebody asked for has not ended."
  },
  "CONFIGURATION_CHANGED": {
    "status": 409,
    "retryable": false,
    "description": "The configuration has changed since the difference was shown; nothing was imported."
  },
  "ENROLLMENT_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such enrollment."
  },
  "ENROLLMENT_NOT_PENDING": {
    "status": 409,
    "retryable": false,
    "description": "The enrollment was approved, denied, or has expired."
  },
  "ENROLLMENT_TOKEN_INVALID": {
    "status": 403,
    "retryable": false,
    "description": "The token is unknown, expired, used up, or not for this network."
  },
  "ENROLLMENT_TOKEN_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such enrollment token."
  },
  "AGENT_PACKAGE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such package of the agent."
  },
  "MACHINE_ID_IN_USE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "host_id"
      ],
      "properties": {
        "host_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/host_id"
        }
      }
    },
    "description": "A live host has this machine id. A clone needs a new machine-id; the same host takes replace=true."
  },
  "SIGNATURE_INVALID": {
    "status": 403,
    "retryable": false,
    "description": "The signature does not verify with the host's current key."
  },
  "RENEWAL_REFUSED": {
    "status": 403,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        }
      }
    },
    "description": "The certificate is revoked or expired more than 30 days ago; enroll again."
  },
  "ADVISORY_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "advisory_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/advisory_id"
        }
      }
    },
    "description": "No host that the caller sees lacks this advisory."
  },
  "CVE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "cve": {
          "$ref": "#/components/schemas/ErrorDetails/properties/cve"
        }
      }
    },
    "description": "This CVE was never open on a host that the caller sees."
  },
  "EXCEPTION_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "exception_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/exception_id"
        }
      }
    },
    "description": "There is no such exception."
  },
  "EXCEPTION_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "description": "There are as many exceptions as a manager keeps; end some."
  },
  "DATA_SET_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "No data set of this kind was ever imported."
  },
  "DATA_SET_INVALID": {
    "status": 400,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "line": {
          "$ref": "#/components/schemas/ErrorDetails/properties/line"
        },
        "entry": {
          "$ref": "#/components/schemas/ErrorDetails/properties/entry"
        },
        "place": {
          "$ref": "#/components/schemas/ErrorDetails/properties/place"
        }
      }
    },
    "description": "The file is not what it should be; nothing was changed."
  },
  "DATA_SET_OLDER": {
    "status": 409,
    "retryable": false,
    "description": "The file is older than the present data set, or much smaller."
  },
  "DATA_SET_FETCH_OFF": {
    "status": 409,
    "retryable": false,
    "description": "This data set is not fetched: the settings say so."
  },
  "DATA_SET_BUSY": {
    "status": 409,
    "retryable": true,
    "description": "Another import of this kind is in progress."
  },
  "HEALTH_CHECK_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "check_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/check_id"
        }
      }
    },
    "description": "There is no such health check of this host or group."
  },
  "HEALTH_CHECK_OVERRIDE_EXISTS": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "gate",
        "by"
      ],
      "properties": {
        "gate": {
          "$ref": "#/components/schemas/ErrorDetails/properties/gate"
        },
        "by": {
          "$ref": "#/components/schemas/ErrorDetails/properties/by"
        }
      }
    },
    "description": "The health checks of the job are already overridden."
  },
  "HEALTH_CHECK_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "There are as many health checks as a manager keeps, of this host or group or in all."
  },
  "HEALTH_CHECK_OF_GROUP": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "group_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/group_id"
        },
        "check_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/check_id"
        }
      }
    },
    "description": "The check is defined on a group; edit or delete it there."
  },
  "TARGET_HOST_INVALID": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "target_host_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/target_host_id"
        }
      }
    },
    "description": "The target host of a check does not exist or is not healthy."
  },
  "ADDRESS_NOT_ALLOWED": {
    "status": 403,
    "retryable": false,
    "common": "address",
    "description": "The IP allow-list does not hold the caller's address."
  },
  "TICKET_INVALID": {
    "status": 401,
    "retryable": false,
    "description": "The WebSocket ticket is unknown, used or older than 60 seconds."
  },
  "WINDOW_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "window_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/window_id"
        }
      }
    },
    "description": "There is no such maintenance window of this host or group."
  },
  "WINDOW_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "The time zone is unknown, or the rule never yields a start, or asks for too much work."
  },
  "WINDOW_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "The host or group has as many windows, or the fleet as many freezes, as a manager keeps."
  },
  "FREEZE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "freeze_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/freeze_id"
        }
      }
    },
    "description": "There is no such freeze."
  },
  "OVERRIDE_EXISTS": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "gate",
        "by"
      ],
      "properties": {
        "gate": {
          "$ref": "#/components/schemas/ErrorDetails/properties/gate"
        },
        "by": {
          "$ref": "#/components/schemas/ErrorDetails/properties/by"
        }
      }
    },
    "description": "Somebody has let the job pass already; it is listed."
  },
  "MFA_SETUP_REQUIRED": {
    "status": 403,
    "retryable": false,
    "common": "session",
    "description": "A second factor is due; until it is set up, this session can do nothing else."
  },
  "MFA_FACTOR_REQUIRED": {
    "status": 409,
    "retryable": false,
    "description": "The role must have a second factor, and this is the last one."
  },
  "MFA_NOT_ENABLED": {
    "status": 409,
    "retryable": false,
    "description": "The user has no second factor."
  },
  "MFA_SETUP_EXPIRED": {
    "status": 409,
    "retryable": false,
    "description": "The secret was not issued to this session, or too long ago."
  },
  "MFA_CODE_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "The code does not match, or was used before."
  },
  "WEBAUTHN_CHALLENGE_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "The challenge is unknown, used, expired, or was issued to somebody else."
  },
  "WEBAUTHN_RESPONSE_INVALID": {
    "status": 400,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "reason"
      ],
      "properties": {
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        }
      }
    },
    "description": "The authenticator's response does not verify."
  },
  "WEBAUTHN_CREDENTIAL_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such credential of this user."
  },
  "WEBAUTHN_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "description": "The user has 20 passkeys already."
  },
  "WEBAUTHN_UNAVAILABLE": {
    "status": 409,
    "retryable": false,
    "description": "Passkeys belong to a name: the manager is dialled by an address, or by a name that is not its own."
  },
  "WEBHOOK_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "webhook_id"
      ],
      "properties": {
        "webhook_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/webhook_id"
        }
      }
    },
    "description": "There is no such webhook."
  },
  "WEBHOOK_IN_USE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "rules"
      ],
      "properties": {
        "rules": {
          "$ref": "#/components/schemas/ErrorDetails/properties/rules"
        }
      }
    },
    "description": "Rules name this webhook; take it out of them first."
  },
  "WEBHOOK_URL_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "A webhook is called at a URL that starts with https:// or http://, without user name, password and #."
  },
  "WEBHOOK_SECRET_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "A secret is whsec_ and 24 to 64 bytes in base64."
  },
  "NOTIFICATION_RULE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "rule_id"
      ],
      "properties": {
        "rule_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/rule_id"
        }
      }
    },
    "description": "There is no such rule of notifications."
  },
  "NOTIFICATION_RULE_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "A rule needs recipients: mail addresses, webhooks or both."
  },
  "DELIVERY_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "delivery_id"
      ],
      "properties": {
        "delivery_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/delivery_id"
        }
      }
    },
    "description": "There is no such delivery."
  },
  "DELIVERY_NOT_DEAD": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "state"
      ],
      "properties": {
        "state": {
          "$ref": "#/components/schemas/ErrorDetails/properties/state"
        }
      }
    },
    "description": "Only what was given up can be sent again."
  },
  "JOB_NOT_WATCHABLE": {
    "status": 409,
    "retryable": false,
    "description": "The job has ended, or is a dry run."
  },
  "NOTIFICATION_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "max"
      ],
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "There are as many of these as a manager keeps; delete some that are not needed."
  },
  "POLICY_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "policy_id"
      ],
      "properties": {
        "policy_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/policy_id"
        }
      }
    },
    "description": "There is no such policy, or the caller may see none of its hosts."
  },
  "POLICY_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "The time zone is unknown, or the rule never yields a start, or asks for too much work."
  },
  "POLICY_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "max"
      ],
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "There are as many policies as a manager keeps."
  },
  "POLICY_OUT_OF_SCOPE": {
    "status": 403,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "policy_id"
      ],
      "properties": {
        "policy_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/policy_id"
        }
      }
    },
    "description": "The policy holds hosts that the caller may not see."
  },
  "POLICY_RUN_ACTIVE": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "properties": {
        "run_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/run_id"
        }
      }
    },
    "description": "A run of the policy has not ended; two never overlap."
  },
  "POLICY_RUN_ENDED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "run_id",
        "reason"
      ],
      "properties": {
        "run_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/run_id"
        },
        "reason": {
          "$ref": "#/components/schemas/ErrorDetails/properties/reason"
        }
      }
    },
    "description": "The run that the plan belongs to was skipped."
  },
  "POLICY_START_PASSED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "next_start_at"
      ],
      "properties": {
        "next_start_at": {
          "$ref": "#/components/schemas/ErrorDetails/properties/next_start_at"
        }
      }
    },
    "description": "It is not the next start of the policy."
  },
  "REPORTS_BUSY": {
    "status": 503,
    "retryable": true,
    "description": "Too many reports of your account wait for their turn; try again in a moment."
  },
  "REPORT_NOT_MADE": {
    "status": 503,
    "retryable": true,
    "description": "The report was not made; try again, or choose a shorter period or a group."
  },
  "REPORT_TOO_LARGE": {
    "status": 400,
    "retryable": false,
    "description": "The file would be larger than 256 MiB; choose a shorter period or a group."
  },
  "REPORT_SCHEDULE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "schedule_id"
      ],
      "properties": {
        "schedule_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/schedule_id"
        }
      }
    },
    "description": "There is no such schedule of reports."
  },
  "REPORT_SCHEDULE_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "The time zone is unknown, or the rule never yields a start, or asks for too much work."
  },
  "REPORT_SCHEDULE_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "max"
      ],
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "There are as many schedules as a manager keeps; delete some."
  },
  "REPORT_RUN_ACTIVE": {
    "status": 409,
    "retryable": false,
    "description": "The report of this schedule is being made already."
  },
  "SAVED_VIEW_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "view_id"
      ],
      "properties": {
        "view_id": {
          "$ref": "#/components/schemas/ErrorDetails/properties/view_id"
        }
      }
    },
    "description": "There is no such shared view."
  },
  "SAVED_VIEW_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "max"
      ],
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "The limit of shared views is reached; delete some that nobody uses."
  },
  "SSO_CODE_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "The code of the sign-in is unknown, used, or older than 60 seconds."
  },
  "SSO_LINK_TAKEN": {
    "status": 409,
    "retryable": false,
    "description": "That account at the provider belongs to another user."
  },
  "SSO_DISABLED": {
    "status": 409,
    "retryable": false,
    "description": "Single sign-on is not enabled or not configured."
  },
  "SSO_STATE_INVALID": {
    "status": 400,
    "retryable": false,
    "description": "The sign-in was not started in this browser, or too long ago."
  },
  "SSO_REFUSED": {
    "status": 403,
    "retryable": false,
    "description": "The provider refused, or its answer does not verify."
  },
  "SSO_PROVIDER_UNREACHABLE": {
    "status": 502,
    "retryable": true,
    "description": "The provider could not be reached or gave no usable answer."
  },
  "SSO_LINK_NEEDED": {
    "status": 409,
    "retryable": false,
    "description": "The account is not linked with a provider, or has no other way to sign in than its link."
  },
  "API_TOKEN_REQUIRED": {
    "status": 409,
    "retryable": false,
    "description": "Only an API token can do this, for itself."
  },
  "SERVICE_ACCOUNT_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such service account."
  },
  "SERVICE_ACCOUNT_EXPIRED": {
    "status": 409,
    "retryable": false,
    "description": "The end of the service account is past; give it a later one."
  },
  "SERVICE_ACCOUNT_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "details": {
      "type": "object",
      "required": [
        "max"
      ],
      "properties": {
        "max": {
          "$ref": "#/components/schemas/ErrorDetails/properties/max"
        }
      }
    },
    "description": "There are as many service accounts as there may be."
  },
  "SESSION_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such session of this user."
  },
  "API_TOKEN_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "There is no such API token of this user."
  },
  "API_TOKEN_LIMIT_REACHED": {
    "status": 409,
    "retryable": false,
    "description": "The user has as many API tokens as one may have."
  },
  "SSO_NOT_LINKED": {
    "status": 409,
    "retryable": false,
    "description": "No account at the provider belongs to the user, who could not sign in any more."
  },
  "CERTIFICATE_UNUSABLE": {
    "status": 409,
    "retryable": false,
    "description": "The certificate that the configuration names cannot be used; the message says why."
  },
  "NOTHING_TO_CONFIRM": {
    "status": 409,
    "retryable": false,
    "description": "No change of the certificate awaits confirmation; it may have been reverted."
  },
  "TLS_NOT_CONFIRMED": {
    "status": 409,
    "retryable": true,
    "description": "The call came over a connection that showed the former certificate; call again over a new one."
  }
} as const;
