import { type Books, type OrderLineRow, openOf } from './books.ts'
import { fresh, type Model, type ModelOrder } from './trade.ts'

/** What a buyer has paid for is exchanged by a worker, whenever it comes to that. */
export function followExchanged(model: Model, books: Books): void {
  for (const order of model.orders) {
    const stored = books.orders.find(({ id }) => id === order.id)?.lines ?? []
    for (const line of [...order.lines]) {
      const price = order.prices.get(line.proposal ?? '')
      const isExchanged = stored.some(
        (one) => one.follows === line.line && one.price === price && one.line > order.lines.length,
      )
      if (price !== undefined && isExchanged) exchange(order, line, price)
    }
  }
}

/** The open pieces of the line are a line of their own then. */
export function exchange(order: ModelOrder, line: OrderLineRow, price: number): void {
  addLine(order, line, { price, quantity: openOf(line), waiting: line.waiting })
  line.cancelled += openOf(line)
  line.waiting = 0
  line.proposal = null
}

export function addLine(
  { lines }: ModelOrder,
  { product, street, line: follows }: OrderLineRow,
  { waiting, ...added }: Pick<OrderLineRow, 'price' | 'quantity' | 'waiting'>,
): void {
  const line = Math.max(...lines.map((one) => one.line)) + 1
  lines.push(fresh({ line, follows, product, street, ...added }, waiting))
}
