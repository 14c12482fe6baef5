import { Type } from 'typebox'
import { answers, ok, type Routes } from '#platform/http'
import type { Automations } from '../service.ts'
import { NoticeView, noticeExample, viewNotice } from './notice-schemas.ts'

const access = 'person'
const tags = ['Automations']
export function noticeRoutes(automations: Automations): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/notifications/:notificationId/read',
      config: { access, fails: ['automations.notice_not_found'] },
      schema: {
        operationId: 'readNotification',
        summary: 'Mark a notification as read',
        description: 'Marking the message again changes nothing.',
        tags,
        params: Type.Object({ notificationId: Type.String({ maxLength: 64 }) }),
        response: answers(NoticeView, {
          examples: [{ ...noticeExample, readAt: '2026-01-02T03:09:05.000Z' }],
        }),
      },
      handler: async ({ actor, params }) =>
        ok(viewNotice(await automations.readNotice(actor, params.notificationId))),
    })
  }
}
