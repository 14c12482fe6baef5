import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import type { Actor } from '#kernel/actor'
import { csvLine } from '#kernel/csv'
import { decimalOf, money } from '#kernel/money'
import { MoneySchema } from '#kernel/money-schema'
import { record } from '#kernel/record'
import { after, type Clock, daysMs } from '#kernel/time'
import { type Http, list, PageQuery, Refusal, type Routes, viewMoney } from '#platform/http'
import { fail } from '../failures.ts'
import type { ReportDay, ReportQuery } from './report-store.ts'

const tags = ['Ads']
const daysMax = 366
const defaultDays = 30
const csvPage = 500

const Day = Type.String({ format: 'date', maxLength: 10 })

const period = {
  from: Type.Optional(
    Type.String({ ...Day, description: 'The first day. Default: 30 days before the last day.' }),
  ),
  to: Type.Optional(Type.String({ ...Day, description: 'The last day. Default: today.' })),
  campaignId: Type.Optional(Type.String({ maxLength: 64 })),
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

/** The cursor: the last day and campaign of the page. */
const Position = Type.Tuple([Type.String(), Type.String()])

export type ReportDeps = {
  readonly now: Clock
  readonly days: (actor: Actor, query: ReportQuery) => Promise<ReportDay[]>
}

export function reportRoutes(deps: ReportDeps): Routes {
  return async (http) => {
    addJson(http, deps)
    addCsv(http, deps)
  }
}

const access = 'supplier_admin'
const fails = ['ads.report_too_long', 'catalog.supplier_required'] as const

function addJson(http: Http, { now, days }: ReportDeps): void {
  http.route({
    method: 'GET',
    url: '/api/v1/ads/report',
    config: { access, fails },
    schema: {
      operationId: 'getAdReport',
      summary: 'Get the report of campaigns',
      description:
        'One entry for each campaign and day, the newest day first. Places are counted some seconds after they were shown.',
      tags,
      querystring: Type.Object({ ...PageQuery.properties, ...period }),
      response: list(ReportDayView),
    },
    handler: async ({ actor, query, page }) => {
      const { campaignId } = query
      const cut = { after: page.after(Position), limit: page.probe }
      const found = await days(actor, { ...periodOf(query, now()), campaignId, ...cut })
      return page.answer(found, viewDay, ({ day, campaignId: id }) => [day, id])
    },
  })
}

function addCsv(http: Http, { now, days }: ReportDeps): void {
  http.route({
    method: 'GET',
    url: '/api/v1/ads/report.csv',
    config: { access, fails },
    schema: {
      operationId: 'downloadAdReport',
      summary: 'Download the report of campaigns',
      description: 'The same entries as a CSV file.',
      tags,
      querystring: Type.Object(period),
      response: {
        200: {
          description: 'A file.',
          content: {
            'text/csv': { schema: Type.Unsafe<Readable>(Type.String({ examples: [header] })) },
          },
        },
        '4xx': Refusal,
        '5xx': Refusal,
      },
    },
    handler: async ({ actor, query }, reply) => {
      const asked = { ...periodOf(query, now()), campaignId: query.campaignId }
      // The first page is read before the answer begins, so that a refusal is a refusal.
      const first = await days(actor, { ...asked, limit: csvPage })
      const lines = linesOf(first, (after) => days(actor, { ...asked, after, limit: csvPage }))
      reply.type('text/csv; charset=utf-8')
      reply.header(
        'content-disposition',
        `attachment; filename="ads-${asked.from}-${asked.to}.csv"`,
      )
      return reply.send(Readable.from(lines, { objectMode: false }))
    },
  })
}

const columns = [
  'day',
  'campaignId',
  'supplierId',
  'name',
  'auctions',
  'places',
  'clicks',
  'charged',
  'marked',
  'spent',
  'currency',
]
const header = columns.map((name) => `"${name}"`).join(',')

async function* linesOf(
  first: readonly ReportDay[],
  read: (after: readonly [string, string]) => Promise<ReportDay[]>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  for (let found = first; found.length > 0; ) {
    yield found.map(csvOf).join('')
    const last = found.at(-1)
    if (!last || found.length < csvPage) return
    found = await read([last.day, last.campaignId])
  }
}

function csvOf(one: ReportDay): string {
  const { day, campaignId, supplierId, name, currency } = one
  const numbers = [one.auctions, one.places, one.clicks, one.charged, one.marked].map(String)
  const spent = decimalOf(money(BigInt(one.spentMinor), currency))
  return csvLine([day, campaignId, supplierId, name, ...numbers, spent, currency])
}

function viewDay({ spentMinor, currency, ...one }: ReportDay): Static<typeof ReportDayView> {
  return { ...one, spent: viewMoney(money(BigInt(spentMinor), currency)) }
}

function periodOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): Pick<ReportQuery, 'from' | 'to'> {
  // A campaign east of Greenwich may be in tomorrow already.
  const to = query.to ?? dayOf(after(now, daysMs(1)))
  const from = query.from ?? dayOf(after(new Date(to), -daysMs(defaultDays)))
  const length = (Date.parse(to) - Date.parse(from)) / daysMs(1) + 1
  if (length < 1 || length > daysMax) throw fail('report_too_long', { days: daysMax })
  return { from, to }
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
