import { setImmediate as breathe } from 'node:timers/promises'
import {
  arrayLiteral,
  createIdentifierWriter,
  deleteIdentifiers,
  type Indexable,
} from '#modules/products'
import { type CopiedRows, copyRows, createCopiedRows, sql, type Tx } from '#platform/db'
import { kindMark } from '../words/nouns.ts'
import { analysisVersion, documentOf, type SearchDocument } from './document.ts'
import { insertUnread } from './insert-unread.ts'
import type { WordReader } from './read-words.ts'
import type { Vectors } from './vector-writer.ts'

/** Indexes the products, and replaces their existing documents. */
export async function indexProducts(
  tx: Tx,
  products: readonly Indexable[],
  reader?: WordReader,
  settled: Settled = settleIndexes,
): Promise<void> {
  if (products.length === 0) return
  const ids = products.map(({ id }) => id)
  if (reader) {
    await unindexProducts(tx, ids)
    return indexNewProducts(tx, products, reader, settled)
  }
  const documents = products.map(documentOf)
  await insertUnread(tx, documents)
  await deleteIdentifiers(tx, ids)
  const identifiers = createIdentifierWriter()
  for (const product of products) identifiers.add(product)
  await identifiers.write(tx)
  await settled(tx, documents.length)
}

/**
 * The number of documents that are built at a time. PostgreSQL analyses their new words in one statement. Between two
 * portions the loop yields to other work, such as connections on which PostgreSQL waits for rows.
 */
const togetherMax = 200

/**
 * Like `indexProducts`, for products that have no document yet. Documents with known words only are copied in binary
 * form. PostgreSQL analyses the others.
 */
export async function indexNewProducts(
  tx: Tx,
  products: readonly Indexable[],
  reader: WordReader,
  settled: Settled = settleIndexes,
): Promise<void> {
  if (products.length === 0) return
  let rows = createCopiedRows(copiedBytes)
  const identifiers = createIdentifierWriter()
  const unread: SearchDocument[] = []
  const languages = new Set<string>()
  for (let from = 0; from < products.length; from += togetherMax) {
    await breathe()
    const together = products.slice(from, from + togetherMax)
    const documents = together.map(documentOf)
    await breathe()
    const vectors = await reader.read(tx, documents)
    await breathe()
    for (const [at, document] of documents.entries()) {
      const read = vectors[at]
      if (read) addDocument(rows, document, read)
      else unread.push(document)
      languages.add(document.language)
    }
    for (const product of together) identifiers.add(product)
    if (rows.size() < copiedFrom) continue
    await copyDocuments(tx, rows)
    rows = createCopiedRows(copiedBytes)
  }
  await copyDocuments(tx, rows)
  await insertLanguages(tx, [...languages])
  await insertUnread(tx, unread)
  await identifiers.write(tx)
  await settled(tx, products.length)
}

/**
 * The documents are sent when they reach this number of bytes: PostgreSQL writes them while the next ones are built.
 */
const copiedFrom = 786_432
const copiedBytes = 1_048_576

export type DocumentFacts = Pick<
  SearchDocument,
  'productId' | 'shipTo' | 'price' | 'currency' | 'releasedOn'
>

/** Updates the fields that documents copy, without an analysis of texts. */
export async function updateDocumentFacts(
  tx: Tx,
  documents: readonly DocumentFacts[],
  settled: Settled = settleIndexes,
): Promise<void> {
  if (documents.length === 0) return
  await sql`
    update search.documents d set
      ship_to = g.ship_to::text[], price = g.price, currency = g.currency, released_on = g.released_on
    from unnest(
      ${documents.map(({ productId }) => productId)}::text[],
      ${documents.map(({ shipTo }) => arrayLiteral(shipTo))}::text[],
      ${documents.map(({ price }) => price.toFixed())}::numeric[],
      ${documents.map(({ currency }) => currency)}::text[],
      ${documents.map(({ releasedOn }) => releasedOn)}::date[]
    ) as g(product_id, ship_to, price, currency, released_on)
    where d.product_id = g.product_id
  `.execute(tx)
  await settled(tx, documents.length)
}

/** Decides when the pending entries of the GIN indexes are merged. */
export type Settled = (tx: Tx, documents: number) => Promise<void>

/** For a run that writes many documents: merges pending entries after some thousands of documents, and at the end. */
export type Settling = { readonly settled: Settled; rest(tx: Tx): Promise<void> }

/** A search reads this number of pending entries, and those that are just being written, within some milliseconds. */
const leftMax = 4_000

export function createSettling(): Settling {
  let left = 0
  const settle = async (tx: Tx) => {
    left = 0
    await settleIndexes(tx)
  }
  return {
    settled: async (tx, documents) => {
      left += documents
      if (left >= leftMax) await settle(tx)
    },
    rest: async (tx) => {
      if (left > 0) await settle(tx)
    },
  }
}

/**
 * Merges the pending entries into the GIN indexes, all at once: a tenth of the work of merging each alone. It runs
 * before the commit, so that no search has to read them.
 */
async function settleIndexes(tx: Tx): Promise<void> {
  await sql`
    select gin_clean_pending_list('search.documents_tsv'),
      gin_clean_pending_list('search.documents_words_15'),
      gin_clean_pending_list('search.documents_words_22'),
      gin_clean_pending_list('search.documents_words_34'),
      gin_clean_pending_list('search.documents_words_52'),
      gin_clean_pending_list('search.documents_by_category'),
      gin_clean_pending_list('products.identifiers_near')
  `.execute(tx)
}

/** Removes products from the search. */
export async function unindexProducts(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return
  await sql`delete from search.documents where product_id = any(${productIds})`.execute(tx)
  await deleteIdentifiers(tx, productIds)
}

async function insertLanguages(tx: Tx, languages: readonly string[]): Promise<void> {
  await sql`
    insert into search.languages (language) select unnest(${languages}::text[])
    on conflict do nothing
  `.execute(tx)
}

function addDocument(rows: CopiedRows, document: SearchDocument, read: Vectors): void {
  rows.row()
  rows.text(document.productId)
  rows.text(document.supplierCompanyId)
  rows.text(document.brand)
  rows.texts(document.categoryIds)
  rows.texts(document.shipTo)
  rows.texts(document.traits)
  rows.numeric(document.price.toFixed())
  rows.text(document.currency)
  rows.day(document.releasedOn)
  rows.text(document.nameKey)
  rows.real(read.length)
  rows.bytes(read.tsv)
  rows.bytes(read.frequencies)
  rows.integer(analysisVersion)
}

async function copyDocuments(tx: Tx, rows: CopiedRows): Promise<void> {
  const target = sql`search.documents (product_id, supplier_company_id, brand, category_ids, ship_to, traits, price,
    currency, released_on, name_key, length, tsv, frequencies, analysis)`
  await copyRows(tx, target, rows)
}

/**
 * Counts how many products have each word, which decides how rare a word is. It is needed after a load. Between loads
 * an uncounted word counts as rare, and a new word is rare.
 */
export async function refreshSearchStatistics(tx: Tx, now: Date): Promise<void> {
  // One at a time. A second one waits, and then counts again.
  await sql`select set_config('lock_timeout', '60s', true)`.execute(tx)
  await sql`select 1 from search.totals where name = 'documents' for update`.execute(tx)
  await sql`delete from search.terms`.execute(tx)
  await sql`
    insert into search.terms (lexeme, documents)
    select word, ndoc from ts_stat('select tsv from search.documents')
    -- Kinds of goods are counted, too; other marks are none: a colon follows their letter.
    where left(word, 1) <> ${kindMark} or substr(word, 3, 1) <> ':'
  `.execute(tx)
  await sql`delete from search.words`.execute(tx)
  await sql`
    insert into search.words (word, documents)
    select word, ndoc from ts_stat(
      'select to_tsvector(''search.any_product'', p.name || '' '' || p.brand || '' '' || p.description
          || case when p.texts is null then '''' else (
            select string_agg(concat_ws('' '', '''', t.value ->> ''name'', t.value ->> ''description''), '''')
            from jsonb_each(p.texts) as t) end)
        from products.products p where p.state = ''ACTIVE'' and not p.by_agreement')
    where word ~ '^[a-z]{4,}$' and ndoc >= 2
  `.execute(tx)
  await sql`
    insert into search.totals (name, documents, average_length, refreshed_at)
    select 'documents', count(*), greatest(coalesce(avg(length), 1), 1), ${now}::timestamptz
    from search.documents
    on conflict (name) do update set documents = excluded.documents,
      average_length = excluded.average_length, refreshed_at = excluded.refreshed_at
  `.execute(tx)
}
