import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import { type SynonymRow, tables } from '../tables.ts'
import type { Synonym, SynonymGroup, SynonymLanguage } from './synonym.ts'

/** Sorted by id, so that the order is stable. */
export async function listSynonyms(conn: Conn, limit: number): Promise<Synonym[]> {
  const rows = await tables(conn)
    .selectFrom('search.synonyms')
    .selectAll()
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toSynonym)
}

export async function findSynonym(conn: Conn, id: string): Promise<Synonym | undefined> {
  const row = await tables(conn)
    .selectFrom('search.synonyms')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toSynonym(row)
}

/** Changes run one after the other, because a cycle can go through all groups. */
export async function lockSynonyms(tx: Tx): Promise<void> {
  await sql`lock table search.synonyms in share row exclusive mode`.execute(tx)
}

export async function insertSynonym(tx: Tx, synonym: Synonym): Promise<void> {
  const { id, language, words, alsoFind, createdAt, updatedAt } = synonym
  await tables(tx)
    .insertInto('search.synonyms')
    .values({
      id,
      language,
      words: [...words],
      also_find: [...alsoFind],
      created_at: createdAt,
      updated_at: updatedAt,
    })
    .execute()
}

export async function updateSynonym(
  tx: Tx,
  id: string,
  { language, words, alsoFind }: SynonymGroup,
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('search.synonyms')
    .set({ language, words: [...words], also_find: [...alsoFind], updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Returns false for an unknown group. */
export async function deleteSynonymRow(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('search.synonyms')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function synonymsRevision(conn: Conn): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select last_value as revision from search.synonyms_revision
  `.execute(conn)
  return rows[0]?.revision ?? 0
}

export function toSynonym(row: SynonymRow): Synonym {
  return {
    id: row.id as Id<'syn'>,
    language: row.language as SynonymLanguage,
    words: row.words,
    alsoFind: row.also_find,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
