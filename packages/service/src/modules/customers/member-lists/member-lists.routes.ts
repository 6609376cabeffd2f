import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import { formatDateTime } from '../../../core/date-time.js';
import { Int64 } from '../../../core/http/schemas.js';
import { studioOf } from '../../integrations/api-key.js';
import { memberListsOf } from './member-lists.js';

export function memberListRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/member-lists',
      {
        config: { operation: 'getMemberLists', scope: 'MEMBER_LIST_READ' },
        schema: {
          operationId: 'getMemberLists',
          tags: ['Member Lists'],
          summary: 'Lists the member lists of the studio. Scope MEMBER_LIST_READ.',
          response: {
            200: Type.Array(
              Type.Object(
                {
                  listId: Type.Integer({ ...Int64, examples: [300001] }),
                  name: Type.String({ examples: ['Back course'] }),
                  modifiedDateTime: Type.String({
                    format: 'date-time',
                    description: 'Time of the last change to the list: a member added or removed.',
                    examples: ['2026-11-20T10:00:00+01:00'],
                  }),
                },
                { title: 'MemberList' },
              ),
            ),
          },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const lists = await memberListsOf(context.db, studio);
        return lists.map(({ id, name, modifiedAt }) => ({
          listId: id,
          name,
          modifiedDateTime: formatDateTime(modifiedAt, studio.timeZone),
        }));
      },
    );
  };
}
