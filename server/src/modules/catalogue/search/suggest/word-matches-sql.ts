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

/**
 * A text as a tsquery: `mark` is one already, `words` are all of the words, and `begun` is the beginning of a word. The
 * weights are parts of a document: A is the name and the part number, B the brand and the article number.
 */
type Atom = {
  readonly how: 'mark' | 'words' | 'begun'
  readonly text: string
  readonly weights: Weights
}

type Weights = '' | 'A' | 'B' | 'AB'

/** One of these. */
type Clause = readonly Atom[]

/** All of the clauses. Several conditions may have one place. The smallest place is suggested first. */
type Condition = { readonly place: number; readonly clauses: readonly Clause[] }

/**
 * The products that fit the words: `by_words` has a place for each, and the categories of a kind among them. First those
 * of a kind that the text begins to name, if their name says so, and those of the kind before the last word by their
 * maker. Then all of the begun kinds, then by the words of names. A place is tried only while there are fewer products than
 * are shown, because each is a scan of the index of words. The text of the statement is the same for all typed texts, so
 * that PostgreSQL plans it once. It needs `by_identifier`.
 */
export function wordMatchParts(begun: Begun, restrictions: Restrictions, limit: number): Fragment {
  const conditions = [namedConditions(begun), kindConditions(begun), textConditions(begun)]
  return sql`
    ${wantedParts(conditions.flat())},
    tried(nth, place, ids, name_keys, lengths, all_ids) as (
      select 0::bigint, 0, '{}'::text[] collate "C", '{}'::text[] collate "C", '{}'::float8[], '{}'::text[] collate "C"
      union all
      select w.nth, w.place, f.ids, f.name_keys, f.lengths,
        array(select distinct id from unnest(t.all_ids || f.ids) as id)
      from tried t join wanted w on w.nth = t.nth + 1
      cross join lateral (
        select array_agg(product_id) as ids, array_agg(name_key) as name_keys, array_agg(length::float8) as lengths
        from (
          select product_id, name_key, length from search.documents d
          where d.tsv @@ w.query ${visibleDocument(restrictions)} limit ${sql.lit(candidatesMax)}) d
      ) f
      where w.place <= ${lastOfCategories(begun)} or cardinality(t.all_ids) < ${limit}::bigint + (select count(*) from by_identifier)
    ),
    by_words as materialized (
      select distinct on (f.product_id) t.place, f.product_id, f.name_key, f.length
      from tried t cross join lateral unnest(t.ids, t.name_keys, t.lengths) as f(product_id, name_key, length)
      order by f.product_id, t.place
    )`
}

/**
 * The last place whose products decide which categories are suggested: of a kind whose name is not the whole text. -1 if
 * none does.
 */
function lastOfCategories({ kinds }: Begun): number {
  const size = kinds[0]?.size ?? 0
  const last = kinds.findLastIndex((kind) => kind.size === size && kind.others.length > 0)
  return size > 1 || last < 0 ? last : firstOfShort + last
}

/** `wanted`: the tsquery of each place, in the words of each language. A text without a lexeme, a stop word, is left out. */
function wantedParts(conditions: readonly Condition[]): Fragment {
  const atoms = new Map<string, Atom & { readonly number: number }>()
  const numberOf = (atom: Atom) => {
    const key = `${atom.how} ${atom.weights} ${atom.text}`
    const known = atoms.get(key) ?? { ...atom, number: atoms.size + 1 }
    atoms.set(key, known)
    return known.number
  }
  const uses = conditions.flatMap(({ place, clauses }, condition) =>
    clauses.flatMap((clause, at) =>
      clause.map((atom) => ({ place, condition, clause: at, atom: numberOf(atom) })),
    ),
  )
  const list = [...atoms.values()]
  return sql`
    atoms as materialized (
      select a.number, r.language, r.own, nullif(case a.how
        when 'mark' then a.text
        when 'begun' then ${begunWord}
        else ${wholeWords} end, '') as query
      from search.readings r cross join unnest(${list.map(({ how }) => how)}::text[],
        ${list.map(({ text }) => text)}::text[], ${list.map(({ weights }) => weights)}::text[])
        with ordinality as a(how, text, weights, number)
    ), clauses as (
      select u.place, u.condition, a.language, a.own, string_agg('(' || a.query || ')', ' | ') as query
      from unnest(${uses.map(({ place }) => place)}::integer[], ${uses.map(({ condition }) => condition)}::integer[],
        ${uses.map(({ clause }) => clause)}::integer[], ${uses.map(({ atom }) => atom)}::integer[])
        as u(place, condition, clause, atom)
      join atoms a on a.number = u.atom
      group by u.place, u.condition, u.clause, a.language, a.own
    ), wanted as materialized (
      select place, row_number() over (order by place) as nth,
        string_agg(concat_ws(' & ', '(' || query || ')', own), ' | ')::tsquery as query
      from (
        select place, own, string_agg('(' || query || ')', ' & ') as query
        from clauses group by place, condition, language, own
      ) q where query is not null group by place
    )`
}

/** All of the words, in the parts of the weights if there are any. */
const wholeWords = sql`case a.weights when '' then search.words_of(r.language, a.text)::text else regexp_replace(
          search.words_of(r.language, a.text)::text, '''(?:[^'']|'''')*''', '\\&:' || a.weights, 'g') end`

/** The stem is tried in addition to the letters: `cables` is stored as `cabl`. */
const begunWord = sql`concat_ws(' | ', quote_literal(a.text) || ':*' || a.weights,
          (select '(' || string_agg(quote_literal(l.lexeme) || ':*' || a.weights, ' & ') || ')'
            from unnest(search.vector_of(r.language, a.text)) l))`

/** The place of the first kind of which only the last word is typed. */
const firstOfShort = 20

function namedConditions(read: Begun): Condition[] {
  const { words, kinds, within } = read
  const long = kinds.filter(({ size }) => size > 1)
  const short = kinds.filter(({ size }) => size <= 1)
  const last = words.at(-1) ?? ''
  const ofMaker = within && [
    ofKind(within.ids),
    ...clausesOfWords(read, within.others, ''),
    [wordBegun(last, 'B')],
  ]
  return [
    ...long.flatMap((kind, at) => namedKind(kind, at, read)),
    ...(ofMaker && isBeginning(last) ? [{ place: 10, clauses: ofMaker }] : []),
    ...short.flatMap((kind, at) => namedKind(kind, firstOfShort + at, read)),
  ]
}

/** A product of the kind whose name has the words of the kind, or the typed ones if a synonym led to the kind. */
function namedKind(
  { name, ids, used, others, isDirect }: BegunKind,
  place: number,
  read: Begun,
): Condition[] {
  const last = read.words.at(-1) ?? ''
  const beside = [ofKind(ids), ...clausesOfWords(read, others, 'AB')]
  const typed = [...wordsOf(used, 'A'), ...(isBeginning(last) ? [[wordBegun(last, 'A')]] : [])]
  return [
    { place, clauses: [...beside, ...wordsOf([name], 'A')] },
    ...(isDirect || typed.length === 0 ? [] : [{ place, clauses: [...beside, ...typed] }]),
  ]
}

function kindConditions(read: Begun): Condition[] {
  return read.kinds.map(({ ids, others }, at) => ({
    place: 30 + at,
    clauses: [ofKind(ids), ...clausesOfWords(read, others, '')],
  }))
}

function textConditions(read: Begun): Condition[] {
  const { words, within } = read
  const last = words.at(-1) ?? ''
  if (!isBeginning(last)) return [{ place: 41, clauses: wordsOf(words, '') }]
  const before = words.slice(0, -1)
  const begun = [wordBegun(last, 'AB')]
  const inName = { place: 41, clauses: [...clausesOfWords(read, before, 'AB'), begun] }
  const anywhere = { place: 42, clauses: [...clausesOfWords(read, before, ''), begun] }
  if (!within) return before.length > 0 ? [inName, anywhere] : [inName]
  const ofKindBefore = [ofKind(within.ids), ...clausesOfWords(read, within.others, ''), begun]
  return [{ place: 40, clauses: ofKindBefore }, inName, anywhere]
}

const isBeginning = (word: string) => nameKey(word).length >= beginningMin

function ofKind(ids: readonly string[]): Clause {
  const marks = ids.map((id) => `'${(kindMark + id).replaceAll("'", "''")}'`)
  return [{ how: 'mark', text: marks.join(' | '), weights: '' }]
}

function wordsOf(words: readonly string[], weights: Weights): Clause[] {
  return words.length === 0 ? [] : [[{ how: 'words', text: words.join(' '), weights }]]
}

/** All of the words, each also by its synonyms. */
function clausesOfWords({ synonyms }: Begun, words: readonly string[], weights: Weights): Clause[] {
  return words.map((word) =>
    [word, ...(synonyms.get(word) ?? [])].map((text): Atom => ({ how: 'words', text, weights })),
  )
}

function wordBegun(word: string, weights: Weights): Atom {
  return { how: 'begun', text: nameKey(word), weights }
}
