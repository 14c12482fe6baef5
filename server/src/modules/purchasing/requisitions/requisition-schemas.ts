import { type Static, Type } from 'typebox'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { AddressView, viewAddress } from '#modules/orders'
import { requestedReferences, viewRequestedReferences } from '#modules/orders/line-references'
import { MoneyView, viewMoney, viewUnitPrice } from '#platform/http'
import type { Attachment } from './attachments/attachment.ts'
import { AttachmentView, viewAttachment } from './attachments/attachment-schemas.ts'
import {
  type HistoryEntry,
  lineStates,
  productToOrder,
  type Requisition,
  type RequisitionLine,
  requisitionStates,
  type Sourcing,
} from './requisition.ts'
import { freeText, lineInputExample } from './requisition-bodies.ts'
import type { FullRequisition } from './service.ts'

const Instant = Type.String({ format: 'date-time' })
export const StateName = Type.Enum([...requisitionStates])

const headFields = {
  id: Type.String(),
  number: Type.String({
    description: 'What people call the requisition. Unique in its company, and never used again.',
  }),
  state: StateName,
  title: Type.String(),
  requesterId: Type.String({ description: 'The person or the integration that asks.' }),
  unitId: Type.Optional(
    Type.String({
      description:
        'The unit that needs the goods: the one that the requester chose, or belonged to when the requisition was made.',
    }),
  ),
  neededBy: Type.Optional(Type.String({ format: 'date' })),
  orderId: Type.Optional(
    Type.String({ description: 'The newest order of its lines. Each line names its own.' }),
  ),
  orderNumber: Type.Optional(Type.String()),
  submittedAt: Type.Optional(Instant),
  createdAt: Instant,
  changedAt: Instant,
  version: Type.Integer(),
}

const headExample = {
  id: 'rqn_01m7xb82dw3khw78phh28dvacd',
  number: 'REQ-2026-000123',
  state: 'IN_SOURCING' as const,
  title: 'Desks for the new office',
  requesterId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  submittedAt: '2026-01-02T03:04:05.000Z',
  createdAt: '2026-01-02T03:04:05.000Z',
  changedAt: '2026-01-02T03:04:05.000Z',
  version: 3,
}

export const RequisitionSummaryView = record(
  'RequisitionSummary',
  'A requisition, with the name of its requester and the number of its lines.',
  { ...headFields, requesterName: Type.Optional(Type.String()), lineCount: Type.Integer() },
  { examples: [{ ...headExample, requesterName: 'Anna Smith', lineCount: 1 }] },
)

export const SourcingView = record(
  'RequisitionSourcing',
  'What a buyer found for a line in words.',
  {
    productId: Type.Optional(Type.String()),
    offerRequestId: Type.Optional(
      Type.String({
        description:
          'The request for an external offer. Without `productId` it is not confirmed yet.',
      }),
    ),
    supplierId: Type.Optional(Type.String()),
    price: Type.Optional(withDescription(MoneyView, 'The negotiated price of one unit.')),
    note: Type.Optional(Type.String()),
    attachments: Type.Array(AttachmentView, {
      description: 'Files that prove the negotiated price.',
    }),
    by: Type.String({ description: 'The person or the integration that sourced it.' }),
    at: Instant,
  },
)

const LineView = record('RequisitionLine', 'A line of a requisition.', {
  id: Type.String(),
  position: Type.Integer({ description: 'Its place in the requisition, from 1.' }),
  state: Type.Enum([...lineStates], {
    description:
      'OPEN: no order has it yet. IN_APPROVAL: its order waits for approval. ORDERED: its supplier has it. CANCELLED: it is never ordered.',
  }),
  orderId: Type.Optional(Type.String({ description: 'The order that has the line.' })),
  orderNumber: Type.Optional(Type.String()),
  productId: Type.Optional(Type.String()),
  productName: Type.Optional(
    Type.String({
      description:
        'The name of the product that is ordered for the line. Absent: none yet, or it is no longer for sale.',
    }),
  ),
  what: Type.Optional(Type.String()),
  quantity: quantitySchema(),
  unit: Type.Optional(Type.String()),
  estimate: freeText.estimate,
  unspsc: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  suggestedSupplier: Type.Optional(Type.String()),
  links: Type.Array(Type.String()),
  attachments: Type.Array(AttachmentView),
  note: Type.Optional(Type.String()),
  ...requestedReferences,
  sourcing: Type.Optional(SourcingView),
})

const HistoryView = record(
  'RequisitionHistoryEntry',
  'A state that the requisition has had, and the comment of the person who set it.',
  {
    state: StateName,
    by: Type.Optional(
      Type.String({
        description:
          'The person or the integration. Absent: the service, because of what happened to the order.',
      }),
    ),
    comment: Type.Optional(Type.String()),
    orderId: Type.Optional(Type.String()),
    at: Instant,
  },
)

export const RequisitionView = record(
  'Requisition',
  'A requisition: what somebody asks the buyers of the company to order.',
  {
    ...headFields,
    shipTo: Type.Optional(AddressView),
    note: Type.Optional(Type.String()),
    lines: Type.Array(LineView),
    history: Type.Array(HistoryView),
  },
  {
    examples: [
      {
        ...headExample,
        lines: [
          {
            id: 'rql_01m7xb82dw3khw78phh28dvacd',
            position: 1,
            state: 'OPEN' as const,
            ...lineInputExample,
            links: [],
            attachments: [],
            sourcing: {
              productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
              supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
              attachments: [],
              by: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
              at: '2026-01-02T03:04:05.000Z',
            },
          },
        ],
        history: [
          {
            state: 'SUBMITTED' as const,
            by: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
            at: '2026-01-02T03:04:05.000Z',
          },
        ],
      },
    ],
  },
)

export function viewSummary(
  requisition: Requisition,
  more: { readonly requesterName: string | undefined; readonly lineCount: number },
): Static<typeof RequisitionSummaryView> {
  const { requesterName, lineCount } = more
  return {
    ...viewHead(requisition),
    ...(requesterName !== undefined && { requesterName }),
    lineCount,
  }
}

export function viewRequisition({
  requisition,
  lines,
  history,
  attachments,
  productNames,
}: FullRequisition): Static<typeof RequisitionView> {
  const { shipTo, note } = requisition
  return {
    ...viewHead(requisition),
    ...(shipTo && { shipTo: viewAddress(shipTo) }),
    ...(note !== undefined && { note }),
    lines: lines.map((line) =>
      viewLine(line, productNames.get(productToOrder(line) ?? ''), attachments.get(line.id)),
    ),
    history: history.map(viewEntry),
  }
}

function viewHead(requisition: Requisition) {
  const { id, number, state, title, requesterId, unitId, neededBy, order, submittedAt } =
    requisition
  return {
    id,
    number,
    state,
    title,
    requesterId,
    ...(unitId !== undefined && { unitId }),
    ...(neededBy !== undefined && { neededBy }),
    ...(order && { orderId: order.id, orderNumber: order.number }),
    ...(submittedAt && { submittedAt: submittedAt.toISOString() }),
    createdAt: requisition.createdAt.toISOString(),
    changedAt: requisition.changedAt.toISOString(),
    version: requisition.version,
  }
}

function viewLine(
  line: RequisitionLine,
  productName: string | undefined,
  files: readonly Attachment[] = [],
): Static<typeof LineView> {
  const { id, position, state, order, quantity, estimate, links, sourcing } = line
  const { productId, what, unit, unspsc, category, suggestedSupplier, note } = line
  return {
    id,
    position,
    state,
    ...(order && { orderId: order.id, orderNumber: order.number }),
    ...withoutAbsent({
      productId,
      productName,
      what,
      unit,
      unspsc,
      category,
      suggestedSupplier,
      note,
    }),
    quantity: numberOf(quantity),
    ...(estimate && { estimate: viewMoney(estimate) }),
    links: [...links],
    attachments: files.filter(({ provesPrice }) => !provesPrice).map(viewAttachment),
    ...viewRequestedReferences(line),
    ...(sourcing && { sourcing: viewSourcing(sourcing, files) }),
  }
}

export function viewSourcing(
  { productId, offerRequestId, supplierId, price, note, by, at }: Sourcing,
  files: readonly Attachment[],
): Static<typeof SourcingView> {
  return {
    ...withoutAbsent({ productId, offerRequestId, supplierId, note }),
    ...(price && { price: viewUnitPrice(price) }),
    attachments: files.filter(({ provesPrice }) => provesPrice).map(viewAttachment),
    by,
    at: at.toISOString(),
  }
}

function viewEntry(entry: HistoryEntry): Static<typeof HistoryView> {
  const { state, actorId: by, comment, orderId, at } = entry
  return { state, ...withoutAbsent({ by, comment, orderId }), at: at.toISOString() }
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function withoutAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Present<Fields>
}
