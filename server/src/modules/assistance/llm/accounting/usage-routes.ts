import { type Static, Type } from 'typebox'
import { may, type Principal } from '#kernel/actor'
import { csvLine } from '#kernel/csv'
import { record } from '#kernel/record'
import { daysMs, utcDay } from '#kernel/time'
import type { Database } from '#platform/db'
import { list, PageQuery, Refusal, type Routes } from '#platform/http'
import { fail } from '../failures.ts'
import { listUsage, type UsageFilter, type UsageRow, usageGroups } from './usage-store.ts'

const NanoDollars = Type.String({ description: 'US dollars times 10^9, a whole number.' })

const UsageView = record(
  'LanguageModelUsage',
  'What was used, for one value of `groupBy`. The two costs are never added together.',
  {
    key: Type.String({
      description: 'The person, the provider, `provider/model`, or the UTC day.',
    }),
    inputTokens: Type.Integer({ description: 'All input tokens, with those of the cache.' }),
    cachedInputTokens: Type.Integer(),
    outputTokens: Type.Integer({ description: 'All output tokens, with those of the reasoning.' }),
    reasoningTokens: Type.Integer(),
    reported: Type.Object(
      { requests: Type.Integer(), costNano: NanoDollars },
      { description: 'Calls whose usage the provider reported.' },
    ),
    estimated: Type.Object(
      { requests: Type.Integer(), costNano: NanoDollars },
      { description: 'Calls whose usage is estimated.' },
    ),
  },
)

const example: Static<typeof UsageView> = {
  key: 'A/gpt-5',
  inputTokens: 5_204,
  cachedInputTokens: 1_024,
  outputTokens: 812,
  reasoningTokens: 128,
  reported: { requests: 14, costNano: '2930500' },
  estimated: { requests: 1, costNano: '50300' },
}

const UsageQuery = Type.Object({
  ...PageQuery.properties,
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The first UTC day. Default: 30 days before `to`.',
    }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date', description: 'The last UTC day. Default: today.' }),
  ),
  groupBy: Type.Enum([...usageGroups], { default: 'day' }),
  companyId: Type.Optional(
    Type.String({ maxLength: 100, description: 'For operators: the usage of one company.' }),
  ),
  format: Type.Enum(['json', 'csv'], {
    default: 'json',
    description: '`csv`: a table of up to 10,000 rows, without pages.',
  }),
})

const Limited = list(UsageView, { examples: [example] })
const csvRowsMax = 10_000
const rangeDaysMax = 92

/** People see their own usage, administrators that of their company, operators that of all companies. */
export function usageRoutes({ database, now }: { database: Database; now: () => Date }): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/llm/usage',
      config: { access: 'person', fails: ['llm.usage_range_invalid'] },
      schema: {
        operationId: 'listLanguageModelUsage',
        summary: 'List the usage of language models',
        description:
          'Buyers and approvers see what they used themselves, administrators what their company used, operators what all companies used. The range has at most 92 days.',
        tags: ['Language models'],
        querystring: UsageQuery,
        response: {
          200: {
            description: 'The usage, in groups.',
            content: {
              'application/json': { schema: Limited[200] },
              'text/csv': {
                schema: Type.Unsafe<Static<(typeof Limited)[200]>>(
                  Type.String({ examples: ['key,inputTokens\r\n2026-11-23,5204\r\n'] }),
                ),
              },
            },
          },
          '4xx': Refusal,
          '5xx': Refusal,
        },
      },
      handler: async ({ actor, query, page }, reply) => {
        const { groupBy, format } = query
        const range = rangeOf(query, now())
        const scope = scopeOf(actor, query.companyId)
        const isTable = format === 'csv'
        const after = isTable ? undefined : page.after(Type.String())
        const limit = isTable ? csvRowsMax : page.probe
        const filter: UsageFilter = { ...scope, ...range, groupBy, after, limit }
        const rows = await listUsage(database.pool, filter)
        if (!isTable) return page.answer(rows, viewUsageRow, ({ key }) => key)
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', 'attachment; filename="language-models.csv"')
        return reply.send(tableOf(rows) as never)
      },
    })
  }
}

function scopeOf(actor: Principal, wanted: string | undefined) {
  if (may(actor, 'operate_platform')) return { companyId: wanted, userId: undefined }
  const userId = may(actor, 'administer_company') ? undefined : actor.id
  return { companyId: actor.companyId, userId }
}

function rangeOf({ from, to }: { from?: string; to?: string }, now: Date) {
  const last = to ?? utcDay(now)
  const first = from ?? utcDay(new Date(Date.parse(last) - daysMs(30)))
  const days = (Date.parse(last) - Date.parse(first)) / daysMs(1)
  if (!(days >= 0 && days <= rangeDaysMax)) throw fail('usage_range_invalid')
  return { from: first, to: last }
}

function viewUsageRow(row: UsageRow): Static<typeof UsageView> {
  return {
    key: row.key,
    inputTokens: row.inputTokens,
    cachedInputTokens: row.cachedInputTokens,
    outputTokens: row.outputTokens,
    reasoningTokens: row.reasoningTokens,
    reported: { requests: row.reportedRequests, costNano: row.reportedCostNano.toString() },
    estimated: { requests: row.estimatedRequests, costNano: row.estimatedCostNano.toString() },
  }
}

const columns = [
  'key',
  'inputTokens',
  'cachedInputTokens',
  'outputTokens',
  'reasoningTokens',
  'reportedRequests',
  'reportedCostNano',
  'estimatedRequests',
  'estimatedCostNano',
] as const satisfies readonly (keyof UsageRow)[]

function tableOf(rows: readonly UsageRow[]): string {
  const lines = rows.map((row) => csvLine(columns.map((name) => String(row[name]))))
  return csvLine(columns) + lines.join('')
}
