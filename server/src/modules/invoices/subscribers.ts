import { type Money, parseMoney } from '#kernel/money'
import { OrderCreated, OrderPriceReduced, OrderReturned, OrderShipped } from '#modules/orders'
import { type LoggedEvent, on, type Subscription } from '#platform/outbox'
import { type GapDeps, noticeProfileGaps } from './company-details/profile-gaps.ts'
import { creditReduction } from './credit-reduction.ts'
import { InvoiceIssued } from './events.ts'
import { creditReturn, type IssueDeps, invoiceShipment } from './issue.ts'
import { noteDebts } from './note-debts.ts'
import type { Pieces } from './store.ts'

type MoneyData = { readonly amount: string; readonly currency: string }
type Facts = {
  readonly orderId: string
  readonly lines: readonly (Pieces & { readonly reduction?: MoneyData })[]
}

export type InvoicingDeps = IssueDeps & GapDeps

/**
 * Reads events of what has left and what came back, and writes documents in the same order. Cancelled goods get none.
 */
export function invoicesSubscribers(deps: InvoicingDeps): readonly Subscription[] {
  return [
    on([OrderShipped, OrderReturned], {
      name: 'invoices.follow_orders',
      record: async (tx, event) => {
        const step = stepOf(event)
        if (event.type === OrderShipped.type) {
          const { shipmentId, supplierId, shippingCostReduction } = event.data as Facts & {
            readonly shipmentId: string
            readonly supplierId: string
            readonly shippingCostReduction?: MoneyData
          }
          const shipment = {
            shipmentId,
            supplierId,
            shippingCostReduction: moneyOf(shippingCostReduction),
          }
          await invoiceShipment(deps, tx, { ...step, ...shipment })
        } else {
          const { returnId } = event.data as Facts & { readonly returnId: string }
          await creditReturn(deps, tx, { ...step, returnId })
        }
      },
    }),
    on(InvoiceIssued, {
      name: 'invoices.tell_debts',
      poison: 'retried_slowly',
      // A credit note needs the invoices that earlier events of its order produced.
      lineOf: ({ data }) => `order/${data.orderId}`,
      record: (tx, { companyId, data }) => noteDebts(deps, tx, companyId, data.invoiceId),
    }),
    on(OrderCreated, {
      name: 'invoices.notice_profile_gaps',
      recordAll: (tx, events) => {
        const orders = events.map(({ companyId, occurredAt, data }) => {
          return { companyId, orderId: data.orderId, now: occurredAt }
        })
        return noticeProfileGaps(deps, tx, orders)
      },
    }),
    // A subscription of its own, because an older release that runs at the same time skips events that it does not
    // know.
    on([OrderPriceReduced], {
      name: 'invoices.credit_reductions',
      record: async (tx, { companyId, entity, occurredAt, data }) => {
        const { orderId, reductionId, lines, shippingCosts } = data
        const amountOf = ({ credited }: { readonly credited: MoneyData }) => ({
          amount: parsed(credited),
        })
        await creditReduction(deps, tx, {
          companyId,
          orderId,
          orderVersion: entity.version,
          lines: [],
          happenedAt: occurredAt,
          reductionId,
          reduced: [
            ...lines.map((line) => ({ lineNumber: line.lineNumber, ...amountOf(line) })),
            ...shippingCosts.map((way) => {
              const { supplierId, delivery } = way
              return { supplierId, delivery, ...amountOf(way) }
            }),
          ],
        })
      },
    }),
  ]
}

function stepOf({ companyId, entity, occurredAt, data }: LoggedEvent<Facts>) {
  return {
    companyId,
    orderId: data.orderId,
    orderVersion: entity.version,
    lines: data.lines.map(({ lineNumber, quantity, reduction }) => {
      return { lineNumber, quantity, reduction: moneyOf(reduction) }
    }),
    happenedAt: occurredAt,
  }
}

function moneyOf(data: MoneyData | undefined): Money | undefined {
  return data && parsed(data)
}

/** The service wrote it, so it is always an amount. */
function parsed({ amount, currency }: MoneyData): Money {
  const value = parseMoney(amount, currency)
  if (!value) throw new Error(`an event has the invalid amount ${amount} ${currency}`)
  return value
}
