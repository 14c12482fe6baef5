import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { Notice } from './notice.ts'

const Instant = Type.String({ format: 'date-time' })

export const NoticeView = record(
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

export const noticeExample: Type.Static<typeof NoticeView> = {
  id: 'ntc_01m7xb82dw3khw78phh28dvacd',
  automation: { id: 'aut_01m7x9v1c40e5rk2m8w3tq6zna', name: 'Large orders' },
  runId: 'run_01m7xb82dw3khw78phh28dvacd',
  subject: 'A large order',
  message: 'Look at it.',
  eventType: 'order.created',
  entity: { type: 'order', id: 'ord_01m7xb82dw3khw78phh28dvacd' },
  createdAt: '2026-01-02T03:04:05.000Z',
}

export function viewNotice({ automationId, automationName, createdAt, readAt, ...notice }: Notice) {
  return {
    ...notice,
    automation: { id: automationId, name: automationName },
    createdAt: createdAt.toISOString(),
    ...(readAt && { readAt: readAt.toISOString() }),
  }
}
