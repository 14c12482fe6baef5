import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox } from '@purveyor/sandbox'
import { type Database, openDatabase, sql } from '#platform/db'
import { crashPointNames } from '#platform/faults'
import { aProduct, sampleSupplierId } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { freePort } from '../harness/free-port.ts'
import { type ServiceProcess, startService } from '../harness/service-process.ts'
import { aKey, createClient, type Reply } from '../journeys/client.ts'
import { type Books, readBooks } from './books.ts'
import { checkAlways, checkSettled } from './invariants.ts'
import { type Asks, post, shipTo } from './kill-client.ts'
import { orderByRequisition, orderByStandingOrder, prepareRequests } from './kill-requests.ts'
import { createProviderDesk } from './provider-desk.ts'

export type KillRound = {
  readonly seed: number
  /** Orders whose ids buyers received. */
  readonly orders: number
  readonly kills: number
  /** Of them by the process itself, at a named point. */
  readonly atPoints: number
}

const buyers = 3
/** Each of them twice: of what is there, and of what has to arrive. */
const purchasesEach = 8
/** After so many purchases comes a requisition. */
const purchasesBetween = 4
/** A date of a standing order, and the two lines of each requisition. */
const requestsEach = 1 + 2 * (purchasesEach / purchasesBetween)
const ordersEach = 2 * purchasesEach + requestsEach
/** Then the buyers are left in peace: a round ends, however long the machine takes to start a process. */
const killsMax = 12
const stocked = 1_000
const patienceMs = 180_000
const secrets = { apiKey: 'a key of the payment provider', events: 'a secret of the provider' }
const points = crashPointNames.filter((name) =>
  /^(checkout[.]|payments[.](handover|event|refund)[.]|(orders|standing)[.])/.test(name),
)
/**
 * Buyers trade over HTTP with a real process that is killed under them, and started again: at moments that the seed
 * draws, and at points where it kills itself. They repeat what they got no answer to under the same key. At the end
 * everything has to come to rest, each wish be one order, and the provider's book be ours. Throws where it is not.
 */
export async function killRound(url: string, dataDir: string, seed: number): Promise<KillRound> {
  const database = openDatabase({ url, poolMax: 4, statementTimeoutMs: 20_000 })
  const port = await freePort()
  const sandbox = await startSandbox({
    port: 0,
    dataDir: join(dataDir, `kills-${seed}`),
    paymentsApiKey: secrets.apiKey,
    paymentsEventSecret: secrets.events,
    paymentsEventsUrl: `http://127.0.0.1:${port}/payments/providers/sandbox/events`,
    now: () => new Date(),
    log: { info: () => undefined, warn: () => undefined },
    eventRetryDelaysMs: [100, 200, 400, 800, 1_600, 3_200],
  })
  const draw = drawer(seed)
  const runner = createRunner({ port, dataDir, url, sandboxUrl: sandbox.url, draw })
  try {
    await runner.revive()
    const { id: productId } = await aProduct(database, { onHand: stocked })
    const backorder = { leadTimeDays: 5, maxQuantity: undefined }
    const { id: lackingId } = await aProduct(database, { onHand: 0, backorder })
    const supplier = await signIn(database, runner, { companyId: sampleSupplierId })
    const trades = await Promise.all(
      Array.from({ length: buyers }, () =>
        aBuyer(database, runner, { productId, lackingId, supplier, draw }),
      ),
    )
    const killing = runner.killOnAndOn()
    const bought = await Promise.all(trades.map((trade) => trade.buy()))
    await killing.stop()
    const { bookOf } = createProviderDesk(sandbox.url, secrets.apiKey)
    const known = new Set(bought.flat())
    assert.equal(known.size, buyers * ordersEach, 'two wishes became one order')
    const sold = new Map<string, number>()
    const arrived = new Map<string, number>([[productId, stocked]])
    for (const { companyId } of trades) {
      const books = await atRest(database, runner, companyId, [productId, lackingId])
      checkAlways({ ...books, stock: [] }, new Map())
      await checkSettled(books, bookOf)
      assert.equal(books.orders.length, ordersEach, 'a wish became two orders')
      for (const { id } of books.orders) assert(known.has(id), `no buyer received ${id}`)
      const lines = books.orders.flatMap((order) => order.lines)
      for (const line of lines) add(sold, line.product, line.quantity - line.cancelled)
      add(arrived, lackingId, sumOf(lines.filter(({ product }) => product === lackingId)))
    }
    const { stock } = await readBooks(database.pool, trades[0]?.companyId ?? '', [...sold.keys()])
    for (const row of stock) {
      const committed = sold.get(row.product) ?? 0
      const onHand = (arrived.get(row.product) ?? 0) - committed
      const expected = { product: row.product, onHand, reserved: 0, committed, backordered: 0 }
      assert.deepEqual(row, expected, 'the stock has drifted')
    }
    return { seed, orders: known.size, ...runner.counts() }
  } finally {
    await runner.stop()
    await sandbox.close()
    await database.close()
  }
}

type Draw = () => number

/** The same numbers for the same seed, from 0 up to 1 (mulberry32). */
function drawer(seed: number): Draw {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type RunnerOptions = {
  readonly port: number
  readonly dataDir: string
  readonly url: string
  readonly sandboxUrl: string
  readonly draw: Draw
}

/** Keeps the service running. While it is killed, most of its lives are made to end at a point of their own. */
function createRunner({ port, dataDir, url, sandboxUrl, draw }: RunnerOptions) {
  let service: ServiceProcess | undefined
  let starting: Promise<void> | undefined
  let isKilling = false
  let kills = 0
  let atPoints = 0
  const start = async () => {
    const point = points[Math.floor(draw() * points.length)] ?? ''
    const isArmed = isKilling && draw() < 0.7
    service = await startService({
      port,
      dataDir,
      env: {
        APP_ENV: 'test',
        DOCUMENT_DB_URL: url,
        PAYMENTS_SANDBOX_BASE_URL: sandboxUrl,
        PAYMENTS_SANDBOX_API_KEY: secrets.apiKey,
        PAYMENTS_SANDBOX_EVENT_SECRET: secrets.events,
        RATE_LIMIT_PER_MINUTE: '100000',
        RATE_LIMIT_COMPANY_PER_MINUTE: '1000000',
        RATE_LIMIT_AUTH_PER_MINUTE: '100000',
        LOG_LEVEL: 'error',
        ...(isArmed ? { PURVEYOR_CRASH_AT: point } : {}),
      },
    }).catch(() => undefined)
  }
  const isDead = () =>
    !service || service.child.exitCode !== null || service.child.signalCode !== null
  const revive = async () => {
    while (isDead()) {
      if (service) atPoints += 1
      service = undefined
      starting ??= start().finally(() => {
        starting = undefined
      })
      await starting
    }
  }
  const kill = async () => {
    if (isDead()) return
    kills += 1
    const killed = service
    service = undefined
    await killed?.kill()
  }
  return {
    revive,
    repeat: async (ask: (baseUrl: string) => Promise<Reply>): Promise<Reply> => {
      const until = performance.now() + patienceMs
      let last: Reply | undefined
      while (performance.now() < until) {
        await revive()
        const reply = await ask(`http://127.0.0.1:${port}`).catch(() => undefined)
        if (reply && reply.status !== 503 && reply.status !== 409) return reply
        last = reply ?? last
        await wait(100)
      }
      const answer = last ? `${last.status} ${JSON.stringify(last.body)}` : 'none'
      throw new Error(`the last answer: ${answer}; the service printed: ${service?.output()}`)
    },
    killOnAndOn: () => {
      isKilling = true
      const running = (async () => {
        while (isKilling && kills + atPoints < killsMax) {
          // A life is counted from its beginning: what starts slowly would else be killed before it has done anything.
          await revive()
          await wait(500 + draw() * 5_000)
          if (isKilling) await kill()
        }
        isKilling = false
      })()
      return {
        stop: async () => {
          isKilling = false
          await running
          // The last one may be armed still.
          await kill()
          await revive()
        },
      }
    },
    counts: () => ({ kills: kills + atPoints, atPoints }),
    stop: async () => {
      isKilling = false
      await service?.kill()
    },
  }
}

type Runner = ReturnType<typeof createRunner>

/** Calls as a person of the company, each until it is answered. */
async function signIn(
  database: Database,
  runner: Runner,
  who: Parameters<typeof aPerson>[1],
): Promise<Asks> {
  const { email, password } = await aPerson(database, who)
  const { body } = await runner.repeat((baseUrl) =>
    createClient(baseUrl).post('/auth/login', { email, password }),
  )
  const bearer: string = body.data.accessToken
  return (call) => runner.repeat((baseUrl) => call(createClient(baseUrl, { bearer })))
}

type Goods = {
  readonly productId: string
  /** Orders of this product wait for stock. */
  readonly lackingId: string
  readonly supplier: Asks
  readonly draw: Draw
}

async function aBuyer(database: Database, runner: Runner, goods: Goods) {
  const { productId, lackingId, supplier, draw } = goods
  const companyId = await aCompany(database)
  const buyer = await signIn(database, runner, { companyId, role: 'company_admin' })
  await prepareRequests(database, companyId)
  return {
    companyId,
    buy: async () => {
      const bought = await orderByStandingOrder(buyer, productId)
      for (let at = 1; at <= purchasesEach; at += 1) {
        const quantity = 1 + Math.floor(draw() * 5)
        const order = { id: await purchase(buyer, productId, quantity), quantity }
        const then = draw()
        if (then < 0.25) await cancel(buyer, order.id)
        else if (then < 0.5) await requestFewer(buyer, supplier, order)
        else if (then < 0.75) await proposeFewer(buyer, supplier, order)
        else if (then < 0.85) await lowerPrice(supplier, order.id)
        else await raisePrice(buyer, supplier, order.id)
        bought.push(order.id)
        if (at % purchasesBetween === 0)
          bought.push(...(await orderByRequisition(buyer, productId)))
        bought.push(await backorder(database, buyer, lackingId, 2 + Math.floor(draw() * 3)))
      }
      return bought
    },
  }
}

async function purchase(asks: Asks, productId: string, quantity: number): Promise<string> {
  const order = { lines: [{ productId, quantity }], shipTo, payment: { method: 'card' } }
  const key = aKey()
  const placed = await asks((client) => client.post('/api/v1/orders', order, { key }))
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  const path = `/api/v1/checkout/${placed.body.data.checkout.id}`
  const until = performance.now() + patienceMs
  let lastRead: unknown
  while (performance.now() < until) {
    const { data } = (await asks((client) => client.get(path))).body
    lastRead = data
    if (data.endedAt) {
      assert.equal(data.state, 'COMPLETED', JSON.stringify(data))
      return data.orderId
    }
    const { redirectUrl } = data.payment
    if (redirectUrl) await pressPay(redirectUrl)
    await wait(100)
  }
  throw new Error(`${path} did not end: ${JSON.stringify(lastRead)}`)
}

/** Waits for stock, which arrives at once. A piece less may be wanted, so that some of it may stay. */
async function backorder(
  database: Database,
  asks: Asks,
  productId: string,
  quantity: number,
): Promise<string> {
  const { order } = await post(asks, '/api/v1/orders', {
    lines: [{ productId, quantity }],
    shipTo,
    payment: { method: 'invoice' },
  })
  await sql`
    update products.stock set on_hand = on_hand + ${quantity * 1000} where product_id = ${productId}
  `.execute(database.pool)
  const lines = [{ lineNumber: 1, quantity: 1 }]
  await post(asks, `/api/v1/orders/${order.id}/cancel`, { lines })
  return order.id
}

function add(sums: Map<string, number>, key: string, quantity: number): void {
  sums.set(key, (sums.get(key) ?? 0) + quantity)
}

const sumOf = (lines: readonly { readonly quantity: number }[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

async function pressPay(redirectUrl: string): Promise<void> {
  const body = new URLSearchParams({ choice: 'pay' })
  const answer = await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' })
  await answer.arrayBuffer()
}

const cancel = (asks: Asks, orderId: string) => post(asks, `/api/v1/orders/${orderId}/cancel`, {})

type Bought = { readonly id: string; readonly quantity: number }

/** One piece fewer, or none. */
async function requestFewer(buyer: Asks, supplier: Asks, { id, quantity }: Bought): Promise<void> {
  const fewer = quantity > 1 ? { quantity: quantity - 1 } : { cancel: true }
  const change = { lines: [{ lineNumber: 1, ...fewer }], reason: 'We need fewer.' }
  const { lines } = await post(buyer, `/api/v1/orders/${id}/changes`, change)
  const { changeRequestId } = lines[0]
  await post(supplier, `/api/v1/supplier/orders/${id}/changes/${changeRequestId}/accept`, {})
}

async function proposeFewer(buyer: Asks, supplier: Asks, { id, quantity }: Bought): Promise<void> {
  const fewer =
    quantity > 1 ? { status: 'CHANGED', quantity: quantity - 1 } : { status: 'REJECTED' }
  const answer = { lines: [{ lineNumber: 1, ...fewer }] }
  const { lines } = await post(supplier, `/api/v1/supplier/orders/${id}/response`, answer)
  const { proposalId } = lines[0]
  if (proposalId) await post(buyer, `/api/v1/orders/${id}/proposals/${proposalId}/accept`, {})
}

const lowerPrice = (supplier: Asks, orderId: string) => answerPrice(supplier, orderId, '2.00')

/** The buyer pays the difference, and the change binds. */
async function raisePrice(buyer: Asks, supplier: Asks, orderId: string): Promise<void> {
  const { lines } = await answerPrice(supplier, orderId, '9.00')
  const path = `/api/v1/orders/${orderId}/proposals`
  await post(buyer, `${path}/${lines[0].proposalId}/accept`, {})
  const until = performance.now() + patienceMs
  for (;;) {
    const [proposal] = (await buyer((client) => client.get(path))).body.data
    if (proposal.state === 'ACCEPTED') return
    assert(performance.now() < until, `the change does not bind: ${JSON.stringify(proposal)}`)
    const [awaited] = proposal.awaitedPayments ?? []
    if (awaited?.redirectUrl) await pressPay(awaited.redirectUrl)
    await wait(100)
  }
}

function answerPrice(supplier: Asks, orderId: string, amount: string) {
  const line = { lineNumber: 1, status: 'CHANGED', unitPrice: { amount, currency: 'EUR' } }
  return post(supplier, `/api/v1/supplier/orders/${orderId}/response`, { lines: [line] })
}

async function atRest(
  database: Database,
  runner: Runner,
  companyId: string,
  productIds: readonly string[],
): Promise<Books> {
  const until = performance.now() + patienceMs
  for (;;) {
    await runner.revive()
    const books = await readBooks(database.pool, companyId, productIds)
    const isQuiet =
      books.unordered.length === 0 &&
      books.orders.every(({ waiting }) => waiting === 0) &&
      books.stock.every(({ backordered }) => backordered === 0) &&
      books.payments.every(({ refunding }) => refunding === 0)
    if (isQuiet || performance.now() > until) return books
    await wait(200)
  }
}
