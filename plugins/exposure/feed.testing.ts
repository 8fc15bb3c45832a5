import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { createOutbound } from '../../server/kernel/http/outbound.ts';
import { selfSigned } from '../../server/kernel/http/outbound.testing.ts';
import { judgeOutbound } from '../../server/kernel/http/outboundPolicy.ts';
import type { Context } from '#sdk';
import { exposurePlugin } from './plugin.ts';
import type { Feeds } from './service/feeds.ts';

export const FEED_NAME = 'feeds.example.test';
/** Another name of the same machine, which its certificate does not have. */
export const OTHER_NAME = 'other.example.test';

export interface FeedAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Answers instead of `body`, with what it likes and as slowly as it likes. */
  pour?: (res: ServerResponse) => void;
}

/** A source of files over HTTPS on loopback, whose answers a test sets. */
export interface Feed {
  origin: string;
  certificate: { key: string; cert: string };
  answer: (path: string, headers: IncomingHttpHeaders) => FeedAnswer | Promise<FeedAnswer>;
  asked: { path: string; headers: IncomingHttpHeaders }[];
  stop(): Promise<void>;
}

export async function openFeed(): Promise<Feed> {
  const certificate = selfSigned(FEED_NAME);
  const server: Server = createServer(certificate, (req, res) => {
    const { url: path = '', headers: asked } = req;
    feed.asked.push({ path, headers: asked });
    void Promise.resolve(feed.answer(path, asked)).then(({ status, headers = {}, body = '', pour }) => {
      res.writeHead(status, headers);
      if (pour) pour(res);
      else res.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const feed: Feed = {
    origin: `https://${FEED_NAME}:${(server.address() as AddressInfo).port}`,
    certificate,
    answer: () => ({ status: 404 }),
    asked: [],
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return feed;
}

const ADDRESSES: Readonly<Record<string, string>> = {
  [FEED_NAME]: '127.0.0.1',
  [OTHER_NAME]: '127.0.0.1',
  'meta.example.test': '169.254.169.254',
};

/**
 * The real plugin, for which the feed has a name, a trusted certificate and an allowed address; everything else is
 * judged as usual.
 */
export function exposureFetching(
  feed: Feed,
  onSetUp: (ctx: Context, feeds: Feeds) => void = () => undefined,
): AnyFeature {
  const outbound = createOutbound({
    resolve: (name) => Promise.resolve([ADDRESSES[name] ?? []].flat()),
    judge: (address, reach) => (address === '127.0.0.1' ? null : judgeOutbound(address, reach, [])),
  });
  return {
    ...exposurePlugin,
    async setup(ctx: Context) {
      const fetch: typeof outbound.fetch = (request) =>
        outbound.fetch({ ...request, ca: feed.certificate.cert });
      const own = { ...ctx, outbound: { ...outbound, fetch } };
      const setup = await exposurePlugin.setup(own);
      onSetUp(own, setup.service?.feeds as Feeds);
      return setup;
    },
  } as AnyFeature;
}
