import { typedText } from '#kernel/typed-text'
import {
  type AnswerUnderTerms,
  brandKey,
  hasOwnRestrictions,
  type Restrictions,
  shownName,
  type Terms,
  typedIdentifiers,
  visibleDocument,
} from '#modules/products'
import { type Conn, sql } from '#platform/db'
import { seenOn } from '../ranking/identifier-sql.ts'
import { nameKey, searchText } from '../words/search-text.ts'

export type SuggestedProduct = {
  readonly id: string
  readonly name: string
  readonly brand: string
  readonly mpn: string
  readonly sku: string
  readonly match: 'identifier' | 'text'
}

export type SuggestedCategory = { readonly id: string; readonly path: readonly string[] }

export type Suggestions = {
  readonly products: readonly SuggestedProduct[]
  readonly brands: readonly string[]
  readonly categories: readonly SuggestedCategory[]
}

export type SuggestionsRequest = {
  readonly typed: string
  /** The maximum of each kind. */
  readonly limit: number
  /** The language of the names, where a product has it. */
  readonly language: string | undefined
}

/** Nobody types more than this before a choice. The rest is ignored. */
const typedMax = 200
const wordsMax = 8
/** Half of the catalogue begins with a given single letter. */
const prefixMin = 2
/** The number of matching products that are read. If there are more, any of them is as good. */
const candidatesMax = 200

const keyOfBrand = brandKey(sql`brand`)

/**
 * Finds completions of a text with one statement: products by the prefix of an identifier, then by words, the last of
 * which may be incomplete; brands; categories. It returns only what a search finds, too.
 */
export async function listSuggestions(
  conn: Conn,
  { restrictions, revision: known }: Terms,
  { typed, limit, language }: SuggestionsRequest,
): Promise<AnswerUnderTerms<Suggestions>> {
  const text = typedText(typed.slice(0, typedMax))
  const words = searchText(text)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, wordsMax)
  if (words.length === 0) {
    return { answer: { products: [], brands: [], categories: [] }, revision: known }
  }
  const { rows } = await sql<Suggestions & { revision: number }>`
    with recursive ${productParts(restrictions, text, words, limit)}, ${brandParts(restrictions, text)}, ${categoryParts(restrictions, words)}
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${shownName(language)}, 'brand', p.brand, 'mpn', p.mpn,
          'sku', p.sku, 'match', s.match) order by s.place, s.rank, s.product_id), '[]')
        from (select * from suggested order by place, rank, product_id limit ${limit}) s
        join products.products p on p.id = s.product_id) as products,
      (select coalesce(jsonb_agg(brand order by key), '[]') from (
        select key, (select brand from search.documents d
          where ${keyOfBrand} = key ${visibleDocument(restrictions)} limit 1) as brand
        from brand_keys where key is not null limit ${limit}) b) as brands,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'path', path_names) order by place, name, id), '[]')
        from (select * from fitting_categories order by place, name, id limit ${limit}) c) as categories,
      (select last_value from products.terms_revision) as revision
  `.execute(conn)
  const [found] = rows
  if (!found) throw new Error('a statement without a source has one row')
  const { revision, ...answer } = found
  return { answer, revision }
}

function productParts(
  restrictions: Restrictions,
  text: string,
  words: readonly string[],
  limit: number,
) {
  const prefixes = typedIdentifiers(text).filter(({ length }) => length >= prefixMin)
  // A part number may also be a word, but a person who types a word usually means the word.
  const looksLikeNumber = /[^\p{L}\s]/u.test(text)
  const last = nameKey(words.at(-1) ?? '')
  const isPrefix = last.length >= prefixMin
  const complete = (isPrefix ? words.slice(0, -1) : words).join(' ')
  // The stem is tried in addition to the letters: `cables` is stored as `cabl`.
  const unfinished = sql`(
    (quote_literal(${last}::text) || ':*')::tsquery ||
    coalesce((select (string_agg(quote_literal(l.lexeme) || ':*', ' & '))::tsquery
      from unnest(search.vector_of(r.language, ${last}::text)) l), ''::tsquery))`
  const query = sql`(search.words_of(r.language, ${complete}::text)
    ${isPrefix ? sql`&& ${unfinished}` : sql``})`
  return sql`
    by_identifier as materialized (
      select i.product_id, min(length(i.value)) as rank
      from unnest(${prefixes}::text[]) as prefix
      cross join lateral (
        -- Every value is of a-z and 0-9, so that what begins with a text lies between it and the text with a tilde.
        select product_id, value from products.identifiers i
        where value >= prefix and value < prefix || '~' ${seenOn(restrictions)} order by value, product_id limit ${limit * 4}
      ) i
      group by i.product_id
    ), wanted as materialized (
      select string_agg(concat_ws(' & ', '(' || q.query || ')', r.own), ' | ')::tsquery as query
      from search.readings r cross join lateral (select ${query}::text as query) q where q.query <> ''
    ),
    by_words as materialized (
      select d.product_id, d.name_key, d.length
      from search.documents d
      where d.tsv @@ (select query from wanted) ${visibleDocument(restrictions)} limit ${sql.lit(candidatesMax)}
    ), suggested as materialized (
      select product_id, ${looksLikeNumber ? 0 : 3}::integer as place, rank::float8 as rank, 'identifier' as match from by_identifier
      union all
      select product_id, case when starts_with(name_key, ${nameKey(text)}::text) then 1 else 2 end,
        length::float8, 'text'
      from by_words where product_id not in (select product_id from by_identifier)
    )`
}

/** Steps from one brand to the next in the index, so that a brand costs the same however many products it has. */
function brandParts(restrictions: Restrictions, text: string) {
  const visible = visibleDocument(restrictions)
  const prefix = text.toLowerCase()
  return sql`
    brand_keys(key) as (
      (select ${keyOfBrand} from search.documents d
        where ${keyOfBrand} >= ${prefix} and ${keyOfBrand} < ${`${prefix}\u{10ffff}`} ${visible}
        order by ${keyOfBrand} limit 1)
      union all
      select (select ${keyOfBrand} from search.documents d
        where ${keyOfBrand} > b.key and ${keyOfBrand} < ${`${prefix}\u{10ffff}`} ${visible}
        order by ${keyOfBrand} limit 1)
      from brand_keys b where b.key is not null
    )`
}

/** Categories by their name or by a noun for one product. Empty ones are omitted. */
function categoryParts(restrictions: Restrictions, words: readonly string[]) {
  const typed = words.join(' ').toLowerCase()
  return sql`
    fitting_categories as materialized (
      select c.id, c.name, c.path_names, case when starts_with(lower(c.name), ${typed}::text) then 0 else 1 end as place
      from products.categories c
      where (strpos(' ' || lower(c.name), ' ' || ${typed}::text) > 0
          or exists (select 1 from unnest(c.nouns) noun where starts_with(noun, ${typed}::text)))
        and ${isFilled(restrictions)}
    )`
}

/** True if category `c`, or one below it, has a visible product on sale. */
function isFilled(restrictions: Restrictions) {
  if (hasOwnRestrictions(restrictions)) {
    return sql`(select d.product_id from search.documents d
      where d.category_ids @> array[c.id] ${visibleDocument(restrictions)} limit 1) is not null`
  }
  // A subquery for values instead of `exists`, which the planner would join with every product.
  return sql`(select below.id from products.categories below
    where c.id = any(below.path_ids) and (select p.id from products.products p
      where p.category_id = below.id and p.state = 'ACTIVE' limit 1) is not null
    limit 1) is not null`
}
