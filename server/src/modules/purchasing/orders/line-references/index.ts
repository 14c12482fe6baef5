import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import { withDescription } from '#kernel/record'
import { AllocationViews, RequestedAllocations } from './allocation.ts'
import type { LineDistinction } from './line-key.ts'
import { NegotiatedPriceView } from './negotiated-price.ts'
import { Day, Reference } from './reference.ts'

export type {
  Accounting,
  Allocation,
  RequestedAllocation,
} from './allocation.ts'
export { RequestedAllocations } from './allocation.ts'
export { type LineDistinction, lineKeyOf, productLineKeyOf } from './line-key.ts'
export { Day, deliveriesMax, LineAddressId, Reference } from './reference.ts'
export {
  type AllocationProblem,
  accountingOf,
  allocationProblem,
  bookingsOf,
  minorOf,
  problemOfAllocations,
  shareFromLeft,
  sharesOf,
  splitLine,
} from './split-line.ts'
export { trimEach } from './trim-references.ts'

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
  /** In the lines of invoices and credit notes. Absent: these do not have it. */
  readonly invoiced?: TSchema
  /** The order has one by this name, too. What all lines of a document share stands once, at its head. */
  readonly ofOrder?: true
  /** In the PDF of an invoice: its text in `documents/invoices.json`, which gets the value by the name of the reference. */
  readonly label?: string
  /** In the UBL of an invoice: its element, or its sentence in the note of the line. */
  readonly ubl?: 'cbc:AccountingCost' | ((value: string) => string)
}

const deliveryNumber = Type.Integer({ description: 'The number of the delivery, from 1.' })
const lineDay = withDescription(
  Day,
  'The day on which the goods of this line should arrive. Default: that of its delivery or order.',
)
const unlikeDocument = Type.String({
  description: 'Present if it differs from that of the document.',
})

/**
 * Requests, checkouts, orders, suppliers' orders, events, invoices, PDFs and UBL iterate over these. A new one stands at
 * the end: statements have the columns in this order.
 */
const references = {
  /** The delivery that the line is in, from 1. Undefined: the order has only one. */
  delivery: { column: 'delivery', view: deliveryNumber, received: deliveryNumber },
  /** The cost centre and PO number of the line, where they differ from the order's. */
  costCenter: {
    column: 'cost_center',
    view: Type.String(),
    requested: Reference,
    invoiced: unlikeDocument,
    ofOrder: true,
    label: 'line_cost_center',
    ubl: 'cbc:AccountingCost', // BT-133
  },
  poNumber: {
    column: 'po_number',
    view: Type.String(),
    requested: Reference,
    received: Type.String({
      description: 'Present if it differs from the PO number of the order.',
    }),
    invoiced: unlikeDocument,
    ofOrder: true,
    label: 'line_reference',
    // The norm has an order reference for the document, but none for a line.
    ubl: (poNumber) => `Purchase order ${poNumber}`,
  },
  /** What the buyer's accounting books the line on. A request may name one for all lines; the order has none of its own. */
  glAccount: {
    column: 'gl_account',
    view: Type.String(),
    requested: Reference,
    invoiced: Type.String(),
    label: 'line_gl_account',
    // BT-133 has the cost centre.
    ubl: (glAccount) => `GL account ${glAccount}`,
  },
  project: {
    column: 'project',
    view: Type.String(),
    requested: Reference,
    invoiced: Type.String(),
    label: 'line_project',
    ubl: (project) => `Project ${project}`,
  },
  /** The parts of the line, instead of its cost centre, GL account and project. A request names them without amounts. */
  allocations: {
    column: 'allocations',
    view: AllocationViews,
    requested: RequestedAllocations,
  },
  /** The day on which the line should arrive, instead of that of its delivery. */
  requestedDate: { column: 'requested_date', view: lineDay, requested: lineDay, received: lineDay },
  /** Requisitions alone give it: no request of a cart, a checkout or an order can. Events leave it out, because people write it. */
  negotiatedPrice: { column: 'negotiated_price', view: NegotiatedPriceView },
} as const satisfies Readonly<Record<string, LineReference>>

type References = typeof references
type Key = keyof References
/** The names of the references that have this. */
type KeyWith<Part extends keyof LineReference> = {
  [Name in Key]: References[Name] extends Readonly<Record<Part, unknown>> ? Name : never
}[Key]
type Values<Name extends Key> = {
  readonly [Each in Name]?: Static<References[Each]['view']> | undefined
}
type RequestedValues<Name extends KeyWith<'requested'>> = {
  readonly [Each in Name]?: Static<References[Each]['requested']> | undefined
}
type Entry<Name extends Key = Key> = LineReference & { readonly key: Name }

/** What the buyer says about a line besides its goods. */
export type LineReferences = Values<Key>
/** What the lines of a request say. */
export type RequestedReferences = RequestedValues<KeyWith<'requested'>>
/** The same of a line without allocations. */
export type UndividedReferences = Omit<RequestedReferences, 'allocations'>
/** What the lines of an invoice say. */
export type InvoicedReferences = Values<KeyWith<'invoiced'>>
/** What a request may say once, for each line that does not say it. */
export type LineDefaults = Pick<RequestedReferences, 'glAccount' | 'project'>
/** What an order says for all its lines. */
export type SharedReferences = Values<KeyWith<'ofOrder'>>

const all = Object.entries<LineReference>(references).map(([key, one]) => ({
  ...one,
  key: key as Key,
}))
const requested = entriesWith('requested')
const received = entriesWith('received')
const shared = entriesWith('ofOrder')
/** For PDF and UBL. */
export const invoicedReferences = entriesWith('invoiced')
/** The keys of their texts in PDFs. */
export type ReferenceLabel = References[KeyWith<'label'>]['label']

/** The references of anything that has them, and nothing else. */
export const referencesOf = (line: LineReferences): LineReferences => pick(line, all)

/** What tells lines of one product apart: the lines of carts have it, too. */
export const distinctionOf = ({
  allocations,
  requestedDate,
  addressId,
}: LineDistinction): LineDistinction => ({
  allocations,
  requestedDate,
  addressId,
})

export function viewDistinction({ allocations, requestedDate, addressId }: LineDistinction) {
  return {
    ...viewRequestedReferences({ allocations, requestedDate }),
    ...(addressId !== undefined && { addressId }),
  }
}

/** The codes that the lines and their allocations name, by the lists of the company. */
export function codesOfLines(lines: readonly RequestedReferences[]) {
  const booked = lines.flatMap((line) => [line, ...(line.allocations ?? [])])
  return {
    COST_CENTER: booked.map((one) => one.costCenter),
    GL_ACCOUNT: booked.map((one) => one.glAccount),
    PROJECT: booked.map((one) => one.project),
  }
}

export function readRequestedReferences(row: object): RequestedReferences {
  return requestedReferencesOf(readReferences(row))
}

export const requestedReferencesOf = (line: RequestedReferences): RequestedReferences =>
  pick(line, requested)

/** The references of a line that is booked as a whole. */
export function undividedReferencesOf(line: RequestedReferences): UndividedReferences {
  const { allocations: _, ...undivided } = requestedReferencesOf(line)
  return undivided
}

export const sharedReferencesOf = (order: SharedReferences): SharedReferences => pick(order, shared)

export function referenceColumns(line: LineReferences): Record<string, unknown> {
  return Object.fromEntries(all.map(({ key, column }) => [column, line[key]]))
}

export function readReferences(row: object): LineReferences {
  const stored = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(all.map(({ key, column }) => [key, stored[column] ?? undefined]))
}

/** Only the references that the line has. */
export const viewLineReferences = (line: LineReferences) => presentFields(line, all)
export const viewRequestedReferences = (line: RequestedReferences) => presentFields(line, requested)
export const viewReceivedReferences = (line: LineReferences) => presentFields(line, received)
export const viewInvoicedReferences = (line: InvoicedReferences) =>
  presentFields(line, invoicedReferences)

export const lineReferences = schemasOf('view')
export const requestedReferences = schemasOf('requested')
export const receivedReferences = schemasOf('received')
export const invoicedReferenceViews = schemasOf('invoiced')

function entriesWith<Part extends keyof LineReference>(part: Part) {
  return all.filter((one) => one[part] !== undefined) as unknown as readonly Entry<KeyWith<Part>>[]
}

type SchemaPart = 'view' | 'requested' | 'received' | 'invoiced'
type Schemas<Part extends SchemaPart> = {
  readonly [Name in KeyWith<Part>]: TOptional<
    References[Name] extends Readonly<Record<Part, infer Schema extends TSchema>> ? Schema : never
  >
}

function schemasOf<Part extends SchemaPart>(part: Part): Schemas<Part> {
  const schemas = all.flatMap(({ key, [part]: schema }) =>
    schema ? [[key, Type.Optional(schema)] as const] : [],
  )
  return Object.fromEntries(schemas) as unknown as Schemas<Part>
}

function pick<Line extends { readonly [Each in Key]?: unknown }>(
  line: Line,
  some: readonly Entry[],
): Pick<Line, Key & keyof Line> {
  return Object.fromEntries(some.map(({ key }) => [key, line[key]])) as Pick<Line, Key & keyof Line>
}

type Present<Line, Name extends Key> = {
  [Each in Name & keyof Line]?: Exclude<Line[Each], undefined>
}

function presentFields<Line extends { readonly [Each in Key]?: unknown }, Name extends Key>(
  line: Line,
  some: readonly Entry<Name>[],
): Present<Line, Name> {
  const found = some.filter(({ key }) => line[key] !== undefined)
  return Object.fromEntries(found.map(({ key }) => [key, line[key]])) as Present<Line, Name>
}
