import { type Restrictions, visibleDocument } from '#modules/products'
import { sql } from '#platform/db'
import type { Fragment } from '../ranking/filter-sql.ts'
import { kindMark } from '../words/nouns.ts'
import { nameKey } from '../words/search-text.ts'
import type { BegunKind } from './begun-kinds.ts'

/** A text as a suggestion reads it. */
export type Begun = {
  /** The words, the last of which may be unfinished. */
  readonly words: readonly string[]
  /** What stands for a whole word, besides itself. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>
  /** The kinds of goods that the text begins to name. */
  readonly kinds: readonly BegunKind[]
  /** The categories of the kind that the words before the last one name, and the words beside its name. */
  readonly within:
    | { readonly ids: readonly string[]; readonly others: readonly string[] }
    | undefined
}

/** Half of the catalogue begins with a given single letter. */
export const beginningMin = 2
/** The number of matching products that are read for each condition. If there are more, any of them is as good. */
const candidatesMax = 100

/** A condition in the words of reading `r`, as a tsquery. The smallest place is suggested first. */
type Condition = { readonly place: number; readonly query: Fragment }

/**
 * The products that fit the words: `by_words` has a place for each, and the categories of a kind among them. First those
 * of a kind that the text begins to name, if their name says so, and those of the kind before the last word by their
 * maker. Then all of the begun kinds, then by the words of names. Later conditions are tried only while there are fewer than
 * `limit` products.
 */
export function wordMatchParts(begun: Begun, restrictions: Restrictions, limit: number): Fragment {
  const steps = [namedConditions(begun), kindConditions(begun), textConditions(begun)].filter(
    (step) => step.length > 0,
  )
  const conditions = steps.flat()
  const values = conditions.map(({ place, query }) => sql`(${sql.lit(place)}, (${query})::text)`)
  const found = steps.map((_, at) => sql.ref(`found_${at}`))
  const parts = steps.flatMap((step, at) => {
    const name = found[at]
    if (!name) return []
    const before = found.slice(0, at)
    const places = sql.lit(Math.max(...step.map(({ place }) => place)))
    const first = sql.lit(Math.min(...step.map(({ place }) => place)))
    return [
      sql`${name} as materialized (
      select w.place, d.product_id, d.name_key, d.length
      from wanted w cross join lateral (
        select product_id, name_key, length from search.documents d
        where d.tsv @@ w.query ${visibleDocument(restrictions)} limit ${sql.lit(candidatesMax)}) d
      where w.place between ${first} and ${places} ${
        before.length > 0
          ? sql`and (${sql.join(
              before.map((one) => sql`(select count(distinct product_id) from ${one})`),
              sql` + `,
            )}) < ${limit}`
          : sql``
      })`,
    ]
  })
  const all = found.map((name) => sql`select * from ${name}`)
  return sql`
    wanted as materialized (
      select q.place, string_agg(concat_ws(' & ', '(' || q.query || ')', r.own), ' | ')::tsquery as query
      from search.readings r cross join lateral (values ${sql.join(values)}) as q(place, query)
      where q.query <> '' group by q.place
    ), ${sql.join(parts)},
    by_words as materialized (
      select distinct on (product_id) * from (${sql.join(all, sql` union all `)}) as each order by product_id, place
    )`
}

function namedConditions(read: Begun): Condition[] {
  const { words, kinds, within } = read
  const long = kinds.filter(({ size }) => size > 1)
  const short = kinds.filter(({ size }) => size <= 1)
  const last = words.at(-1) ?? ''
  return [
    ...long.map((kind, at) => ({ place: at, query: namedKind(kind, read) })),
    ...(within && isBeginning(last)
      ? [
          {
            place: 10,
            query: and(ofKind(within.ids), standing(read, within.others), unfinished(last, 'B')),
          },
        ]
      : []),
    ...short.map((kind, at) => ({ place: 20 + at, query: namedKind(kind, read) })),
  ]
}

/** A product of the kind whose name has the words of the kind, or the typed ones if a synonym led to the kind. */
function namedKind({ name, ids, used, others, isDirect }: BegunKind, read: Begun): Fragment {
  const last = read.words.at(-1) ?? ''
  const named = wordsOf([name], 'A')
  const typed = and(wordsOf(used, 'A'), isBeginning(last) ? unfinished(last, 'A') : empty)
  return and(ofKind(ids), standing(read, others, 'AB'), isDirect ? named : or(named, typed))
}

function kindConditions(read: Begun): Condition[] {
  return read.kinds.map(({ ids, others }, at) => ({
    place: 30 + at,
    query: and(ofKind(ids), standing(read, others)),
  }))
}

function textConditions(read: Begun): Condition[] {
  const { words, within } = read
  const last = words.at(-1) ?? ''
  if (!isBeginning(last)) return [{ place: 41, query: wordsOf(words) }]
  const before = words.slice(0, -1)
  const inName = { place: 41, query: and(standing(read, before, 'AB'), unfinished(last, 'AB')) }
  const anywhere = { place: 42, query: and(standing(read, before), unfinished(last, 'AB')) }
  if (!within) return before.length > 0 ? [inName, anywhere] : [inName]
  const ofKindBefore = and(
    ofKind(within.ids),
    standing(read, within.others),
    unfinished(last, 'AB'),
  )
  return [{ place: 40, query: ofKindBefore }, inName, anywhere]
}

const isBeginning = (word: string) => nameKey(word).length >= beginningMin

const empty = sql`''::tsquery`
const and = (...queries: readonly Fragment[]) => sql`(${sql.join(queries, sql` && `)})`
const or = (...queries: readonly Fragment[]) => sql`(${sql.join(queries, sql` || `)})`

const ofKind = (ids: readonly string[]) =>
  sql`(${ids.map((id) => `'${(kindMark + id).replaceAll("'", "''")}'`).join(' | ')}::tsquery)`

/** The parts of a document by their weight: A is the name and the part number, B the brand and the article number. */
type Weights = 'A' | 'B' | 'AB'

/** All of the words, in one of these parts, or anywhere. */
function wordsOf(words: readonly string[], weights?: Weights): Fragment {
  if (words.length === 0) return empty
  const query = sql`search.words_of(r.language, ${words.join(' ')}::text)`
  return weights === undefined
    ? query
    : sql`regexp_replace(${query}::text, '''(?:[^'']|'''')*''', ${`\\&:${weights}`}, 'g')::tsquery`
}

/** All of the words, each also by its synonyms. */
function standing({ synonyms }: Begun, words: readonly string[], weights?: Weights): Fragment {
  if (words.length === 0) return empty
  return and(
    ...words.map((word) =>
      or(...[word, ...(synonyms.get(word) ?? [])].map((one) => wordsOf([one], weights))),
    ),
  )
}

/** The stem is tried in addition to the letters: `cables` is stored as `cabl`. */
function unfinished(word: string, weights: Weights): Fragment {
  const last = nameKey(word)
  const mark = `:*${weights}`
  return sql`(
    (quote_literal(${last}::text) || ${mark}::text)::tsquery ||
    coalesce((select (string_agg(quote_literal(l.lexeme) || ${mark}::text, ' & '))::tsquery
      from unnest(search.vector_of(r.language, ${last}::text)) l), ''::tsquery))`
}
