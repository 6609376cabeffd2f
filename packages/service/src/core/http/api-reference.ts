import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';

/**
 * Lets the viewer fit a phone, where rows of its tables become lists, and darkens colours that are hard to read. The
 * column of links is empty in this description.
 */
const LOOK = `
.swagger-ui .opblock .opblock-summary-method { color: #000; text-shadow: none; }
.swagger-ui .btn.authorize { border-color: #067647; color: #067647; }
.swagger-ui .btn.authorize svg { fill: #067647; }
.swagger-ui :is(.info, .markdown) a { color: #1d4ed8; }
.swagger-ui .info .title small { background: #52607a; }
.swagger-ui .info .title small.version-stamp { background: #067647; }
.swagger-ui .parameter__in { color: inherit; }
.swagger-ui .opblock-summary-path a { display: inline-block; padding-block: 3px; }
.swagger-ui .info .renderedMarkdown { max-width: 48rem; line-height: 1.5; }
.swagger-ui .opblock-body .response-col_links { display: none; }
@media (width < 640px) {
  .swagger-ui .info { margin-block: 24px; }
  .swagger-ui .info .title { font-size: 28px; }
  .swagger-ui .wrapper { padding-inline: 12px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; padding-inline: 0; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1; padding: 4px 0; }
  .swagger-ui .opblock-tag .expand-operation { margin-inline-start: auto; }
  .swagger-ui .opblock-summary-control { flex-wrap: wrap; row-gap: 6px; }
  .swagger-ui .opblock-summary-control .opblock-summary-path-description-wrapper { flex: 1 0 100%; padding-inline: 0; }
  .swagger-ui .opblock-summary .copy-to-clipboard { display: none; }
  .swagger-ui .opblock-body :is(table, tbody, tr, td) { display: block; width: auto; max-width: 100%; }
  .swagger-ui .opblock-body thead { display: none; }
  .swagger-ui .opblock-body td { padding-block: 4px; overflow-wrap: anywhere; }
}
`;

/** Gives the viewer its own dark colours on a dark system. By itself, it has only a switch, in a bar not shown here. */
const TONE = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;

/** Serves the description of the Open API for readers at `/open-api`. */
export const apiReference: FastifyPluginAsync = async (scope) => {
  // The page of the package has no viewport, so that phones would lay it out for a desktop.
  scope.addHook('onSend', async (_, reply, payload) =>
    typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
      ? payload.replace(
          '<title>',
          '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>',
        )
      : payload,
  );
  await scope.register(swaggerUi, {
    routePrefix: '/open-api',
    logLevel: 'silent',
    staticCSP: true,
    // The bar at the top only repeats the address of the description.
    uiConfig: { layout: 'BaseLayout' },
    theme: {
      title: 'UPC Open API reference',
      css: [{ filename: 'look.css', content: LOOK }],
      js: [{ filename: 'tone.js', content: TONE }],
    },
  });
};
