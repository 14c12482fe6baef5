import { type Changes, createExactCache, kinds as kindsTopic, type Moment } from '#modules/products'
import type { Conn } from '#platform/db'
import { type Beginnings, beginningsOf } from '../words/beginnings.ts'
import { nameKey } from '../words/search-text.ts'
import { type KindRow, type KindRows, listKinds } from './kinds-store.ts'

/** The categories of one kind of goods. Each supplier may have its own. */
export type Kind = {
  /** Sorted: categories with exactly this name first, then by their depth. */
  readonly ids: readonly string[]
  /** The categories with exactly this name. The others are sorts of it, as a laser printer is a printer. */
  readonly ownIds: readonly string[]
  /** The last words of their nouns. */
  readonly nouns: readonly string[]
  /** All words of their nouns. */
  readonly words: readonly string[]
  /** The number of counted products of the kind. */
  readonly documents: number
}

/** The kinds of goods of the catalogue by their names. */
export type Kinds = {
  has(noun: string): boolean
  /** Returns the kind that one of the nouns names. Undefined if none does. */
  named(nouns: readonly string[]): Kind | undefined
  /** Returns names of kinds that have a word with this beginning, `max` at most. */
  namesWith(beginning: string, max: number): readonly string[]
}

export type KindsOf = (since: Moment) => Promise<Kinds>

/** Caches the categories until one of them, or the count of its products, changes. */
export function createKinds(conn: Conn, changes: Changes): KindsOf {
  const cache = createExactCache<Promise<Kinds>>(changes, 1)
  return (since) => {
    const known = cache.get('', kindsTopic)
    if (known) return known
    const read = listKinds(conn).then(kindsOf)
    cache.set('', read, since)
    // The caller gets the failure, and the next call reads again.
    read.catch(() => cache.drop(''))
    return read
  }
}

const kindsMax = 20

/** A category with exactly the name, but with a smaller share of the kind's products, is one for the rest. */
const leftOverShare = 0.1

/** The assumed share of all products for a kind that is not counted yet. */
const uncountedShare = 0.1

export function kindsOf({ kinds, totalDocuments }: KindRows): Kinds {
  const byHead = new Map<string, KindRow[]>()
  for (const kind of kinds) {
    for (const head of kind.heads) {
      const others = byHead.get(head)
      if (others) others.push(kind)
      else byHead.set(head, [kind])
    }
  }
  let byWord: Beginnings<string> | undefined
  const wordsOfNames = () =>
    [...byHead.keys()].flatMap((name) =>
      name.split(' ').map((word) => [nameKey(word), name] as const),
    )
  return {
    has: (noun) => byHead.has(noun),
    namesWith: (beginning, max) => {
      byWord ??= beginningsOf(wordsOfNames())
      return byWord.startingWith(nameKey(beginning), max)
    },
    named: (nouns) => {
      const called = new Set(nouns.flatMap((noun) => byHead.get(noun) ?? []))
      if (called.size === 0) return undefined
      const ids = new Set([...called].map(({ id }) => id))
      const isOwn = (kind: KindRow) => nouns.some((noun) => kind.nouns.includes(noun))
      const nearest = [...called]
        // A category below one of the kind belongs to the kind anyway.
        .filter(({ id, pathIds }) => !pathIds.some((above) => above !== id && ids.has(above)))
        .map((kind) => ({
          ...kind,
          isOwn: isOwn(kind),
          documents: kind.documents ?? Math.ceil(totalDocuments * uncountedShare),
        }))
        .sort(
          (one, other) =>
            Number(other.isOwn) - Number(one.isOwn) ||
            one.pathIds.length - other.pathIds.length ||
            (one.id < other.id ? -1 : 1),
        )
        .slice(0, kindsMax)
      const count = (some: readonly { documents: number }[]) =>
        some.reduce((sum, { documents }) => sum + documents, 0)
      const own = nearest.filter((kind) => kind.isOwn)
      const documents = count(nearest)
      return {
        ids: nearest.map(({ id }) => id),
        ownIds: count(own) >= leftOverShare * documents ? own.map(({ id }) => id) : [],
        nouns: [
          ...new Set(
            [
              ...nouns.filter((noun) => byHead.has(noun)),
              ...nearest.flatMap((kind) => kind.nouns),
            ].map((noun) => noun.split(' ').at(-1) ?? noun),
          ),
        ],
        words: [
          ...new Set(nearest.flatMap((kind) => kind.nouns.flatMap((noun) => noun.split(' ')))),
        ],
        documents,
      }
    },
  }
}
