export const texts = {
  title: 'Traces',
  intro:
    'One OpenTelemetry trace for each job, sent to a collector when the job has ended. The collector gets the names of hosts.',
  test: 'Test trace',
  testWhat: 'Sends one span to the saved address, also while traces are off.',
  send: 'Send test trace',
  sending: 'Sending …',
  id: (traceId: string): string => `Trace ${traceId}`,
};
