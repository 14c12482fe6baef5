import { sql } from '#platform/db'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** The usage of each day is a record of costs and stays, by the id of the person. Single calls and prompts are removed. */
export const llmData: PersonalData = {
  name: 'languageModels',
  collect: (conn, { userId, ...person }) =>
    pagesOf({ userId, ...person }, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'callId', id, 'model', model, 'askedAt', created_at,
          'inputTokens', uncached_input + cached_input + cache_write_input, 'outputTokens', output) as data
        from llm.attempts
        where company_id = ${companyId} and user_id = ${userId} ${before === undefined ? sql`` : sql`and id < ${before}`}
        order by id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    const companies = [...companyIds]
    await sql`
      with prompts as (
        delete from llm.prompts where company_id = any(${companies}) and user_id = ${userId}
      )
      delete from llm.attempts where company_id = any(${companies}) and user_id = ${userId} and state <> 'RESERVED'
    `.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from llm.usage_days where company_id = any(${companies}) and user_id = ${userId}
    `.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) return []
    return [
      { what: 'language model usage by day', count, reason: 'Costs of the company are accounted.' },
    ]
  },
}
