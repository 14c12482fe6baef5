import { Decimal } from 'decimal.js'
import { type Conn, sql, type Tx } from '#platform/db'
import type { ReferenceDay } from './fetching/ecb.ts'

/** Inserts the days that are not stored yet. A stored day never changes. */
export async function insertReferenceDays(tx: Tx, days: readonly ReferenceDay[]): Promise<void> {
  const all = days.flatMap(({ day, rates }) =>
    [...rates].map(([currency, rate]) => ({ day, currency, rate: rate.toFixed() })),
  )
  await sql`
    insert into fx.reference_rates (day, currency, rate)
    select * from unnest(
      ${all.map(({ day }) => day)}::date[],
      ${all.map(({ currency }) => currency)}::text[],
      ${all.map(({ rate }) => rate)}::numeric[]
    )
    on conflict (day, currency) do nothing
  `.execute(tx)
}

/** Finds the last stored day before `before`, if it is not older than `notBefore`. */
export async function findReferenceDay(
  conn: Conn,
  { before, notBefore }: { readonly before: string; readonly notBefore: string },
): Promise<ReferenceDay | undefined> {
  const { rows } = await sql<{ day: string; currency: string; rate: string }>`
    select day, currency, rate from fx.reference_rates
    where day = (
      select max(day) from fx.reference_rates where day < ${before}::date and day >= ${notBefore}::date
    )
  `.execute(conn)
  const [first] = rows
  if (!first) return undefined
  const rates = new Map(rows.map(({ currency, rate }) => [currency, new Decimal(rate)]))
  return { day: first.day, rates }
}
