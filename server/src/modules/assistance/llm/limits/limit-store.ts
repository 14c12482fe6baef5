import { type Conn, sql, type Tx } from '#platform/db'
import type { ProviderName } from '../accounting/pricing.ts'

export type LimitPlace = {
  readonly companyId: string
  /** Undefined: the total of the company. */
  readonly userId: string | undefined
  readonly provider: ProviderName
  /** A model family. */
  readonly model: string
}

export type Limit = LimitPlace & {
  readonly dailyTokens: number | null
  readonly setBy: string
  readonly setAt: Date
}

export async function upsertLimit(tx: Tx, limit: Limit): Promise<void> {
  const { companyId, userId = '', provider, model, dailyTokens, setBy, setAt } = limit
  await sql`
    insert into llm.limits (company_id, user_id, provider, family, daily_tokens, set_by, set_at)
    values (${companyId}, ${userId}, ${provider}, ${model}, ${dailyTokens}, ${setBy}, ${setAt})
    on conflict (company_id, user_id, provider, family) do update
    set daily_tokens = excluded.daily_tokens, set_by = excluded.set_by, set_at = excluded.set_at
  `.execute(tx)
}

export async function deleteLimit(tx: Tx, place: LimitPlace): Promise<void> {
  const { companyId, userId = '', provider, model } = place
  await sql`
    delete from llm.limits
    where company_id = ${companyId} and user_id = ${userId} and provider = ${provider} and family = ${model}
  `.execute(tx)
}

type Row = {
  readonly company_id: string
  readonly user_id: string
  readonly provider: ProviderName
  readonly family: string
  readonly daily_tokens: string | null
  readonly set_by: string
  readonly set_at: Date
}

export async function listLimitRows(
  conn: Conn,
  {
    companyId,
    after,
    limit,
  }: {
    readonly companyId: string | undefined
    readonly after: readonly string[] | undefined
    readonly limit: number
  },
): Promise<Limit[]> {
  const [company = '', user = '', provider = '', family = ''] = after ?? []
  const { rows } = await sql<Row>`
    /* across companies: operators see the limits of all companies */
    select company_id, user_id, provider, family, daily_tokens::text, set_by, set_at from llm.limits
    where (${companyId ?? null}::text is null or company_id = ${companyId ?? null})
      and (company_id, user_id, provider, family) > (${company}, ${user}, ${provider}, ${family})
    order by company_id, user_id, provider, family limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id,
    userId: row.user_id === '' ? undefined : row.user_id,
    provider: row.provider,
    model: row.family,
    dailyTokens: row.daily_tokens === null ? null : Number(row.daily_tokens),
    setBy: row.set_by,
    setAt: row.set_at,
  }))
}
