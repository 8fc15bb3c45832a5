/** One entry of `problems` in /health; the codes are the contract's (HealthProblem). */
export interface HealthProblem {
  code:
    | 'NOT_PRIVILEGED'
    | 'REPAIR_FAILED'
    | 'PACKAGES_BROKEN'
    | 'LISTS_STALE'
    | 'SOURCE_FAILED'
    | 'LISTS_UNREADABLE'
    | 'SECURITY_PINNED'
    | 'DISK_LOW'
    | 'READ_ONLY'
    | 'CERTIFICATE_EXPIRING'
    | 'CLOCK_SKEW'
    | 'ADDRESS_CHANGED'
    | 'KERNELS_KEPT'
    | 'DEPENDENCIES_BROKEN';
  message: string;
}
