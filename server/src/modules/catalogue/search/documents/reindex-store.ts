import { type Conn, sql, type Tx } from '#platform/db'

/** A pass over the documents of an older analysis. */
export type ReindexPass = {
  /** The number of outdated documents when the pass began. */
  readonly total: number
  readonly done: number
  /** The last product that the pass has reached. */
  readonly place: string
  readonly completed: boolean
}

export async function findPass(conn: Conn, analysis: number): Promise<ReindexPass | undefined> {
  const { rows } = await sql<{
    total: number
    done: number
    place: string
    completed: boolean
  }>`
    select total, documents_done as done, place, completed_at is not null as completed
    from search.reindex_passes where analysis = ${analysis}
  `.execute(conn)
  return rows[0]
}

/** Counts the outdated documents once, because it reads all documents. */
export async function insertPass(tx: Tx, analysis: number): Promise<void> {
  await sql`
    insert into search.reindex_passes (analysis, total, documents_done, place)
    select ${analysis}::integer, count(*), 0, '' from search.documents where analysis < ${analysis}
    on conflict do nothing
  `.execute(tx)
}

/** The next outdated documents, in the order of the primary key. */
export async function listBehind(
  tx: Tx,
  analysis: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from search.documents
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
    update search.reindex_passes set documents_done = ${done}, place = ${place} where analysis = ${analysis}
  `.execute(tx)
}

export async function markPassCompleted(tx: Tx, analysis: number, now: Date): Promise<void> {
  await sql`
    update search.reindex_passes set completed_at = ${now} where analysis = ${analysis}
  `.execute(tx)
}
