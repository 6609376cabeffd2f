import { form, PDF } from './data-form.js';
import { pngOf } from './images.js';

type Body = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
}
/** An operation of the description with the example of a request. */
export interface WithExample {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: Body }>> };
}

export interface SentRequest {
  readonly method: WithExample['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: object;
}

/** Files that examples name. */
const FILES: Readonly<Record<string, Buffer>> = { 'certificate.pdf': PDF.bytes, 'face.png': pngOf(10, 10) };

/** Returns the operations in a description, in its order. */
export function operationsIn({ paths }: { readonly paths: object }): WithExample[] {
  return Object.entries(paths as Record<string, Record<string, WithExample>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { ...operation, path, method: method.toUpperCase() as WithExample['method'] };
    }),
  );
}

/**
 * Returns the request of an example.
 *
 * @param change returns the body that is sent instead of the one in the example
 */
export async function requestOfExample(
  { method, path, parameters = [], requestBody }: WithExample,
  change: (body: Body) => object | Promise<object> = (body) => body,
): Promise<SentRequest> {
  const given = (where: Parameter['in']) =>
    parameters
      .filter((each) => each.in === where && each.example !== undefined)
      .map(({ name, example }) => [name, String(example)] as [string, string]);
  const url = given('path').reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(given('query')).toString();
  const headers = Object.fromEntries(given('header'));
  const request = { method, url: query === '' ? url : `${url}?${query}`, headers };
  const [[type, { example }] = ['', {}]] = Object.entries(requestBody?.content ?? {});
  if (example === undefined) return request;
  const body = await change(example);
  if (type !== 'multipart/form-data') return { ...request, payload: body };
  const sent = formOf(body as Body);
  return { ...request, ...sent, headers: { ...headers, ...sent.headers } };
}

function formOf({ data, ...files }: Body) {
  const [[part, name] = ['', '']] = Object.entries(files) as [string, string][];
  const bytes = FILES[name];
  if (name !== '' && !bytes)
    throw new Error(`The example names a file that these tests do not have: ${name}`);
  return form(data, bytes && { name, bytes }, part);
}
