import { Decimal } from 'decimal.js'
import { type Conn, sql, type Tx } from '#platform/db'
import type { ReferenceDay } from './ecb.ts'

/** The first word on a day stands. */
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

/** The last day before this one, and not before the other. */
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
