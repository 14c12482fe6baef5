import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import { oneLine } from '#platform/http'

/** What the buyer says about a line besides its goods. */
type LineReference = {
  /** Its column in `orders.lines`, which stores it as the API shows it. */
  readonly column: string
  /** In checkouts and orders, for their buyers and their suppliers. */
  readonly view: TSchema
  /** In the lines of a request. Absent: the checkout decides. */
  readonly requested?: TSchema
  /** In the event about a new order, which its supplier gets. Absent: suppliers read it in the order only. */
  readonly received?: TSchema
}

const deliveryNumber = Type.Integer({ description: 'The number of the delivery, from 1.' })
/** A reference of the buyer's accounting. */
export const Reference = Type.String({ minLength: 1, maxLength: 100, pattern: oneLine })

/**
 * Requests, checkouts, orders, suppliers' orders and events iterate over these. A new one stands at the end: statements
 * have the columns in this order.
 */
const references = {
  /** The delivery that the line is in, from 1. Undefined: the order has only one. */
  delivery: { column: 'delivery', view: deliveryNumber, received: deliveryNumber },
  /** The cost centre and PO number of the line, where they differ from the order's. */
  costCenter: { column: 'cost_center', view: Type.String(), requested: Reference },
  poNumber: {
    column: 'po_number',
    view: Type.String(),
    requested: Reference,
    received: Type.String({
      description: 'Present if it differs from the PO number of the order.',
    }),
  },
} as const satisfies Readonly<Record<string, LineReference>>

type References = typeof references
type Key = keyof References
/** The names of the references that have a schema of this kind. */
type KeyWith<Kind extends keyof LineReference> = {
  [Name in Key]: References[Name] extends Readonly<Record<Kind, TSchema>> ? Name : never
}[Key]
type Values<Name extends Key> = {
  readonly [Each in Name]?: Static<References[Each]['view']> | undefined
}

/** What the buyer says about a line besides its goods. */
export type LineReferences = Values<Key>
/** What the lines of a request say. */
export type RequestedReferences = Values<KeyWith<'requested'>>

const all = Object.entries<LineReference>(references).map(([key, one]) => ({
  ...one,
  key: key as Key,
}))
const requested = all.filter((one) => one.requested)
const received = all.filter((one) => one.received)

/** The references of anything that has them, and nothing else. */
export const referencesOf = (line: LineReferences): LineReferences => pick(line, all)

export const requestedReferencesOf = (line: RequestedReferences): RequestedReferences =>
  pick(line, requested)

export function referenceColumns(line: LineReferences): Record<string, unknown> {
  return Object.fromEntries(all.map(({ key, column }) => [column, line[key]]))
}

export function readReferences(row: object): LineReferences {
  const stored = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(all.map(({ key, column }) => [key, stored[column] ?? undefined]))
}

/** Only the references that the line has. */
export const viewLineReferences = (line: LineReferences) => present<Key>(line, all)
export const viewReceivedReferences = (line: LineReferences) =>
  present<KeyWith<'received'>>(line, received)

export const lineReferences = schemasOf('view')
export const requestedReferences = schemasOf('requested')
export const receivedReferences = schemasOf('received')

type Schemas<Kind extends 'view' | 'requested' | 'received'> = {
  readonly [Name in KeyWith<Kind>]: TOptional<
    References[Name] extends Readonly<Record<Kind, infer Schema extends TSchema>> ? Schema : never
  >
}

function schemasOf<Kind extends 'view' | 'requested' | 'received'>(kind: Kind): Schemas<Kind> {
  const schemas = all.flatMap(({ key, [kind]: schema }) =>
    schema ? [[key, Type.Optional(schema)] as const] : [],
  )
  return Object.fromEntries(schemas) as unknown as Schemas<Kind>
}

function pick(line: LineReferences, some: typeof all): LineReferences {
  return Object.fromEntries(some.map(({ key }) => [key, line[key]]))
}

type Present<Name extends Key> = { [Each in Name]?: Static<References[Each]['view']> }

function present<Name extends Key>(line: LineReferences, some: typeof all): Present<Name> {
  const found = some.filter(({ key }) => line[key] !== undefined)
  return Object.fromEntries(found.map(({ key }) => [key, line[key]])) as Present<Name>
}
