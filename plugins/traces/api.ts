/** What is written to the outbox about traces. */
declare module '#sdk' {
  interface OutboxTopics {
    /** The trace of a job that has ended. */
    'traces.jobTrace': { jobId: string };
  }
}

export {};
