import { type OrderFloor, orderFloor, rowsOf } from './lib/floors/order-floor.ts'
import { leastOrders } from './lib/floors/pgbench.ts'
import { round } from './lib/measuring/measure.ts'
import { type Spending, spentEach } from './lib/measuring/spent.ts'
import {
  addingByKey,
  cartChanges,
  cartSession,
  directOrder,
  oneItem,
  orderOfCart,
  purchase,
} from './lib/purchases.ts'
import { type ClientsRun, type Round, runClients } from './lib/run-clients.ts'
import { type CommerceStage, openCommerceStage } from './lib/stages/commerce-stage.ts'

type Work = ClientsRun & {
  readonly each: ReturnType<typeof spentEach>
  readonly dearest: Awaited<ReturnType<Spending['dearest']>>
}

export type CommerceReadings = {
  /** Carts are created, filled and changed, by 16 clients. */
  readonly cartSessions: Work
  /** Changes of a quantity, by 16 clients. */
  readonly cartChanges: Work
  /** From the cart to the placed order, by 8 clients of 8 companies. */
  readonly ordersByInvoice: Work
  readonly ordersByCard: Work
  /** A product is added to the cart, and one request orders the cart on credit. */
  readonly ordersOfCarts: Work
  /** One request orders lines, without a cart. */
  readonly directOrders: Work
  /** The cost of an Idempotency-Key for a request that needs none: one client, medians. */
  readonly key: { readonly withKeyMs: number; readonly withoutMs: number; readonly addsMs: number }
  /** The rows of an order, written by bare SQL over 8 connections. */
  readonly floor: OrderFloor
  readonly ordersOfFloor: number
  /**
   * Transactions of five statements each by pgbench, with as many connections, and the service's rates as shares of
   * it.
   */
  readonly leastOrders: number | undefined
  readonly ofLeastOrders: Readonly<
    Record<'cartSessions' | 'purchases' | 'ordersOfCarts' | 'directOrders', number>
  >
}

const cartClients = 16
const orderClients = 8

/** Carts, checkouts and orders over HTTP with durable commits, compared with the same rows written by bare SQL. */
export async function commerce(seconds: number): Promise<CommerceReadings> {
  const stage = await openCommerceStage(cartClients)
  try {
    const { buyers } = stage
    const ordering = buyers.slice(0, orderClients)
    const work = (rounds: readonly Round[]) => measured(stage, rounds, seconds)
    const cartSessions = await work(buyers.map((buyer) => cartSession(stage, buyer)))
    const orders = new Map<string, string>()
    const byInvoice = await work(
      ordering.map((buyer) =>
        purchase(stage, buyer, 'invoice', (orderId) => orders.set(buyer.companyId, orderId)),
      ),
    )
    const ordersByCard = await work(ordering.map((buyer) => purchase(stage, buyer, 'card')))
    const ordersOfCarts = await work(ordering.map((buyer) => orderOfCart(stage, buyer)))
    const directOrders = await work(ordering.map((buyer) => directOrder(stage, buyer)))
    const changes = await Promise.all(
      buyers.map(async (buyer) => cartChanges(await oneItem(stage, buyer), buyer)),
    )
    const changed = await work(changes)
    await stage.sql.query('delete from cart.items')
    const key = await costOfKey(stage, seconds)
    const templates = []
    for (const [companyId, orderId] of orders) {
      templates.push(await rowsOf(stage.sql, companyId, orderId))
    }
    await stage.stopService()
    const floor = await orderFloor(stage, templates, seconds)
    const least = await leastOrders(stage, orderClients, seconds)
    const ofLeast = ({ perSecond }: Work) => round(perSecond / (least ?? Number.NaN))
    return {
      cartSessions,
      cartChanges: changed,
      ordersByInvoice: byInvoice,
      ordersByCard,
      ordersOfCarts,
      directOrders,
      key,
      floor,
      ordersOfFloor: round(byInvoice.perSecond / floor.perSecond),
      leastOrders: least,
      ofLeastOrders: {
        cartSessions: ofLeast(cartSessions),
        purchases: ofLeast(byInvoice),
        ordersOfCarts: ofLeast(ordersOfCarts),
        directOrders: ofLeast(directOrders),
      },
    }
  } finally {
    await stage.close()
  }
}

/**
 * In a new process the code is still being compiled, and each connection plans its first five executions of a
 * statement. A buyer mostly meets a process that has run for a while.
 */
const warmUpSeconds = 8

async function measured(
  { spending }: CommerceStage,
  rounds: readonly Round[],
  seconds: number,
): Promise<Work> {
  await runClients(rounds, warmUpSeconds)
  await spending.countAnew()
  const before = await spending.now()
  const run = await runClients(rounds, seconds)
  const each = spentEach(before, await spending.now(), run.rounds)
  return { ...run, each, dearest: await spending.dearest(run.rounds) }
}

async function costOfKey(stage: CommerceStage, seconds: number) {
  const [buyer] = stage.buyers
  if (!buyer) throw new Error('nobody buys')
  const { parts } = await runClients([addingByKey(stage, buyer)], seconds)
  const withKeyMs = parts['with key']?.p50 ?? 0
  const withoutMs = parts.without?.p50 ?? 0
  return { withKeyMs, withoutMs, addsMs: round(withKeyMs - withoutMs) }
}
