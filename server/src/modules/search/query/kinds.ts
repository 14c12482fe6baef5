import { type Changes, createHeld, kinds as kindsTopic, type Moment } from '#modules/products'
import type { Conn } from '#platform/db'
import { type KindRow, type KindRows, listKinds } from './kinds-store.ts'

/** The categories of one kind of goods: each supplier may have one of its own for it. */
export type Kind = {
  /** Those whose own name it is, and those nearest to a root, come first. */
  readonly ids: readonly string[]
  /** Those whose own name it is: the others are kinds of it, as a laser printer is a printer. */
  readonly ownIds: readonly string[]
  /** The last words of their names: what one product of the kind is called. */
  readonly nouns: readonly string[]
  /** All words of their names. */
  readonly words: readonly string[]
  /** How many products are of the kind, as far as they are counted. */
  readonly documents: number
}

/** The kinds of goods of the catalogue by their names. */
export type Kinds = {
  has(noun: string): boolean
  /** What any of the nouns names. Undefined where none names a kind. */
  named(nouns: readonly string[]): Kind | undefined
}

export type KindsOf = (since: Moment) => Promise<Kinds>

/** Categories are read once and again when one of them, or the count of its products, has changed. */
export function createKinds(conn: Conn, changes: Changes): KindsOf {
  const held = createHeld<Promise<Kinds>>(changes, 1)
  return (since) => {
    const known = held.get('', kindsTopic)
    if (known) return known
    const read = listKinds(conn).then(kindsOf)
    held.set('', read, since)
    // A failure is the asker's, and the next one reads again.
    read.catch(() => held.drop(''))
    return read
  }
}

const kindsMax = 20

/** A category of the name itself that has less of all that is called so is for what is left over. */
const leftOverShare = 0.1

/** A kind of goods that is not counted yet has so many of all products at most, as a rule. */
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
  return {
    has: (noun) => byHead.has(noun),
    named: (nouns) => {
      const called = new Set(nouns.flatMap((noun) => byHead.get(noun) ?? []))
      if (called.size === 0) return undefined
      const ids = new Set([...called].map(({ id }) => id))
      const isOwn = (kind: KindRow) => nouns.some((noun) => kind.nouns.includes(noun))
      const nearest = [...called]
        // What lies in a category of the kind is of the kind anyway.
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
