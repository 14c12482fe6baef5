import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { csvLine } from '#kernel/csv'
import { decimalOf, money } from '#kernel/money'
import { type Http, Refusal, type Routes, sendFile } from '#platform/http'
import { periodOf, ReportPeriod } from './report-list.ts'
import type { ReportDay, ReportDeps } from './report-store.ts'

const tags = ['Ads']
const csvPage = 500

export function reportRoutes(deps: ReportDeps): Routes {
  return async (http) => addCsv(http, deps)
}

const access = 'supplier_admin'
const fails = ['ads.report_too_long', 'catalog.supplier_required'] as const

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
      querystring: ReportPeriod,
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
    handler: async (request, reply) => {
      const { actor, query } = request
      const asked = { ...periodOf(query, now()), campaignId: query.campaignId }
      return sendFile(request, reply, async () => {
        // The first page is read before the answer begins, so that a refusal is a refusal.
        const first = await days(actor, { ...asked, limit: csvPage })
        const name = `ads-${asked.from}-${asked.to}.csv`
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="${name}"`)
        return linesOf(first, (after) => days(actor, { ...asked, after, limit: csvPage }))
      }) as never
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
