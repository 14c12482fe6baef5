import { arrayLiteral, languageMark } from '#modules/products'
import { sql, type Tx } from '#platform/db'
import { kindMark } from '../words/nouns.ts'
import { analysisVersion, type SearchDocument } from './document.ts'
import { lengthMarksSql } from './length-marks.ts'

/** Lets PostgreSQL analyse the texts. It replaces existing documents. */
export async function insertUnread(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  const isPlain = ({ others }: SearchDocument) => others === undefined
  await insertPlain(tx, documents.filter(isPlain))
  await insertMixed(
    tx,
    documents.filter((one) => !isPlain(one)),
  )
}

/** The fields of a document besides its words: product_id, supplier_company_id, brand, category_ids, … name_key. */
function facts(documents: readonly SearchDocument[]) {
  const each = (read: (document: SearchDocument) => string) => arrayLiteral(documents.map(read))
  return sql`
    ${each(({ productId }) => productId)}::text[],
    ${each(({ supplierCompanyId }) => supplierCompanyId)}::text[],
    ${each(({ brand }) => brand)}::text[],
    ${each(({ categoryIds }) => arrayLiteral(categoryIds))}::text[],
    ${each(({ shipTo }) => arrayLiteral(shipTo))}::text[],
    ${each(({ traits }) => arrayLiteral(traits))}::text[],
    ${each(({ price }) => price.toFixed())}::numeric[],
    ${each(({ currency }) => currency)}::text[],
    ${each(({ releasedOn }) => releasedOn)}::date[],
    ${each(({ nameKey }) => nameKey)}::text[]`
}

const target = sql`search.documents (product_id, supplier_company_id, brand, category_ids, ship_to,
      traits, price, currency, released_on, name_key, length, tsv, frequencies, analysis)`

const onConflictReplace = sql`on conflict (product_id) do update set
      supplier_company_id = excluded.supplier_company_id, brand = excluded.brand,
      category_ids = excluded.category_ids, ship_to = excluded.ship_to, traits = excluded.traits,
      price = excluded.price, currency = excluded.currency, released_on = excluded.released_on,
      name_key = excluded.name_key, length = excluded.length, tsv = excluded.tsv, frequencies = excluded.frequencies,
      analysis = excluded.analysis`

/** The words of a text in its language, by weight. */
const vector = sql`setweight(search.vector_of(language, a), 'A') ||
        setweight(search.vector_of(language, b), 'B') ||
        setweight(search.vector_of(language, c), 'C') ||
        setweight(search.vector_of(language, d), 'D') ||
        setweight(to_tsvector('simple', units), 'A')`

async function insertPlain(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  if (documents.length === 0) return
  const each = (read: (document: SearchDocument) => string) => documents.map(read)
  // Materialized: inlined, each vector would be computed a second time for its lexemes.
  await sql`
    with given as (
      select * from unnest(
        ${each(({ language }) => language)}::text[],
        ${facts(documents)},
        ${each(({ texts }) => texts.a)}::text[],
        ${each(({ texts }) => texts.b)}::text[],
        ${each(({ texts }) => texts.c)}::text[],
        ${each(({ texts }) => texts.d)}::text[],
        ${each(({ texts }) => texts.units)}::text[]
      ) as d(language, product_id, supplier_company_id, brand, category_ids, ship_to, traits, price, currency,
        released_on, name_key, a, b, c, d, units)
    ), read as materialized (
      select g.*, ${vector} as tsv
      from given g
    ), languages as (
      insert into search.languages (language) select distinct language from given on conflict do nothing
    )
    insert into ${target}
    select product_id, supplier_company_id, brand, category_ids::text[], ship_to::text[], traits::text[], price,
      currency, released_on, name_key, counted.length,
      tsv || array_to_tsvector(array(select ${kindMark} || id from unnest(category_ids::text[]) as id) ||
        case when language <> 'en' then array[${languageMark} || language] else '{}' end ||
        ${lengthMarksSql(sql`counted.length`)}),
      counted.frequencies, ${analysisVersion}::integer
    from read, search.count_lexemes(tsv) as counted
    ${onConflictReplace}
  `.execute(tx)
}

/**
 * Documents with texts in several languages: each text is analysed in its own language, and all of them find the document. See
 * `search.count_languages` for how they rank.
 */
async function insertMixed(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  if (documents.length === 0) return
  const parts = documents.flatMap(({ productId, language, texts, others }) =>
    [{ language, texts }, ...(others ?? [])].map((part, nth) => ({ productId, nth, ...part })),
  )
  await insertMixedLanguages(tx, documents)
  await sql`
    with given as (
      select * from unnest(${facts(documents)})
        as d(product_id, supplier_company_id, brand, category_ids, ship_to, traits, price, currency, released_on, name_key)
    ), read as materialized (
      select product_id, nth, language, ${vector} as tsv
      from unnest(
        ${parts.map(({ productId }) => productId)}::text[],
        ${parts.map(({ nth }) => nth)}::integer[],
        ${parts.map(({ language }) => language)}::text[],
        ${parts.map(({ texts }) => texts.a)}::text[],
        ${parts.map(({ texts }) => texts.b)}::text[],
        ${parts.map(({ texts }) => texts.c)}::text[],
        ${parts.map(({ texts }) => texts.d)}::text[],
        ${parts.map(({ texts }) => texts.units)}::text[]
      ) as p(product_id, nth, language, a, b, c, d, units)
    ), joined as materialized (
      select product_id, search.joined(tsv order by nth) as tsv, array_agg(tsv) as vectors,
        array_agg(distinct language) as languages
      from read group by product_id
    )
    insert into ${target}
    select product_id, supplier_company_id, brand, category_ids::text[], ship_to::text[], traits::text[], price,
      currency, released_on, name_key, counted.length,
      tsv || array_to_tsvector(array(select ${kindMark} || id from unnest(category_ids::text[]) as id) ||
        case when languages <> '{en}' then array(select ${languageMark} || language from unnest(languages) as language)
          else '{}' end ||
        ${lengthMarksSql(sql`counted.length`)}),
      counted.frequencies, ${analysisVersion}::integer
    from given join joined using (product_id), search.count_languages(vectors) as counted
    ${onConflictReplace}
  `.execute(tx)
}

/** The catalogue is mixed from now on if a document is read in two ways: languages without stems are one. */
async function insertMixedLanguages(tx: Tx, documents: readonly SearchDocument[]): Promise<void> {
  const languages = documents.flatMap(({ language, others }) => [
    language,
    ...(others ?? []).map((other) => other.language),
  ])
  const isMixed = documents.some(({ language, others }) =>
    others?.some((other) => other.language !== language),
  )
  await sql`
    insert into search.languages (language) select distinct unnest(${languages}::text[]) order by 1
    on conflict do nothing
  `.execute(tx)
  if (!isMixed) return
  await sql`
    insert into search.mixed_documents (present)
    select true where not exists (select from search.mixed_documents)
    on conflict do nothing
  `.execute(tx)
}
