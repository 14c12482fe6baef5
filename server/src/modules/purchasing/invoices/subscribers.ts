import { type Money, parseMoney } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import { OrderCreated, OrderPriceReduced, OrderReturned, OrderShipped } from '#modules/orders'
import { type DataOf, type LoggedEvent, on, type Subscription } from '#platform/outbox'
import { type GapDeps, noticeProfileGaps } from './company-details/profile-gaps.ts'
import { InvoiceIssued } from './events.ts'
import { creditReduction } from './issuing/credit-reduction.ts'
import { creditReturn, type IssueDeps, invoiceShipment } from './issuing/issue.ts'
import { noteDebts } from './issuing/note-debts.ts'

type MoneyData = { readonly amount: string; readonly currency: string }
type Facts = {
  readonly orderId: string
  readonly lines: readonly {
    readonly lineNumber: number
    readonly quantity: number
    readonly reduction?: MoneyData
    readonly tax?: MoneyData
  }[]
}

type ShippedFacts = Facts & {
  readonly shipmentId: string
  readonly supplierId: string
  readonly shippingCostReduction?: MoneyData
  readonly feeReduction?: MoneyData
}
type ReducedFacts = DataOf<typeof OrderPriceReduced>

export type InvoicingDeps = IssueDeps & GapDeps

/**
 * One subscription reads what has left, what came back and what became cheaper, so that the documents of an order are written in
 * the order of their causes. Cancelled goods get none.
 */
export function invoicesSubscribers(deps: InvoicingDeps): readonly Subscription[] {
  return [
    on([OrderShipped, OrderReturned, OrderPriceReduced], {
      name: 'invoices.write_documents',
      record: async (tx, event) => {
        switch (event.type) {
          case OrderShipped.type:
            return invoiceShipment(deps, tx, shipmentOf(event as LoggedEvent<ShippedFacts>))
          case OrderReturned.type: {
            const { returnId } = event.data as Facts & { readonly returnId: string }
            return creditReturn(deps, tx, { ...stepOf(event as LoggedEvent<Facts>), returnId })
          }
          default:
            return creditReduction(deps, tx, reductionOf(event as LoggedEvent<ReducedFacts>))
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
  ]
}

function shipmentOf(event: LoggedEvent<ShippedFacts>) {
  const { shipmentId, supplierId, shippingCostReduction, feeReduction } = event.data
  return {
    ...stepOf(event),
    shipmentId,
    supplierId,
    shippingCostReduction: moneyOf(shippingCostReduction),
    feeReduction: moneyOf(feeReduction),
  }
}

function reductionOf({ companyId, entity, occurredAt, data }: LoggedEvent<ReducedFacts>) {
  const { orderId, reductionId, lines, shippingCosts } = data
  return {
    companyId,
    orderId,
    orderVersion: entity.version,
    lines: [],
    happenedAt: occurredAt,
    reductionId,
    reduced: [
      ...lines.map(({ lineNumber, credited }) => ({ lineNumber, amount: parseAmount(credited) })),
      ...shippingCosts.map(({ supplierId, delivery, credited }) => {
        return { supplierId, delivery, amount: parseAmount(credited) }
      }),
    ],
  }
}

function stepOf({ companyId, entity, occurredAt, data }: LoggedEvent<Facts>) {
  return {
    companyId,
    orderId: data.orderId,
    orderVersion: entity.version,
    lines: data.lines.map(({ lineNumber, quantity, reduction, tax }) => {
      const amounts = { reduction: moneyOf(reduction), tax: moneyOf(tax) }
      return { lineNumber, quantity: quantityOf(quantity), ...amounts }
    }),
    happenedAt: occurredAt,
  }
}

function moneyOf(data: MoneyData | undefined): Money | undefined {
  return data && parseAmount(data)
}

/** The service wrote it, so it is always an amount. */
function parseAmount({ amount, currency }: MoneyData): Money {
  const value = parseMoney(amount, currency)
  if (!value) throw new Error(`an event has the invalid amount ${amount} ${currency}`)
  return value
}
