import { sql, type Tx } from '#platform/db'
import { arrayLiteral } from './array-literal.ts'
import type { SearchDocument } from './document.ts'
import { languageMark } from './language.ts'
import { kindMark } from './nouns.ts'

/** Adds the documents of products, or replaces them: afterwards they are found by what they say now. */
export async function indexDocuments(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  if (documents.length === 0) return
  await upsertDocuments(tx, documents)
  await replaceIdentifiers(tx, documents)
  await settleIndexes(tx)
}

/**
 * Brings into the trees what was left beside them when it was written: all at once, a tenth of the work of each by itself.
 * Before the commit, so that it is there for nobody to search through.
 */
async function settleIndexes(tx: Tx): Promise<void> {
  await sql`
    select gin_clean_pending_list('catalog.search_documents_tsv'),
      gin_clean_pending_list('catalog.search_documents_by_category'),
      gin_clean_pending_list('catalog.search_identifiers_near')
  `.execute(tx)
}

/** Takes products off the search. */
export async function unindexProducts(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`delete from catalog.search_documents where product_id = any(${productIds})`.execute(tx)
  await sql`delete from catalog.search_identifiers where product_id = any(${productIds})`.execute(
    tx,
  )
}

async function upsertDocuments(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  const each = (read: (document: SearchDocument) => string) => documents.map(read)
  // Materialized: inlined, every vector would be computed a second time for its lexemes.
  await sql`
    with given as (
      select * from unnest(
        ${each(({ productId }) => productId)}::text[],
        ${each(({ language }) => language)}::text[],
        ${each(({ supplierCompanyId }) => supplierCompanyId)}::text[],
        ${each(({ brand }) => brand)}::text[],
        ${each(({ categoryIds }) => arrayLiteral(categoryIds))}::text[],
        ${each(({ shipTo }) => arrayLiteral(shipTo))}::text[],
        ${each(({ traits }) => arrayLiteral(traits))}::text[],
        ${each(({ price }) => price.toFixed())}::numeric[],
        ${each(({ currency }) => currency)}::text[],
        ${each(({ releasedOn }) => releasedOn)}::date[],
        ${each(({ nameKey }) => nameKey)}::text[],
        ${each(({ texts }) => texts.a)}::text[],
        ${each(({ texts }) => texts.b)}::text[],
        ${each(({ texts }) => texts.c)}::text[],
        ${each(({ texts }) => texts.d)}::text[],
        ${each(({ texts }) => texts.units)}::text[]
      ) as d(product_id, language, supplier_company_id, brand, category_ids, ship_to, traits, price, currency,
        released_on, name_key, a, b, c, d, units)
    ), read as materialized (
      select g.*,
        setweight(catalog.vector_of(language, a), 'A') ||
        setweight(catalog.vector_of(language, b), 'B') ||
        setweight(catalog.vector_of(language, c), 'C') ||
        setweight(catalog.vector_of(language, d), 'D') ||
        setweight(to_tsvector('simple', units), 'A') as tsv
      from given g
    ), languages as (
      insert into catalog.search_languages (language) select distinct language from given on conflict do nothing
    )
    insert into catalog.search_documents (product_id, supplier_company_id, brand, category_ids, ship_to,
      traits, price, currency, released_on, name_key, length, tsv, frequencies)
    select product_id, supplier_company_id, brand, category_ids::text[], ship_to::text[], traits::text[], price,
      currency, released_on, name_key, counted.length,
      tsv || array_to_tsvector(array(select ${kindMark} || id from unnest(category_ids::text[]) as id) ||
        case when language <> 'en' then array[${languageMark} || language] else '{}' end),
      counted.frequencies
    from read, catalog.count_lexemes(tsv) as counted
    on conflict (product_id) do update set
      supplier_company_id = excluded.supplier_company_id, brand = excluded.brand,
      category_ids = excluded.category_ids, ship_to = excluded.ship_to, traits = excluded.traits,
      price = excluded.price, currency = excluded.currency, released_on = excluded.released_on,
      name_key = excluded.name_key, length = excluded.length, tsv = excluded.tsv, frequencies = excluded.frequencies
  `.execute(tx)
}

async function replaceIdentifiers(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  const ids = documents.map(({ productId }) => productId)
  const rows = documents.flatMap(({ productId, identifiers }) =>
    identifiers.map(({ kind, value }) => ({ productId, kind, value })),
  )
  await sql`delete from catalog.search_identifiers where product_id = any(${ids})`.execute(tx)
  await sql`
    insert into catalog.search_identifiers (product_id, kind, value)
    select * from unnest(
      ${rows.map((row) => row.productId)}::text[],
      ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.value)}::text[])
    on conflict do nothing
  `.execute(tx)
}

/**
 * Counts anew how many products have each word, which is what makes a word rare. Needed after a load; between loads a
 * word that is not counted yet is taken for rare, which a new word is.
 */
export async function refreshSearchStatistics(tx: Tx, now: Date): Promise<void> {
  // One at a time: a second one waits, and then counts the same again.
  await sql`select set_config('lock_timeout', '60s', true)`.execute(tx)
  await sql`select 1 from catalog.search_totals where name = 'documents' for update`.execute(tx)
  await sql`delete from catalog.search_terms`.execute(tx)
  await sql`
    insert into catalog.search_terms (lexeme, documents)
    select word, ndoc from ts_stat('select tsv from catalog.search_documents')
    where left(word, 1) <> ${kindMark}
  `.execute(tx)
  await sql`delete from catalog.search_words`.execute(tx)
  await sql`
    insert into catalog.search_words (word, documents)
    select word, ndoc from ts_stat(
      'select to_tsvector(''catalog.any_product'', p.name || '' '' || p.brand || '' '' || p.description) from catalog.products p')
    where word ~ '^[a-z]{4,}$' and ndoc >= 2
  `.execute(tx)
  await sql`
    insert into catalog.search_totals (name, documents, average_length, refreshed_at)
    select 'documents', count(*), greatest(coalesce(avg(length), 1), 1), ${now}::timestamptz
    from catalog.search_documents
    on conflict (name) do update set documents = excluded.documents,
      average_length = excluded.average_length, refreshed_at = excluded.refreshed_at
  `.execute(tx)
}
