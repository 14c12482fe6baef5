import type { Conn } from '#platform/db'
import type { Terms } from './agreements/terms.ts'
import { identifierVariants, typedIdentifiers } from './identifiers.ts'
import { type IdentifierHit, listIdentifierHits, listNearest } from './match-store.ts'
import { type Offer, readOffers } from './offer-store.ts'
import type { LineProblem, OrderLine, Reading } from './order-lines.ts'
import { listSuccessors } from './superseded-store.ts'

/**
 * `typed`: separators and case aside, as it was typed. `variant`: with other zeros in front, or O taken for 0. `replaced`:
 * what was typed is of an article that is not on sale any more, and whose place the product has taken.
 */
export type MatchedBy = {
  readonly kind: IdentifierHit['kind']
  readonly as: 'typed' | 'variant' | 'replaced'
}

export type MatchedLine = Reading &
  (
    | { readonly status: 'matched'; readonly product: Offer; readonly match: MatchedBy }
    | { readonly status: 'ambiguous'; readonly candidates: readonly Offer[] }
    | { readonly status: 'unknown'; readonly nearest: Offer | undefined }
    | { readonly status: 'invalid'; readonly problem: LineProblem }
  )

export const candidatesShown = 5
/** Looking for what resembles a text costs more than looking it up: of a list of nonsense only the first are tried. */
const nearestMax = 25

type Resolved = { readonly reading: Reading; readonly hits: readonly (IdentifierHit & MatchedBy)[] }

/**
 * Four statements for any number of lines: the identifiers, what has taken the place of unknown ones, what the others
 * resemble, the products.
 */
export async function matchLines(
  conn: Conn,
  terms: Terms,
  lines: readonly OrderLine[],
): Promise<MatchedLine[]> {
  const identified = await listIdentifierHits(conn, terms.shelf, valuesOf(lines))
  const known = lines.map((line) => resolve(line, identified))
  const resolved = await replaced(conn, terms, lines, known)
  const unknown = new Set(
    resolved.flatMap(({ reading, hits }, at) =>
      hits.length === 0 && lines[at]?.problem === undefined ? nearKeyOf(reading) : [],
    ),
  )
  const nearest = await listNearest(conn, terms.shelf, [...unknown].slice(0, nearestMax))
  const offers = await offersOf(conn, terms, [
    ...resolved.flatMap(({ hits }) => hits.map(({ productId }) => productId)),
    ...nearest.values(),
  ])
  return resolved.map(({ reading, hits }, at) => {
    const found = hits.flatMap((hit) => {
      const offer = offers.get(hit.productId)
      return offer ? [{ offer, match: { kind: hit.kind, as: hit.as } }] : []
    })
    const [first] = found
    const problem = lines[at]?.problem
    if (!first && problem) return { ...reading, status: 'invalid', problem }
    if (!first) {
      const near = nearKeyOf(reading).map((key) => offers.get(nearest.get(key) ?? ''))
      return { ...reading, status: 'unknown', nearest: near[0] }
    }
    if (found.length === 1) {
      return { ...reading, status: 'matched', product: first.offer, match: first.match }
    }
    return { ...reading, status: 'ambiguous', candidates: found.map(({ offer }) => offer) }
  })
}

/** The lines of which nothing is on sale, as what has taken its place. */
async function replaced(
  conn: Conn,
  { shelf }: Terms,
  lines: readonly OrderLine[],
  resolved: readonly Resolved[],
): Promise<readonly Resolved[]> {
  const unknown = lines.filter((_, at) => resolved[at]?.hits.length === 0)
  const successors = await listSuccessors(conn, shelf, typedIn(unknown))
  if (successors.size === 0) return resolved
  const led = new Map(
    [...successors].map(([value, found]) => [
      value,
      found.map(({ id, kind }) => ({ productId: id, kind })),
    ]),
  )
  return lines.map((line, at) => {
    const found = resolved[at]
    if (found && found.hits.length > 0) return found
    const { reading, hits } = resolve(line, led)
    return { reading, hits: hits.map((hit) => ({ ...hit, as: 'replaced' as const })) }
  })
}

function typedIn(lines: readonly OrderLine[]): string[] {
  const typed = lines.flatMap(({ readings }) =>
    readings.flatMap(({ partNumber }) => typedIdentifiers(partNumber)),
  )
  return [...new Set(typed)]
}

function valuesOf(lines: readonly OrderLine[]): string[] {
  const partNumbers = new Set(
    lines.flatMap(({ readings }) => readings.map(({ partNumber }) => partNumber)),
  )
  const values = [...partNumbers].flatMap((partNumber) => [
    ...typedIdentifiers(partNumber),
    ...identifierVariants(partNumber),
  ])
  return [...new Set(values)]
}

/** The first reading that is an identifier as typed, else the first with a variant; unknown, what stands before a quantity. */
function resolve(
  { readings, problem }: OrderLine,
  identified: ReadonlyMap<string, readonly IdentifierHit[]>,
): Resolved {
  const ways = [
    { as: 'typed' as const, valuesOf: typedIdentifiers },
    { as: 'variant' as const, valuesOf: identifierVariants },
  ]
  // A part number of which the quantity is wrong may still be all of the line; alone it is not what was meant.
  const possible = problem === undefined ? readings : readings.slice(0, readings.length - 1)
  for (const way of ways) {
    for (const reading of possible) {
      const products = new Map<string, IdentifierHit & MatchedBy>()
      for (const value of way.valuesOf(reading.partNumber)) {
        for (const hit of identified.get(value) ?? []) {
          if (!products.has(hit.productId)) products.set(hit.productId, { ...hit, as: way.as })
        }
      }
      const hits = [...products.values()].slice(0, candidatesShown)
      if (hits.length > 0) return { reading, hits }
    }
  }
  const reading = readings.at(-1) ?? { partNumber: '', quantity: 1 }
  return { reading, hits: [] }
}

/** What is too short resembles everything. */
function nearKeyOf({ partNumber }: Reading): string[] {
  const [whole] = typedIdentifiers(partNumber)
  return whole !== undefined && whole.length >= 4 ? [whole] : []
}

/** What was taken off sale between two statements is not on sale. */
async function offersOf(
  conn: Conn,
  terms: Terms,
  productIds: readonly string[],
): Promise<Map<string, Offer>> {
  const distinct = [...new Set(productIds)]
  if (distinct.length === 0) return new Map()
  const { offers } = await readOffers(conn, terms, distinct)
  return new Map([...offers].filter(([, { state }]) => state === 'ACTIVE'))
}
