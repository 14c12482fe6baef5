import { Type } from 'typebox'
import { type Cut, defineList, filter, type ListRequest, placed } from '#platform/lists'
import type { Llm } from '../service.ts'
import { LimitView, limitExample, viewLimit } from './limit-schemas.ts'
import type { Limit } from './limit-store.ts'

export const limitList = (llm: Llm) =>
  defineList({
    operationId: 'listLanguageModelLimits',
    url: '/api/v1/llm/limits',
    summary: 'List the limits of language models',
    description: 'Lists the daily limits that operators have set.',
    tags: ['Language models'],
    config: { access: 'operator' },
    item: LimitView,
    examples: [
      {
        ...limitExample,
        setBy: 'usr_01m7xb82dw3khw78phh28dvacd',
        setAt: '2026-11-23T09:30:00.000Z',
      },
    ],
    columns: ['companyId', 'userId', 'provider', 'model', 'dailyTokens', 'setBy', 'setAt'],
    filters: { companyId: filter(Type.String({ maxLength: 100 })) },
    sorts: { company: { read: (request: Request, cut) => readByCompany(llm, request, cut) } },
    show: (limits: readonly Limit[]) => limits.map(viewLimit),
  })

type Request = ListRequest<{ readonly companyId?: string }>

async function readByCompany(llm: Llm, { query: { companyId } }: Request, { after, limit }: Cut) {
  const place = after?.map(String)
  const found = await llm.listLimits({ companyId, after: place, limit })
  return placed(found, (last) => [last.companyId, last.userId ?? '', last.provider, last.model])
}
