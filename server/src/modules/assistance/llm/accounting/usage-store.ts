import { type Conn, sql } from '#platform/db'

export const usageGroups = ['user', 'provider', 'model', 'day'] as const
export type UsageGroup = (typeof usageGroups)[number]

export type UsageFilter = {
  /** Undefined: all companies, for operators. */
  readonly companyId: string | undefined
  /** Undefined: all people. */
  readonly userId: string | undefined
  /** The first and the last day, as `2026-11-23`. */
  readonly from: string
  readonly to: string
  readonly groupBy: UsageGroup
  /** The key of the last row of the page before. */
  readonly after: string | undefined
  readonly limit: number
}

export type UsageRow = {
  readonly key: string
  readonly reportedRequests: number
  readonly estimatedRequests: number
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly outputTokens: number
  readonly reasoningTokens: number
  /** Never added together. */
  readonly reportedCostNano: bigint
  readonly estimatedCostNano: bigint
}

/** Models of different providers may have one name, so the key of a model has both. */
const keys = {
  user: sql`user_id`,
  provider: sql`provider`,
  model: sql`provider || '/' || model`,
  day: sql`day::text`,
} as const

export async function listUsage(conn: Conn, filter: UsageFilter): Promise<UsageRow[]> {
  const { companyId = null, userId = null, from, to, after = null, limit } = filter
  const { rows } = await sql<{ [Name in keyof UsageRow]: string }>`
    /* across companies: operators see the usage of all companies */
    select * from (
      select ${keys[filter.groupBy]} collate "C" as key,
        sum(reported_requests)::text as "reportedRequests", sum(estimated_requests)::text as "estimatedRequests",
        sum(uncached_input + cached_input + cache_write_input)::text as "inputTokens", sum(cached_input)::text as "cachedInputTokens",
        sum(output)::text as "outputTokens", sum(reasoning)::text as "reasoningTokens",
        sum(reported_cost_nano)::text as "reportedCostNano", sum(estimated_cost_nano)::text as "estimatedCostNano"
      from llm.usage_days
      where day between ${from}::date and ${to}::date
        and (${companyId}::text is null or company_id = ${companyId}) and (${userId}::text is null or user_id = ${userId})
      group by 1
    ) grouped
    where ${after}::text is null or key > ${after}::text collate "C"
    order by key limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    key: row.key,
    reportedRequests: Number(row.reportedRequests),
    estimatedRequests: Number(row.estimatedRequests),
    inputTokens: Number(row.inputTokens),
    cachedInputTokens: Number(row.cachedInputTokens),
    outputTokens: Number(row.outputTokens),
    reasoningTokens: Number(row.reasoningTokens),
    reportedCostNano: BigInt(row.reportedCostNano),
    estimatedCostNano: BigInt(row.estimatedCostNano),
  }))
}
