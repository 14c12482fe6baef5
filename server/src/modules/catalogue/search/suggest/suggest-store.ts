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
import { type Conn, plannedForAll, sql } from '#platform/db'
import type { Vocabulary } from '../query/analysis.ts'
import { calledKind } from '../query/called-kind.ts'
import { seenOn } from '../ranking/identifier-sql.ts'
import { nameKey, searchText } from '../words/search-text.ts'
import { begunKinds } from './begun-kinds.ts'
import { type Begun, beginningMin, wordMatchParts } from './word-matches-sql.ts'

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

const keyOfBrand = brandKey(sql`brand`)

/**
 * Finds completions of a text with one statement: products by the prefix of an identifier, then by words, the last of
 * which may be incomplete (word-matches-sql.ts); brands; categories. It returns only what a search finds, too.
 */
export async function listSuggestions(
  conn: Conn,
  { restrictions, revision: known }: Terms,
  { typed, limit, language }: SuggestionsRequest,
  vocabulary: Vocabulary,
): Promise<AnswerUnderTerms<Suggestions>> {
  const read = readText(typed, vocabulary)
  if (read.words.length === 0) {
    return { answer: { products: [], brands: [], categories: [] }, revision: known }
  }
  const { rows } = await sql<Suggestions & { revision: number }>`
    with recursive ${productParts(restrictions, read, limit)}, ${brandParts(restrictions, read.text)}, ${categoryParts(restrictions, read)}
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${shownName(language)}, 'brand', p.brand, 'mpn', p.mpn,
          'sku', p.sku, 'match', s.match) order by s.place, s.begins desc, s.rank, s.product_id), '[]')
        from (select * from suggested order by place, begins desc, rank, product_id limit ${limit}) s
        join products.products p on p.id = s.product_id) as products,
      (select coalesce(jsonb_agg(brand order by key), '[]') from (
        select key, (select brand from search.documents d
          where ${keyOfBrand} = key ${visibleDocument(restrictions)} limit 1) as brand
        from brand_keys where key is not null limit ${limit}) b) as brands,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'path', path_names) order by place, name, id), '[]')
        from (select * from fitting_categories order by place, name, id limit ${limit}) c) as categories,
      (select last_value from products.terms_revision) as revision
    ${planOf(restrictions)}
  `.execute(conn)
  const [found] = rows
  if (!found) throw new Error('a statement without a source has one row')
  const { revision, ...answer } = found
  return { answer, revision }
}

/** Without restrictions of a company the text of the statement is the same for all. */
function planOf(restrictions: Restrictions) {
  return restrictions.length > 0 ? sql`` : sql.raw(plannedForAll)
}

type ReadText = Begun & { readonly text: string }

/** The words of a text, and the kinds of goods that they name or begin to name. */
function readText(typed: string, vocabulary: Vocabulary): ReadText {
  const text = typedText(typed.slice(0, typedMax))
  const words = wordsOfText(text)
  const before = words.slice(0, -1)
  const called = calledKind({
    ...vocabulary,
    words: before,
    alternatives: vocabulary.synonyms.alternativesIn(before),
    // The kind may stand anywhere before the last word: `toner brother black`.
    isBeside: () => true,
  })
  const within = called && {
    ids: called.ids,
    others: before.filter((_, at) => at < called.from || at >= called.to),
  }
  const synonyms = new Map(before.map((word) => [word, synonymsOf(word, vocabulary)]))
  return {
    text,
    words,
    synonyms,
    within,
    kinds: words.length > 0 ? begunKinds(words, vocabulary) : [],
  }
}

/** `cartouche d'encre` is `cartouche encre`, as in a search. */
const elision = /^(?:[dl]|qu)['’](?=\p{L})/iu

const synonymsMax = 4

function synonymsOf(word: string, { synonyms }: Vocabulary): string[] {
  return synonyms
    .alternativesIn([word])
    .filter(({ isSame }) => isSame)
    .slice(0, synonymsMax)
    .map(({ words }) => words.join(' '))
}

function wordsOfText(text: string): string[] {
  return searchText(text)
    .split(' ')
    .map((word) => word.replace(elision, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, wordsMax)
}

function productParts(restrictions: Restrictions, { text, ...begun }: ReadText, limit: number) {
  const prefixes = typedIdentifiers(text).filter(({ length }) => length >= beginningMin)
  // A part number may also be a word, but a person who types a word usually means the word.
  const looksLikeNumber = /[^\p{L}\s]/u.test(text)
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
    ), ${wordMatchParts(begun, restrictions, limit)}, suggested as materialized (
      select product_id, ${looksLikeNumber ? -1 : 99}::integer as place, rank::float8 as rank, true as begins, 'identifier' as match
      from by_identifier
      union all
      select product_id, place, length::float8, starts_with(name_key, ${nameKey(text)}::text), 'text'
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

/**
 * Categories of a kind that the text begins to name, if a suggested product is in them or the name is the whole text; then
 * those by their name or by a noun for one product. Empty ones are omitted.
 */
function categoryParts(restrictions: Restrictions, { words, kinds }: ReadText) {
  const typed = words.join(' ').toLowerCase()
  const whole = kinds.filter(({ others }) => others.length === 0).flatMap(({ ids }) => ids)
  const begun = kinds.filter(({ size }) => size === kinds[0]?.size).flatMap(({ ids }) => ids)
  return sql`
    -- Only few categories fit, so whether each has products is read after this.
    named_categories as materialized (
      select c.id, c.name, c.path_names, coalesce(array_position(${begun}::text[], c.id),
        case when starts_with(lower(c.name), ${typed}::text) then ${begun.length + 1}::integer else ${begun.length + 2}::integer end) as place
      from products.categories c
      where strpos(' ' || lower(c.name), ' ' || ${typed}::text) > 0
          or c.id = any(${whole}::text[])
          or exists (select 1 from unnest(c.nouns) noun where starts_with(noun, ${typed}::text))
          or c.id = any(${begun}::text[]) and exists (
            select from by_words w join search.documents d using (product_id) where d.category_ids @> array[c.id])
    ), fitting_categories as materialized (
      select c.* from named_categories c where ${isFilled(restrictions)}
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
