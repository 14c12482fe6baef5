import { money } from '#kernel/money'
import { type LineProgress, netAndTotal, untouched } from '../fulfilment/line-progress.ts'
import { referencesOf } from '../line-references/index.ts'
import type { Order, OrderDocument, OrderLine, PlacedLine } from '../order.ts'

/** The first step of an order's timeline. */
export function firstStep({ state }: Order): string {
  return state === 'PENDING_APPROVAL' ? 'APPROVAL_REQUESTED' : 'PLACED'
}

/** The order as readers will find it after the commit, for the code that has just written it. */
export function placedDocument(order: Order, lines: readonly OrderLine[]): OrderDocument {
  return {
    order,
    lines: lines.map((line, at) => placedLine(line, at + 1, order.placedAt)),
    shipments: [],
    returns: [],
    credits: [],
    timeline: [
      {
        version: order.version,
        kind: firstStep(order),
        actorId: order.placedBy,
        details: {},
        happenedAt: order.placedAt,
      },
    ],
  }
}

/** A line that the stock does not cover waits from the start, with a promise that the buyer has seen and accepted. */
export function waitingOf(
  { backorder, quantity }: Pick<OrderLine, 'backorder' | 'quantity'>,
  placedAt: Date,
): Pick<LineProgress, 'promisedDate' | 'agreedDate' | 'backorderedAt' | 'waiting'> {
  return {
    promisedDate: backorder?.promisedDate,
    agreedDate: backorder?.promisedDate,
    backorderedAt: backorder && placedAt,
    waiting: backorder ? quantity : 0n,
  }
}

/** A line of which nothing has happened yet. */
export function placedLine(line: OrderLine, lineNumber: number, placedAt: Date): PlacedLine {
  const { productId, sku, supplierCompanyId, quantity, unit } = line
  const { total, discount, tax } = line
  const { currency } = total
  return {
    ...line,
    progress: {
      lineNumber,
      followsLine: undefined,
      productId,
      sku,
      supplierCompanyId,
      ...referencesOf(line),
      quantity,
      unit,
      ...untouched,
      ...waitingOf(line, placedAt),
      ...netAndTotal(total, discount, tax),
      credited: money(0n, currency),
      reducedOpen: money(0n, currency),
      reducedKept: money(0n, currency),
    },
  }
}
