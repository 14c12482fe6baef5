import { newId } from '#kernel/id'
import { type Conn, type Database, sql } from '#platform/db'
import type { Family, Price } from './pricing.ts'

type Row = {
  readonly id: string
  readonly provider: string
  readonly family: string
  readonly input_femto: string
  readonly output_femto: string
  readonly cached_input_femto: string
  readonly is_free: boolean
}

/**
 * The ids of the prices that are valid now, by family. A price that differs from the newest one of its family is added: the history
 * is never changed. Processes do it one after the other.
 */
export async function recordPrices(
  database: Database,
  families: readonly Family[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  return database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('llm.prices'))`.execute(tx)
    const newest = await listNewest(tx)
    const ids = new Map<string, string>()
    for (const family of families) {
      const known = newest.find(
        (row) => row.family === family.name && row.provider === family.provider,
      )
      const id =
        known && isSame(known, family.price) ? known.id : await insertPrice(tx, family, now)
      ids.set(family.name, id)
    }
    return ids
  })
}

async function listNewest(conn: Conn): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select distinct on (provider, family) id, provider, family, input_femto::text, output_femto::text, cached_input_femto::text, is_free
    from llm.prices order by provider, family, id desc
  `.execute(conn)
  return rows
}

function isSame(row: Row, price: Price): boolean {
  return (
    BigInt(row.input_femto) === price.inputFemto &&
    BigInt(row.output_femto) === price.outputFemto &&
    BigInt(row.cached_input_femto) === price.cachedInputFemto &&
    row.is_free === price.isFree
  )
}

async function insertPrice(conn: Conn, { name, provider, price }: Family, now: Date) {
  const id = newId('llp', now)
  await sql`
    insert into llm.prices (id, provider, family, valid_from, input_femto, output_femto, cached_input_femto, is_free)
    values (${id}, ${provider}, ${name}, ${now}, ${price.inputFemto.toString()}, ${price.outputFemto.toString()},
      ${price.cachedInputFemto.toString()}, ${price.isFree})
  `.execute(conn)
  return id
}
