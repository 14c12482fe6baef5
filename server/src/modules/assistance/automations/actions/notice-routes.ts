import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, list, ok, PageQuery, type Routes } from '#platform/http'
import type { Automations } from '../service.ts'
import { type Notice, noticesKeptDays } from './notice.ts'

const access = 'person'
const tags = ['Automations']
const Instant = Type.String({ format: 'date-time' })

const NoticeView = record(
  'Notification',
  'A message that an automation sent to the administrators of the company.',
  {
    id: Type.String(),
    automation: Type.Object({ id: Type.String(), name: Type.String() }),
    runId: Type.String(),
    subject: Type.String(),
    message: Type.String(),
    eventType: Type.String({ description: 'The kind of the event that caused the message.' }),
    entity: Type.Object({ type: Type.String(), id: Type.String() }),
    createdAt: Instant,
    readAt: Type.Optional(Instant),
  },
)

const example: Type.Static<typeof NoticeView> = {
  id: 'ntc_01m7xb82dw3khw78phh28dvacd',
  automation: { id: 'aut_01m7x9v1c40e5rk2m8w3tq6zna', name: 'Large orders' },
  runId: 'run_01m7xb82dw3khw78phh28dvacd',
  subject: 'A large order',
  message: 'Look at it.',
  eventType: 'order.created',
  entity: { type: 'order', id: 'ord_01m7xb82dw3khw78phh28dvacd' },
  createdAt: '2026-01-02T03:04:05.000Z',
}

const ListQuery = Type.Object({
  ...PageQuery.properties,
  unread: Type.Optional(
    Type.Boolean({ description: 'True: only messages that you have not read.' }),
  ),
})

export function noticeRoutes(automations: Automations): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/notifications',
      config: { access },
      schema: {
        operationId: 'listNotifications',
        summary: 'List notifications',
        description: `Newest first. The service keeps messages for ${noticesKeptDays} days, read or not.`,
        tags,
        querystring: ListQuery,
        response: list(NoticeView, { examples: [example] }),
      },
      handler: async ({ actor, page, query: { unread = false } }) => {
        const before = page.after(Type.String())
        const cut = { unread, limit: page.probe, ...(before !== undefined && { before }) }
        return page.answer(await automations.listNotices(actor, cut), viewNotice, ({ id }) => id)
      },
    })

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
          examples: [{ ...example, readAt: '2026-01-02T03:09:05.000Z' }],
        }),
      },
      handler: async ({ actor, params }) =>
        ok(viewNotice(await automations.readNotice(actor, params.notificationId))),
    })
  }
}

function viewNotice({ automationId, automationName, createdAt, readAt, ...notice }: Notice) {
  return {
    ...notice,
    automation: { id: automationId, name: automationName },
    createdAt: createdAt.toISOString(),
    ...(readAt && { readAt: readAt.toISOString() }),
  }
}
