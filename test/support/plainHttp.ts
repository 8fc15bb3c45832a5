import http from 'node:http';

/**
 * One plain HTTP request on a connection of its own; returns the body of a 2xx answer, else throws.
 * Not `fetch`: its kept-alive connections hold a finished test process for four more seconds.
 */
export function requestText(url: string, { method = 'GET', timeoutMs = 10_000 } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = http.request(url, { method, agent: false, signal }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve(body);
        else reject(new Error(`${method} ${url}: ${statusCode} ${body}`));
      });
    });
    request.on('error', reject);
    request.end();
  });
}
