export const POLL_JOBS_MS = 1_000;
export const POLL_NOTES_MS = 1_000;
export const CHECK_ACCESS_MS = 1_000;
export const PING_MS = 30_000;
