import { findCompany } from '#modules/identity'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import { type NumberKind, type NumberSeries, numberKinds } from './number-series.ts'

/**
 * The next number of a company for records of a kind: `PO-2026-000123`. The year is that of the company's time zone. It is unique
 * in the company and never used again. The row of the counter stays locked until the commit, so that the records of one company
 * wait for each other from here on: take the number after all other locks.
 */
export async function takeNumber(
  tx: Tx,
  companyId: string,
  kind: NumberKind,
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select numbering.take_number(${companyId} /* company_id */, ${kind}, ${at}::timestamptz) as number
  `.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error(`no number for a ${kind} of ${companyId}`)
  return taken.number
}

/** The series of a company, in the order of `numberKinds`. `next` is the number of a record that is made at `at`. */
export async function listSeries(conn: Conn, companyId: string, at: Date): Promise<NumberSeries[]> {
  const company = await findCompany(conn, companyId)
  if (!company) throw new Error(`there is no company ${companyId}`)
  const { rows } = await sql<NumberSeries>`
    select kinds.kind, coalesce(series.prefix, numbering.prefix_of(kinds.kind)) as prefix,
      coalesce(series.start, 1) as start,
      numbering.compose_number(kinds.kind, series.prefix, this_year.year, next_count.count) as next
    from unnest(${[...numberKinds]}::text[]) with ordinality as kinds (kind, place)
    cross join (
      select extract(year from ${at}::timestamptz at time zone ${company.timeZone})::integer as year
    ) as this_year
    left join numbering.series on series.company_id = ${companyId} and series.kind = kinds.kind
    left join numbering.counters
      on counters.company_id = ${companyId} and counters.kind = kinds.kind and counters.year = this_year.year
    cross join lateral (
      select greatest(coalesce(counters.last, 0) + 1, coalesce(series.start, 1)) as count
    ) as next_count
    order by kinds.place
  `.execute(conn)
  return rows
}

/** Changes of one company run one after the other. */
export async function lockSeries(tx: Tx, companyId: string): Promise<void> {
  await oneAfterTheOther(tx, `numbering ${companyId}`)
}

export async function saveSeries(
  tx: Tx,
  companyId: string,
  { kind, prefix, start }: NumberSeries,
  now: Date,
): Promise<void> {
  await sql`
    insert into numbering.series (company_id, kind, prefix, start, changed_at)
    values (${companyId}, ${kind}, ${prefix}, ${start}, ${now})
    on conflict (company_id, kind) do update
    set prefix = excluded.prefix, start = excluded.start, changed_at = excluded.changed_at
  `.execute(tx)
}
