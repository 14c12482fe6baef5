import assert from 'node:assert/strict'
import { quantityOf } from '#kernel/quantity'
import type { Books, OrderLineRow } from './books.ts'
import { aQuantity } from './cart-steps.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import { type Model, type ModelAttempt, type Quantities, restock } from './trade.ts'

/** Of this product the supplier takes more than it has, up to so much at a time. */
export const backordered = { of: 3, stocked: 6, maximum: 30 } as const

/** The stock of the product rises by itself: nobody else knows that orders wait for it. */
export function backorderSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'stock arrives',
      weight: 3,
      input: aQuantity,
      run: async (model, real, quantity) => {
        const { platform, modules } = real.world.parts
        const productId = real.products[backordered.of] ?? ''
        restock(model, backordered.of, quantity)
        real.stocked.set(productId, (real.stocked.get(productId) ?? 0) + quantity)
        const stock = quantityOf(model.onHand[backordered.of] ?? 0)
        await platform.database.transaction((tx) =>
          modules.products.changeProduct(tx, productId, { onHand: stock }),
        )
      },
    }),
  ]
}

/** Whether an order of these is refused, and if not, whether it waits for the product, of which it then takes nothing. */
export function judgeStock(model: Model, lines: Quantities): 'short' | 'covered' | 'waits' {
  const short = [...lines].filter(([product, quantity]) => quantity > forSale(model, product))
  const isRefused = ([product, quantity]: readonly [number, number]) =>
    product !== backordered.of || !hasRoom(model, quantity)
  if (short.some(isRefused)) return 'short'
  return short.length > 0 ? 'waits' : 'covered'
}

/** What waits has the first pieces. */
function forSale(model: Model, product: number): number {
  const onHand = model.onHand[product] ?? 0
  return product === backordered.of ? Math.max(onHand - waitingIn(model), 0) : onHand
}

const hasRoom = (model: Model, quantity: number) =>
  waitingIn(model) + quantity <= backordered.maximum

/** Whether the supplier takes at its payment what it took at the checkout. */
export const canWait = (model: Model, { lines, waitsFor }: ModelAttempt) =>
  waitsFor === undefined || hasRoom(model, lines.get(backordered.of) ?? 0)

/** What it takes from the stock. */
export function takenBy({ lines, waitsFor }: Pick<ModelAttempt, 'lines' | 'waitsFor'>): Quantities {
  return waitsFor === undefined
    ? lines
    : new Map([...lines].filter(([product]) => product !== backordered.of))
}

function waitingIn({ orders }: Model): number {
  return orders.flatMap(({ lines }) => lines).reduce((sum, { waiting }) => sum + waiting, 0)
}

/** A worker serves what waits, whenever it comes to that, and the oldest first. */
export function followServed(model: Model, books: Books): void {
  let isEarlierWaiting = false
  for (const { id, lines } of [...model.orders].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  )) {
    const stored = books.orders.find((order) => order.id === id)?.lines ?? []
    for (const line of lines) {
      const waiting = stored.find((one) => one.line === line.line)?.waiting ?? 0
      const served = line.waiting - waiting
      if (served > 0) serve(model, line, served, isEarlierWaiting)
      isEarlierWaiting ||= waiting > 0
    }
  }
}

function serve(
  model: Model,
  line: OrderLineRow,
  quantity: number,
  isEarlierWaiting: boolean,
): void {
  assert(!isEarlierWaiting, `a line of ${line.product} was served before an older one`)
  line.waiting -= quantity
  restock(model, backordered.of, -quantity)
}
