/** The fields of a check that people set. */
export interface CheckDraft {
  kind: 'service' | 'http';
  name: string;
  enabled: boolean;
  serviceName: string | null;
  targetHostId: string | null;
  url: string | null;
  expectedStatus: number | null;
  expectedBody: string | null;
  timeoutSecs: number;
  intervalSecs: number | null;
}

/** Of a check of a group: each host's own agent is asked. */
export type GroupCheckDraft = Omit<CheckDraft, 'targetHostId'>;
