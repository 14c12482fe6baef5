import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { TermsView, viewTerms } from '../proposals/terms-view.ts'
import type { OrderAtVersion } from './read-versions.ts'
import type { OrderVersion } from './version.ts'

const fields = {
  version: Type.Integer({ minimum: 1, description: 'The version of the order after the change.' }),
  kind: Type.String({ description: 'The step of the timeline.' }),
  changedAt: Type.String({ format: 'date-time' }),
  revisions: Type.Array(
    record('PurchaseOrderRevision', 'The revision of a purchase order after the change.', {
      supplierId: Type.String(),
      revision: Type.Integer({ minimum: 1 }),
    }),
    { description: 'Of the purchase orders that changed.' },
  ),
  changes: Type.Array(
    record('OrderVersionChange', 'A line, before and after the change.', {
      lineNumber: Type.Integer(),
      before: TermsView,
      after: TermsView,
    }),
  ),
}

const example = {
  version: 4,
  kind: 'CHANGE_REQUEST_ACCEPTED',
  changedAt: '2026-01-04T10:11:12.000Z',
  revisions: [{ supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna', revision: 1 }],
  changes: [
    {
      lineNumber: 1,
      before: { quantity: 4, promisedDate: '2026-01-16' },
      after: { quantity: 3, promisedDate: '2026-02-06' },
    },
  ],
}

export const OrderVersionView = record(
  'OrderVersion',
  'A version of an order that differs from the one before, and what changed.',
  fields,
  { examples: [example] },
)

export const OrderAtVersionView = record(
  'OrderAtVersion',
  'The lines of an order at one version.',
  {
    orderId: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    lines: Type.Array(
      record('OrderVersionLine', 'What was to be delivered of a line, and when.', {
        lineNumber: Type.Integer(),
        ...TermsView.properties,
      }),
    ),
    made: Type.Optional(OrderVersionView),
  },
  {
    examples: [
      {
        orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
        version: 4,
        lines: [{ lineNumber: 1, quantity: 3, promisedDate: '2026-02-06' }],
        made: example,
      },
    ],
  },
)

export function viewOrderVersion(one: OrderVersion): Static<typeof OrderVersionView> {
  const { version, kind, changedAt, changes } = one
  return {
    version,
    kind,
    changedAt: changedAt.toISOString(),
    revisions: Object.entries(changes.revisions).map(([supplierId, revision]) => ({
      supplierId,
      revision,
    })),
    changes: changes.lines.map(({ lineNumber, before, after }) => ({
      lineNumber,
      before: viewTerms(before),
      after: viewTerms(after),
    })),
  }
}

export function viewOrderAtVersion(at: OrderAtVersion): Static<typeof OrderAtVersionView> {
  const { order, version, lines, made } = at
  return {
    orderId: order.id,
    version,
    lines: lines.map(({ lineNumber, terms }) => ({ lineNumber, ...viewTerms(terms) })),
    ...(made && { made: viewOrderVersion(made) }),
  }
}
