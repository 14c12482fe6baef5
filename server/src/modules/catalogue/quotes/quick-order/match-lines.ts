import {
  type IdentifierHit,
  identifierVariants,
  listIdentifierHits,
  listNearest,
  listSuccessors,
  type Offer,
  readOffers,
  type Terms,
  typedIdentifiers,
} from '#modules/products'
import type { Conn } from '#platform/db'
import { fitsUnit } from '#platform/units'
import type { LineProblem, OrderLine, Reading } from './order-lines.ts'

/**
 * `typed`: equal to the typed text, without separators and case. `variant`: equal with other leading zeros, or with O
 * read as 0. `replaced`: the typed article is no longer on sale, and this product is its successor.
 */
export type MatchedBy = {
  readonly kind: IdentifierHit['kind']
  readonly as: 'typed' | 'variant' | 'replaced'
}

export type MatchedLine = Pick<Reading, 'partNumber' | 'quantity'> &
  (
    | { readonly status: 'matched'; readonly product: Offer; readonly match: MatchedBy }
    | { readonly status: 'ambiguous'; readonly candidates: readonly Candidate[] }
    | { readonly status: 'unknown'; readonly nearest: Offer | undefined }
    | { readonly status: 'invalid'; readonly problem: LineProblem; readonly typed: string }
  )

/** A product that a line may mean, with the quantity of that reading. */
export type Candidate = Pick<Reading, 'partNumber' | 'quantity'> & { readonly product: Offer }

export const candidatesShown = 5
/**
 * A search by similarity costs more than an exact match. So only the first lines of a list without matches are searched
 * this way.
 */
const nearestMax = 25

type LineHit = IdentifierHit & MatchedBy & { readonly reading: Reading }

type Resolved = {
  readonly hits: readonly LineHit[]
  /** The reading with an impossible quantity. Its part number is certain, or is a known identifier. */
  readonly broken: Reading | undefined
  /** Another reading is clearer than those of the hits, but nothing has its part number. */
  readonly isDoubtful?: boolean
}

/**
 * Sends four statements for any number of lines: the identifiers, the successors of unknown identifiers, similar
 * identifiers, and the products.
 */
export async function matchLines(
  conn: Conn,
  terms: Terms,
  lines: readonly OrderLine[],
  language?: string,
): Promise<MatchedLine[]> {
  const identified = await listIdentifierHits(conn, terms.restrictions, valuesOf(lines))
  const known = lines.map((line) => resolve(line, identified))
  const resolved = await resolveSuccessors(conn, terms, lines, known)
  const unknown = new Set(
    resolved.flatMap(({ hits, broken }, at) => {
      const likeliest = lines[at]?.readings[0]
      const isUnknown = hits.length === 0 && !broken && likeliest && !likeliest.problem
      return isUnknown ? nearKeyOf(likeliest) : []
    }),
  )
  const nearest = await listNearest(conn, terms.restrictions, [...unknown].slice(0, nearestMax))
  const found = resolved.flatMap(({ hits }) => hits.map(({ productId }) => productId))
  const offers = await offersOf(conn, terms, [...found, ...nearest.values()], language)
  return lines.map((line, at) => {
    const { hits = [], broken, isDoubtful = false } = resolved[at] ?? {}
    const found = hits.flatMap((hit) => {
      const product = offers.get(hit.productId)
      return product ? [{ ...hit, product }] : []
    })
    const [first] = found
    if (!first) return lostLine(line, broken, (key) => offers.get(nearest.get(key) ?? ''))
    const sold = found.filter(({ reading, product }) =>
      fitsUnit(reading.quantity, product.pricing.unit),
    )
    if (sold.length === 0) {
      const { partNumber, quantity } = first.reading
      const { typed } = line
      return { partNumber, quantity, status: 'invalid', problem: 'quantity_not_whole', typed }
    }
    return foundLine(sold, isDoubtful || broken !== undefined || sold.length < found.length)
  })
}

/** Returns the only product that the line can mean, or all candidates, each with the quantity of its reading. */
function foundLine(
  found: readonly (LineHit & { readonly product: Offer })[],
  isDoubtful: boolean,
): MatchedLine {
  const [first] = found
  if (!first) throw new Error('something was found')
  const { partNumber, quantity } = first.reading
  if (found.length === 1 && !isDoubtful) {
    const { product, kind, as } = first
    return { partNumber, quantity, status: 'matched', product, match: { kind, as } }
  }
  const candidates = found.map(({ reading, product }) => ({
    partNumber: reading.partNumber,
    quantity: reading.quantity,
    product,
  }))
  return { partNumber, quantity, status: 'ambiguous', candidates }
}

function lostLine(
  { readings: [likeliest], typed }: OrderLine,
  broken: Reading | undefined,
  nearestOf: (key: string) => Offer | undefined,
): MatchedLine {
  const { partNumber, quantity, problem } = broken ?? likeliest
  if (problem) return { partNumber, quantity, status: 'invalid', problem, typed }
  const [key] = nearKeyOf(likeliest)
  const nearest = key === undefined ? undefined : nearestOf(key)
  return { partNumber, quantity, status: 'unknown', nearest }
}

/** Finds the successors for the lines of which no product is on sale. */
async function resolveSuccessors(
  conn: Conn,
  { restrictions }: Terms,
  lines: readonly OrderLine[],
  resolved: readonly Resolved[],
): Promise<readonly Resolved[]> {
  const unknown = lines.filter((_, at) => resolved[at]?.hits.length === 0)
  const successors = await listSuccessors(conn, restrictions, typedIn(unknown))
  if (successors.size === 0) return resolved
  const led = new Map(
    [...successors].map(([value, found]) => [
      value,
      found.map(({ id, kind }) => ({ productId: id, kind })),
    ]),
  )
  return lines.map((line, at) => {
    const found = resolved[at]
    if (found && (found.hits.length > 0 || found.broken)) return found
    const { hits, broken } = resolve(line, led)
    return { hits: hits.map((hit) => ({ ...hit, as: 'replaced' as const })), broken }
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

const matchKinds = [
  { as: 'typed', valuesOf: typedIdentifiers },
  { as: 'variant', valuesOf: identifierVariants },
] as const

/**
 * Finds the products whose identifier the line contains, in all its readings: as typed, or else as a variant. It does
 * not guess which one is meant: a wrong guess would order the wrong product.
 */
function resolve(
  { readings }: OrderLine,
  identified: ReadonlyMap<string, readonly IdentifierHit[]>,
): Resolved {
  for (const isUnlikely of [false, true]) {
    const meant = readings.filter((reading) => (reading.isUnlikely ?? false) === isUnlikely)
    for (const { as, valuesOf } of matchKinds) {
      const found = meant.map((reading) => {
        const products = new Map<string, LineHit>()
        for (const hit of valuesOf(reading.partNumber).flatMap(
          (one) => identified.get(one) ?? [],
        )) {
          if (!products.has(hit.productId)) products.set(hit.productId, { ...hit, as, reading })
        }
        return [...products.values()]
      })
      const broken = meant.find(
        ({ problem, isPlain }, at) => problem && (isPlain || found[at]?.length),
      )
      const hits = inTurn(found.filter((_, at) => !meant[at]?.problem)).slice(0, candidatesShown)
      const isDoubtful = meant.some(({ isPlain }, at) => isPlain && found[at]?.length === 0)
      if (hits.length > 0 || broken) return { hits, broken, isDoubtful }
    }
  }
  return { hits: [], broken: undefined }
}

/**
 * Takes one hit of each reading, then a second of each. So all readings are shown, even if many products share a
 * number.
 */
function inTurn(found: readonly (readonly LineHit[])[]): LineHit[] {
  const longest = Math.max(0, ...found.map(({ length }) => length))
  const turns = Array.from({ length: longest }, (_, at) =>
    found.flatMap((hits) => hits[at] ?? []),
  ).flat()
  const sameOf = ({ productId, reading }: LineHit) => `${productId} ${reading.quantity}`
  return [...new Map(turns.toReversed().map((hit) => [sameOf(hit), hit])).values()].toReversed()
}

/** A short text is similar to everything, so it is not searched. */
function nearKeyOf({ partNumber }: Reading): string[] {
  const [whole] = typedIdentifiers(partNumber)
  return whole !== undefined && whole.length >= 4 ? [whole] : []
}

/** Omits products that went off sale between the two statements. */
async function offersOf(
  conn: Conn,
  terms: Terms,
  productIds: readonly string[],
  language: string | undefined,
): Promise<Map<string, Offer>> {
  const distinct = [...new Set(productIds)]
  if (distinct.length === 0) return new Map()
  const { offers } = await readOffers(conn, terms, distinct, language)
  return new Map([...offers].filter(([, { state }]) => state === 'ACTIVE'))
}
