import { Type } from 'typebox'
import { defineList, filter, type ListRequest, type QueryOf, readNewest } from '#platform/lists'
import type { Automations } from '../service.ts'
import { type Notice, noticesKeptDays } from './notice.ts'
import { NoticeView, noticeExample, viewNotice } from './notice-schemas.ts'

const filters = {
  unread: filter(Type.Boolean({ description: 'True: only messages that you have not read.' })),
}

export const noticeList = (automations: Automations) =>
  defineList({
    operationId: 'listNotifications',
    url: '/api/v1/notifications',
    summary: 'List notifications',
    description: `Newest first. The service keeps messages for ${noticesKeptDays} days, read or not.`,
    tags: ['Automations'],
    config: { access: 'person' },
    item: NoticeView,
    examples: [noticeExample],
    columns: ['id', 'subject', 'automation.name', 'eventType', 'entity.id', 'createdAt', 'readAt'],
    filters,
    sorts: readNewest(
      ({ actor, query: { unread = false } }: ListRequest<QueryOf<typeof filters>>, page) =>
        automations.listNotices(actor, { unread, ...page }),
    ),
    show: (notices: readonly Notice[]) => notices.map(viewNotice),
  })
