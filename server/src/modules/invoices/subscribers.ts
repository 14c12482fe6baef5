import { OrderCancelled, OrderReturned, OrderShipped } from '#modules/orders'
import { type LoggedEvent, on, type Subscription } from '#platform/outbox'
import { InvoiceIssued } from './events.ts'
import { countCancelled, creditReturn, type IssueDeps, invoiceShipment } from './issue.ts'
import type { Pieces } from './store.ts'
import { tellDebts } from './tell-debts.ts'

type Facts = { readonly orderId: string; readonly lines: readonly Pieces[] }

/** The log tells what has left, what was cancelled and what came back: the documents follow, in the same order. */
export function invoicesSubscribers(deps: IssueDeps): readonly Subscription[] {
  return [
    on([OrderShipped, OrderCancelled, OrderReturned], {
      name: 'invoices.follow_orders',
      record: async (tx, event) => {
        const step = stepOf(event)
        if (event.type === OrderShipped.type) {
          const { shipmentId, supplierId } = event.data as Facts & {
            readonly shipmentId: string
            readonly supplierId: string
          }
          await invoiceShipment(deps, tx, { ...step, shipmentId, supplierId })
        } else if (event.type === OrderReturned.type) {
          const { returnId } = event.data as Facts & { readonly returnId: string }
          await creditReturn(deps, tx, { ...step, returnId })
        } else {
          await countCancelled(deps, tx, step)
        }
      },
    }),
    on(InvoiceIssued, {
      name: 'invoices.tell_debts',
      record: (tx, { companyId, data }) => tellDebts(deps, tx, companyId, data.invoiceId),
    }),
  ]
}

function stepOf({ companyId, entity, occurredAt, data }: LoggedEvent<Facts>) {
  return {
    companyId,
    orderId: data.orderId,
    orderVersion: entity.version,
    lines: data.lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
    happenedAt: occurredAt,
  }
}
