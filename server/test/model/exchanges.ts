import { type Books, type OrderLineRow, openOf } from './books.ts'
import { fresh, type Model, type ModelOrder, restock } from './trade.ts'

/** What a buyer has paid for is exchanged or added by a worker, whenever it comes to that. */
export function followPaid(model: Model, books: Books, products: readonly string[]): void {
  for (const order of model.orders) {
    const stored = books.orders.find(({ id }) => id === order.id)?.lines ?? []
    for (const line of [...order.lines]) {
      const price = order.prices.get(line.proposal ?? '')
      const added = stored.find((one) => one.follows === line.line && one.line > order.lines.length)
      if (price !== undefined && added?.price === price) exchange(order, line, price)
      const wanted = order.wishes.get(line.request ?? '')
      if (wanted !== undefined && added) addMore(model, order, line, wanted, products)
    }
  }
}

/** The supplier delivers so much of the line in all: more of it is a line of its own. */
export function addMore(
  model: Model,
  order: ModelOrder,
  line: OrderLineRow,
  wanted: number,
  products: readonly string[],
): void {
  const quantity = wanted - (line.quantity - line.cancelled)
  line.request = null
  addLine(order, line, { price: line.price, quantity, waiting: 0 })
  restock(model, products.indexOf(line.product), -quantity)
}

/** The open pieces of the line are a line of their own then. */
export function exchange(order: ModelOrder, line: OrderLineRow, price: number): void {
  addLine(order, line, { price, quantity: openOf(line), waiting: line.waiting })
  line.cancelled += openOf(line)
  line.waiting = 0
  line.proposal = null
}

function addLine(
  { lines }: ModelOrder,
  { product, street, line: follows }: OrderLineRow,
  { waiting, ...added }: Pick<OrderLineRow, 'price' | 'quantity' | 'waiting'>,
): void {
  const line = Math.max(...lines.map((one) => one.line)) + 1
  lines.push(fresh({ line, follows, product, street, ...added }, waiting))
}
