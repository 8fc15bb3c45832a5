// Runs in the page, before its own scripts: measures what cannot be measured from outside. Driven by
// `page.evaluate('fmBench.…')`.

const sockets = [];
const gapsMs = [];
const tasksMs = [];
let messages = 0;
let lastFrameAt = 0;
let isWatching = false;

globalThis.WebSocket = class extends WebSocket {
  constructor(...args) {
    super(...args);
    sockets.push(this);
    this.addEventListener('message', () => (messages += 1));
  }
};

function frame(now) {
  if (!isWatching) return;
  if (lastFrameAt > 0) gapsMs.push(now - lastFrameAt);
  lastFrameAt = now;
  requestAnimationFrame(frame);
}

new PerformanceObserver((list) => {
  if (isWatching) tasksMs.push(...list.getEntries().map(({ duration }) => duration));
}).observe({ type: 'longtask' });

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function watch() {
  gapsMs.length = 0;
  tasksMs.length = 0;
  messages = 0;
  lastFrameAt = 0;
  isWatching = true;
  requestAnimationFrame(frame);
}

/** Times between frames, and the durations of tasks that blocked the page for more than 50 ms. */
function watched() {
  isWatching = false;
  return { gapsMs: [...gapsMs], tasksMs: [...tasksMs], messages };
}

/** Measures, for every key from now on, the time from the key to the first moment after the frame that shows it. */
function watchKeys() {
  const keysMs = [];
  const painted = new MessageChannel();
  const waiting = [];
  painted.port1.onmessage = () => keysMs.push(performance.now() - waiting.shift());
  addEventListener(
    'keydown',
    (event) =>
      requestAnimationFrame(() => {
        waiting.push(event.timeStamp);
        painted.port2.postMessage(null);
      }),
    true,
  );
  return keysMs;
}

/**
 * Hands the page events on its own socket as fast as it takes them: `perFrame` of them, then a frame.
 * @param {{ jobId: string, hosts: object[], fromSeq: number, fromLine: number, count: number, perFrame: number }} options
 */
async function replay({ jobId, hosts, fromSeq, fromLine, count, perFrame }) {
  const socket = sockets.at(-1);
  let line = fromLine;
  for (let done = 0; done < count;) {
    for (let times = 0; times < perFrame && done < count; times += 1, done += 1) {
      const event = eventOf({ jobId, hosts, seq: fromSeq + done + 1, line });
      if (event.data.host_id === hosts[0].host_id) line += event.data.lines.length;
      socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
    }
    await nextFrame();
  }
  return line;
}

/**
 * Makes an event. Of ten, five are about hosts and five are logs, one of those for the host whose log is open (the
 * first).
 */
function eventOf({ jobId, hosts, seq, line }) {
  const at = new Date().toISOString();
  const kind = seq % 2 === 0 ? 'job.host.updated' : 'job.log';
  const host = seq % 10 === 1 ? hosts[0] : hosts[1 + (seq % (hosts.length - 1))];
  if (kind === 'job.host.updated') {
    const news = { progress: seq % 100, message: `Unpacking package ${seq} ...`, updated_at: at };
    return { seq, at, kind, data: { job_id: jobId, host: { ...host, ...news } } };
  }
  const text = `Unpacking libexample${seq}:amd64 (1.2.3-4+deb12u${seq % 9}) over (1.2.3-3) ...`;
  const lines = Array.from({ length: 5 }, (_, index) => ({
    seq: line + index + 1,
    at,
    stream: 'stdout',
    text,
  }));
  return { seq, at, kind, data: { job_id: jobId, host_id: host.host_id, lines } };
}

globalThis.fmBench = { watch, watched, watchKeys, replay, sockets };
