import { type Conn, sql, type Tx } from '#platform/db'

/** A pass over the documents that an older reading of products made. */
export type ReindexPass = {
  /** Behind when it began. */
  readonly total: number
  readonly done: number
  /** The last product that it has come to. */
  readonly place: string
  readonly completed: boolean
}

const nameOf = (analysis: number): string => `analysis-${analysis}`

export async function findPass(conn: Conn, analysis: number): Promise<ReindexPass | undefined> {
  const { rows } = await sql<{
    total: number | null
    lines_done: number
    place: string | null
    completed: boolean
  }>`
    select total, lines_done, place, completed_at is not null as completed
    from catalog.loads where name = ${nameOf(analysis)}
  `.execute(conn)
  const [row] = rows
  return (
    row && {
      total: row.total ?? 0,
      done: row.lines_done,
      place: row.place ?? '',
      completed: row.completed,
    }
  )
}

/** Counts what is behind, once: it reads all documents. */
export async function insertPass(tx: Tx, analysis: number): Promise<void> {
  await sql`
    insert into catalog.loads (name, lines_done, place, total)
    select ${nameOf(analysis)}, 0, '', count(*) from catalog.search_documents where analysis < ${analysis}
    on conflict do nothing
  `.execute(tx)
}

/** The next ones that are behind, in the order of the primary key. */
export async function listBehind(
  tx: Tx,
  analysis: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from catalog.search_documents
    where analysis < ${analysis} and product_id > ${after}
    order by product_id
    limit ${limit}
  `.execute(tx)
  return rows.map(({ product_id: productId }) => productId)
}

export async function markPass(
  tx: Tx,
  analysis: number,
  { place, done }: Pick<ReindexPass, 'place' | 'done'>,
): Promise<void> {
  await sql`
    update catalog.loads set lines_done = ${done}, place = ${place} where name = ${nameOf(analysis)}
  `.execute(tx)
}

export async function markPassCompleted(tx: Tx, analysis: number, now: Date): Promise<void> {
  await sql`
    update catalog.loads set completed_at = ${now} where name = ${nameOf(analysis)}
  `.execute(tx)
}
