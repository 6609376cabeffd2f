import { Agent, request } from 'node:http';

/**
 * @typedef {object} Ask
 * @property {string} url
 * @property {string} [method] default POST
 * @property {Record<string, string>} [headers]
 * @property {object} [body]
 */

/**
 * Sends requests over several connections. Each connection sends its next request as soon as it has an answer.
 * @param {number} connections
 * @param {{ count?: number, milliseconds?: number }} until how many requests to send, or for how long
 * @param {() => Ask} next returns the next request
 * @returns {Promise<{ requests: number, seconds: number }>}
 * @throws when an answer is not 2xx
 */
export async function load(connections, { count = Infinity, milliseconds = Infinity }, next) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const begun = performance.now();
  let [asked, answered] = [0, 0];
  const connection = async () => {
    while (asked < count && performance.now() - begun < milliseconds) {
      asked += 1;
      await answerTo(next(), agent);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return { requests: answered, seconds: (performance.now() - begun) / 1000 };
}

/**
 * @param {Ask} ask
 * @param {Agent} [agent]
 * @returns {Promise<any>} the JSON of the answer
 */
export function answerTo({ url, method = 'POST', headers = {}, body }, agent) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      ...(agent && { agent }),
      headers: {
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
    });
    sent.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (/** @type {string} */ part) => (answer += part));
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve(answer === '' ? null : JSON.parse(answer));
        else reject(new Error(`${method} ${url} answered ${statusCode}: ${answer}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
