import { type Static, Type } from 'typebox'
import { money } from '#kernel/money'
import { MoneySchema } from '#kernel/money-schema'
import { record } from '#kernel/record'
import { after, daysMs, utcDay } from '#kernel/time'
import { viewMoney } from '#platform/http'
import { type Cut, defineList, filter, type ListRequest, placed } from '#platform/lists'
import { fail } from '../failures.ts'
import type { ReportDay, ReportDeps, ReportQuery } from './report-store.ts'

const daysMax = 366
const defaultDays = 30

const Day = Type.String({ format: 'date', maxLength: 10 })

const filters = {
  from: filter(
    Type.String({ ...Day, description: 'The first day. Default: 30 days before the last day.' }),
  ),
  to: filter(Type.String({ ...Day, description: 'The last day. Default: today.' })),
  campaignId: filter(Type.String({ maxLength: 64 })),
}

const counts = {
  auctions: Type.Integer({ description: 'Auctions in which the campaign took part.' }),
  places: Type.Integer({ description: 'Places that it won.' }),
  clicks: Type.Integer(),
  charged: Type.Integer({ description: 'Clicks that cost something.' }),
  marked: Type.Integer({ description: 'Invalid clicks. They cost nothing.' }),
}

const ReportDayView = record(
  'AdReportDay',
  'What a campaign did on a day in its time zone.',
  {
    day: Type.String({ format: 'date' }),
    campaignId: Type.String(),
    supplierId: Type.String(),
    name: Type.String(),
    ...counts,
    spent: MoneySchema,
  },
  {
    examples: [
      {
        day: '2026-01-02',
        campaignId: 'cmp_01m7xb82dw3khw78phh28dvacd',
        supplierId: 'co_01m7x9r5n2b4j6h8f0d2s4a6p8',
        name: 'Spring bolts',
        auctions: 1_204,
        places: 317,
        clicks: 12,
        charged: 10,
        marked: 1,
        spent: { amount: '4.50', currency: 'EUR' },
      },
    ],
  },
)

export const ReportPeriod = Type.Object({
  from: Type.Optional(filters.from.schema),
  to: Type.Optional(filters.to.schema),
  campaignId: Type.Optional(filters.campaignId.schema),
})

/** The file has a route of its own: clients know its columns by other names than those of the items. */
export const reportList = (deps: ReportDeps) =>
  defineList({
    operationId: 'getAdReport',
    url: '/api/v1/ads/report',
    summary: 'Get the report of campaigns',
    description:
      'One entry for each campaign and day, the newest day first. Places are counted some seconds after they were shown.',
    tags: ['Ads'],
    config: {
      access: 'supplier_admin',
      fails: ['ads.report_too_long', 'catalog.supplier_required'],
    },
    item: ReportDayView,
    columns: ['day', 'name', 'auctions', 'places', 'clicks', 'charged', 'marked', 'spent'],
    filters,
    sorts: { newest: { read: (request: Request, cut) => readDays(deps, request, cut) } },
    show: (days: readonly ReportDay[]) => days.map(viewDay),
  })

type Request = ListRequest<{
  readonly from?: string
  readonly to?: string
  readonly campaignId?: string
}>

async function readDays({ now, days }: ReportDeps, { actor, query }: Request, cut: Cut) {
  const [day, id] = cut.after ?? []
  const found = await days(actor, {
    ...periodOf(query, now()),
    campaignId: query.campaignId,
    ...(id !== undefined && { after: [String(day), String(id)] }),
    limit: cut.limit,
  })
  return placed(found, (one) => [one.day, one.campaignId])
}

function viewDay({ spentMinor, currency, ...one }: ReportDay): Static<typeof ReportDayView> {
  return { ...one, spent: viewMoney(money(BigInt(spentMinor), currency)) }
}

export function periodOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): Pick<ReportQuery, 'from' | 'to'> {
  // A campaign east of Greenwich may be in tomorrow already.
  const to = query.to ?? utcDay(after(now, daysMs(1)))
  const from = query.from ?? utcDay(after(new Date(to), -daysMs(defaultDays)))
  const length = (Date.parse(to) - Date.parse(from)) / daysMs(1) + 1
  if (length < 1 || length > daysMax) throw fail('report_too_long', { days: daysMax })
  return { from, to }
}
