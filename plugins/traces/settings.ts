import { type Context, setting, validationError } from '#sdk';

/** The port of OTLP over HTTP. Others of the manager's own machine belong to other services. */
const OTLP_PORT = '4318';
const MOST_HEADERS = 20;
/** RFC 9110, 5.6.2; what the call itself sets is not for a setting. */
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const OWN_HEADERS: readonly string[] = ['host', 'content-type', 'content-length', 'connection'];

export const OWN_COLLECTOR = 'A collector on the manager’s own machine is called at port 4318 alone.';

/** Where traces of jobs are sent. */
export const tracesSection = setting.section(
  'traces',
  {
    enabled: setting.flag(false),
    endpoint: setting.text('', { maxLength: 2_048, judge: judgeEndpoint }),
    headers: setting.secret({ maxLength: 4_096, sentTo: ['endpoint'] }),
  },
  {
    check({ after }) {
      const issue = (field: string, message: string) =>
        validationError([{ path: `/body/traces/${field}`, message }]);
      if (after.enabled && after.endpoint === '')
        throw issue('endpoint', 'is needed where traces are switched on');
      if (after.headers === null) return;
      if (headersOf(after.headers) === null)
        throw issue('headers', 'must be name=value, several separated by commas, values in percent-encoding');
      if (after.endpoint !== '' && !isGuarded(after.endpoint))
        throw issue('headers', 'are secret: they are sent over https alone, or to the manager’s own machine');
    },
  },
);

export type TraceSettings = Awaited<ReturnType<typeof readTraces>>;

/** The settings as they were at most 2 s ago. */
export const readTraces = (ctx: Pick<Context, 'settings'>) => ctx.settings.get(tracesSection);

function judgeEndpoint(value: string): string | null {
  if (value === '') return null;
  const url = URL.parse(value);
  const fits =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  return fits ? null : 'must be an address that starts with http:// or https://, without user, ? and #';
}

/** The headers by name; null: the text is not of the form of OTEL_EXPORTER_OTLP_HEADERS. */
export function headersOf(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',').slice(0, MOST_HEADERS + 1)) {
    const [name = '', ...rest] = pair.split('=');
    const value = unescaped(rest.join('=').trim());
    const key = name.trim().toLowerCase();
    if (!HEADER_NAME.test(key) || OWN_HEADERS.includes(key) || !value || /[^\t\x20-\x7e]/.test(value))
      return null;
    headers[key] = value;
  }
  return Object.keys(headers).length > MOST_HEADERS ? null : headers;
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Nobody on the way can read what is sent there. */
function isGuarded(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return (
    protocol === 'https:' || ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname)
  );
}

/** The address that is called: as OTEL_EXPORTER_OTLP_ENDPOINT, it has the path of traces put behind it. */
export function callOf(endpoint: string) {
  const url = new URL(endpoint);
  const isOwnPort = url.port === OTLP_PORT;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return {
    url: url.href,
    reach: 'network',
    // The usual collector stands beside the program that sends to it.
    allow: isOwnPort ? (['LOOPBACK', 'OWN_ADDRESS'] as const) : [],
  } as const;
}
