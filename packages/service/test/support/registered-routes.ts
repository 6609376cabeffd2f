import type { FastifyInstance } from 'fastify';

/** Formats a method and an address, with each parameter as `{}`, so that two spellings of one address are one route. */
export const route = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{\w+\}|:\w+(\|:\w+)*/g, '{}')}`;

/**
 * Returns every route of the router, whether hidden from the description or not, except HEAD and OPTIONS.
 *
 * It reads the tree that Fastify prints, whose branches are the parts of addresses.
 */
export function registeredRoutes(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
      const depth = indent.length / 4;
      const path = `${above[depth - 1] ?? ''}${part}`;
      above[depth] = path;
      return methods
        .split(', ')
        .filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method))
        .map((method) => route(method, path));
    });
}
