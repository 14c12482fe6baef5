import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Id, newId } from '#kernel/id'
import { sql } from '#platform/db'
import { aCompany } from '#testing/identity'
import { type OrderState, orderStates, type PaymentState, paymentStates } from './order.ts'
import { listOrders, type OrderFilters, type OrderPlace } from './order-list-store.ts'
import { listSuppliedOrders } from './supplier/supplier-store.ts'
import { type OrderSearch, searchOrders } from './watch/order-search-store.ts'

const start = new Date('2026-01-02T03:04:05.678Z')
const database = await useDatabase()
const companyId = await aCompany(database)
const supplierId = await aCompany(database, { supplier: true })
const other = await aCompany(database)
const orders = Array.from({ length: 60 }, (_, at): Known => {
  // Three at a time in the same millisecond: there the id decides.
  const placedAt = new Date(start.getTime() + Math.floor(at / 3) * 1_000)
  return {
    id: newId('ord', placedAt),
    placedAt,
    state: orderStates[(at * 7) % orderStates.length] ?? 'PLACED',
    paymentState: paymentStates[(at * 5) % 4] ?? 'PAID',
    poNumber: at % 4 === 0 ? null : `B-${at % 3}`,
    ownPoNumber: at % 9 === 0 ? 'OWN-1' : at % 10 === 0 ? 'B-1' : null,
    placedBy: at % 7 === 0 ? 'usr_2' : 'usr_1',
    requestedBy: at % 8 === 0 ? 'usr_2' : null,
    unitId: at % 3 === 0 ? null : `unt_${at % 3}`,
    productId: at % 5 === 0 ? 'prd_2' : 'prd_1',
    ...costCenterOf(at),
    name: at % 6 === 0 ? 'Hexagon bolt 50%' : 'Copper cable',
  }
})
for (const order of orders) await insert(companyId, order)
for (const order of orders) await insert(other, { ...order, id: newId('ord', order.placedAt) })
/** Newest first. */
const known = orders.toSorted(
  (one, two) => two.placedAt.getTime() - one.placedAt.getTime() || (one.id < two.id ? 1 : -1),
)

describe('the orders of a company', () => {
  const asked: readonly (readonly [OrderFilters, (order: Known) => boolean])[] = [
    [{}, () => true],
    [{ state: 'CLOSED' }, ({ state }) => state === 'CLOSED'],
    [{ paymentState: 'AUTHORIZED' }, ({ paymentState }) => paymentState === 'AUTHORIZED'],
    [{ paymentState: 'FAILED' }, () => false],
    [
      { state: 'PLACED', paymentState: 'UNPAID' },
      (order) => order.state === 'PLACED' && order.paymentState === 'UNPAID',
    ],
    [{ poNumber: 'B-1' }, isB1],
    [
      { poNumber: 'B-2', state: 'SHIPPED' },
      (order) => order.poNumber === 'B-2' && order.state === 'SHIPPED',
    ],
    [{ q: 'hexagon' }, ({ name }) => name.startsWith('Hexagon')],
    [{ q: '50%' }, ({ name }) => name.startsWith('Hexagon')],
    [{ q: 'b-2' }, ({ poNumber }) => poNumber === 'B-2'],
    [{ q: 'own-1' }, hasOwn],
    [{ poNumber: 'OWN-1' }, hasOwn],
    [
      { poNumber: 'OWN-1', createdAfter: new Date(start.getTime() + 3_000) },
      (order) => hasOwn(order) && order.placedAt.getTime() > start.getTime() + 3_000,
    ],
    [
      {
        poNumber: 'OWN-1',
        paymentState: 'PAID',
        createdBefore: new Date(start.getTime() + 15_000),
      },
      (order) =>
        hasOwn(order) &&
        order.paymentState === 'PAID' &&
        order.placedAt.getTime() < start.getTime() + 15_000,
    ],
    [{ poNumber: 'OWN-1', createdAfter: new Date('1960-01-01T00:00:00Z') }, hasOwn],
    [
      { q: 'cable', paymentState: 'PAID' },
      (order) => order.name === 'Copper cable' && order.paymentState === 'PAID',
    ],
    [{ q: 'nothing of that' }, () => false],
    [{ placedBy: 'usr_2' }, ({ placedBy }) => placedBy === 'usr_2'],
    [{ unitIds: ['unt_2', 'unt_3'] }, ({ unitId }) => unitId === 'unt_2'],
    [{ unitIds: [] }, () => false],
    [{ placedBy: 'usr_2' }, ({ placedBy }) => placedBy === 'usr_2'],
    [
      { placedBy: 'usr_2', unitIds: ['unt_1'] },
      ({ placedBy, unitId }) => placedBy === 'usr_2' && unitId === 'unt_1',
    ],
    [
      { unitIds: ['unt_1', 'unt_2'], createdAfter: new Date(start.getTime() + 9_000) },
      ({ unitId, placedAt }) => unitId !== null && placedAt.getTime() > start.getTime() + 9_000,
    ],
    [{ requestedBy: 'usr_2' }, ({ requestedBy }) => requestedBy === 'usr_2'],
    [
      { reach: { personId: 'usr_2', unitIds: ['unt_2'] } },
      ({ placedBy, requestedBy, unitId }) =>
        placedBy === 'usr_2' || requestedBy === 'usr_2' || unitId === 'unt_2',
    ],
    [
      { reach: { personId: 'usr_2', unitIds: [] }, requestedBy: 'usr_2', placedBy: 'usr_1' },
      ({ placedBy, requestedBy }) => placedBy === 'usr_1' && requestedBy === 'usr_2',
    ],
    [{ placedBy: 'usr_2', productId: 'prd_2' }, isSecond],
    [
      { productId: 'prd_2', state: 'SHIPPED' },
      (order) => order.productId === 'prd_2' && order.state === 'SHIPPED',
    ],
    [{ supplierId }, () => true],
    [{ supplierId: 'co_other' }, () => false],
    [
      { costCenter: '4711' },
      ({ costCenter, ofLine, ofPart }) =>
        (costCenter === '4711' && ofLine === null) || ofLine === '4711' || ofPart === '4711',
    ],
    [
      { productId: 'prd_2', poNumber: 'B-1' },
      (order) => order.productId === 'prd_2' && isB1(order),
    ],
    [
      { q: 'bolt', productId: 'prd_2' },
      (order) => order.productId === 'prd_2' && order.name.startsWith('Hexagon'),
    ],
    [
      { state: 'DELIVERED', createdAfter: new Date(start.getTime() + 9_000) },
      (order) => order.state === 'DELIVERED' && order.placedAt.getTime() > start.getTime() + 9_000,
    ],
    [
      { q: 'bolt', createdBefore: new Date(start.getTime() + 9_000) },
      (order) =>
        order.name.startsWith('Hexagon') && order.placedAt.getTime() < start.getTime() + 9_000,
    ],
  ]

  it.each(asked)('are listed page by page, each once and in order: %j', async (filters, fits) => {
    const found = await walk(async (before: OrderPlace | undefined) => {
      const page = { before, limit: 4, scannedMax: 7 }
      const read = await listOrders(database.pool, companyId, filters, page)
      const full = read.found.length === page.limit
      const last = read.found.at(-1)?.order
      return { ids: read.found.map(({ order }) => order.id), next: full ? last : read.scannedUntil }
    })
    expect(found).toEqual(known.filter(fits).map(({ id }) => id))
  })

  it.each<OrderFilters>([
    { reach: { personId: 'usr_2', unitIds: ['unt_2'] } },
    { placedBy: 'usr_2' },
    { requestedBy: 'usr_2' },
    { unitIds: ['unt_1'] },
  ])('of one owner are found whatever others have ordered since: %j', async (filters) => {
    const page = { limit: 4, scannedMax: 2 }
    const { found, scannedUntil } = await listOrders(database.pool, companyId, filters, page)
    expect([found.length, scannedUntil]).toEqual([4, undefined])
  })

  it('are found by id at any age, and by nobody else', async () => {
    const oldest = known.findLast(hasOwn)?.id ?? ''
    const page = { limit: 4, scannedMax: 7 }
    const { found, scannedUntil } = await listOrders(database.pool, companyId, { q: oldest }, page)
    expect(found.map(({ order }) => order.id)).toEqual([oldest])
    expect(scannedUntil).toBeUndefined()
    const others = await listOrders(database.pool, supplierId, { q: oldest }, page)
    expect(others.found).toEqual([])
    for (const [poNumber, count] of [
      ['OWN-1', 1],
      ['B-1', 0],
    ] as const) {
      const numbered = await listOrders(database.pool, companyId, { q: oldest, poNumber }, page)
      expect(numbered.found).toHaveLength(count)
    }
  })

  it('are scanned up to a limit per request', async () => {
    const page = { limit: 4, scannedMax: 7 }
    const read = await listOrders(database.pool, companyId, { q: 'nothing of that' }, page)
    expect(read.found).toEqual([])
    expect(read.scannedUntil?.id).toBe(known[6]?.id)
  })

  it('are scanned for words up to a limit of lines per request', async () => {
    const q = 'nothing of that'
    // Each order has two lines: the fifth belongs to the third order.
    const page = { limit: 4, scannedMax: 7, linesMax: 5 }
    const read = await listOrders(database.pool, companyId, { q }, page)
    expect(read.scannedUntil?.id).toBe(known[2]?.id)
    const fewer = await listOrders(database.pool, companyId, { q }, { ...page, scannedMax: 2 })
    expect(fewer.scannedUntil?.id).toBe(known[1]?.id)
  })

  it('are all found by words over several requests', async () => {
    const found = await walk(async (before: OrderPlace | undefined) => {
      const page = { before, limit: 4, scannedMax: 7, linesMax: 3 }
      const read = await listOrders(database.pool, companyId, { q: 'hexagon' }, page)
      const full = read.found.length === page.limit
      const last = read.found.at(-1)?.order
      return { ids: read.found.map(({ order }) => order.id), next: full ? last : read.scannedUntil }
    })
    const fitting = known.filter(({ name }) => name.startsWith('Hexagon'))
    expect(found).toEqual(fitting.map(({ id }) => id))
  })
})

describe('orders by number', () => {
  it.each([
    ['B-1', undefined],
    ['OWN-1', undefined],
    ['B-1', 'SHIPPED'],
    ['OWN-1', 'PENDING_APPROVAL'],
  ] as const)('are found by operators, also by a number of a line: %s, %s', async (q, state) => {
    const fitting = known.filter((order) => {
      const isNumbered = order.poNumber === q || order.ownPoNumber === q
      return isNumbered && (state === undefined || order.state === state)
    })
    expect(fitting.length).toBeGreaterThan(0)
    const ids = fitting.map(({ id }) => id)
    const search = { q, state, companyId }
    expect(await searchByTurns({ sort: 'newest', ...search })).toEqual(ids)
    expect(await searchByTurns({ sort: 'oldest', ...search })).toEqual(ids.toReversed())
    // Two buyers have the same orders but for their ids.
    const all = await searchByTurns({ sort: 'newest', q, state })
    expect(all).toHaveLength(2 * fitting.length)
    expect(all).toEqual(all.toSorted().reverse())
  })
})

describe('orders of all companies', () => {
  const from = new Date(start.getTime() + 3_000)
  const until = new Date(start.getTime() + 15_000)
  it.each([
    [{ createdAfter: from }, ({ placedAt }: Known) => placedAt > from],
    [
      { createdAfter: from, createdBefore: until, state: 'SHIPPED' as const },
      ({ placedAt, state }: Known) => placedAt > from && placedAt < until && state === 'SHIPPED',
    ],
    [{ q: 'B-1', createdBefore: until }, (order: Known) => order.placedAt < until && isB1(order)],
    [{ supplierId }, () => true],
    [{ supplierId: other }, () => false],
  ])('are found by operators, by time and supplier: %j', async (filters, fits) => {
    const ids = known.filter(fits).map(({ id }) => id)
    expect(await searchByTurns({ companyId, sort: 'newest', ...filters })).toEqual(ids)
    expect(await searchByTurns({ companyId, sort: 'oldest', ...filters })).toEqual(ids.toReversed())
  })
})

describe('orders by a part of a number', () => {
  it.each([
    ['-1', undefined],
    ['WN-', undefined],
    ['wn-', 'PENDING_APPROVAL'],
  ] as const)('are found by operators over several requests: %s, %s', async (q, state) => {
    const fits = (number: string | null | undefined) =>
      number?.toLowerCase().includes(q.toLowerCase())
    const fitting = known.filter((order) => {
      const isNumbered = fits(order.poNumber) || fits(order.ownPoNumber)
      return isNumbered && (state === undefined || order.state === state)
    })
    expect(fitting.length).toBeGreaterThan(0)
    const ids = fitting.map(({ id }) => id)
    const search = { q, state, companyId }
    expect(await searchByTurns({ sort: 'newest', ...search })).toEqual(ids)
    expect(await searchByTurns({ sort: 'oldest', ...search })).toEqual(ids.toReversed())
  })

  it('are found by a part of the number of an order, and at once by all of it', async () => {
    const { rows } = await sql<{ id: string; number: string }>`
      select id, number from orders.orders where company_id = ${companyId} order by id
    `.execute(database.pool)
    const [first] = rows
    if (!first) throw new Error('there is no order')
    const search = async (q: string, of: string | undefined) => {
      const { found } = await searchOrders(database.pool, {
        q,
        companyId: of,
        sort: 'newest',
        limit: 100,
      })
      return found.map(({ id }) => id)
    }
    expect(new Set(rows.map(({ number }) => number)).size).toBe(orders.length)
    expect(await search(first.number, companyId)).toEqual([first.id])
    expect(await search(`${first.number}-2`, companyId)).toEqual([first.id])
    // The other buyer has an order with the same number.
    expect(await search(first.number, undefined)).toHaveLength(2)
    expect(await search(first.number.slice(1, -2).toLowerCase(), companyId)).toHaveLength(60)
  })

  it('take a sign of a pattern as it is', async () => {
    const search = { q: 'PO%', companyId, sort: 'newest', limit: 4, scannedMax: 50 } as const
    expect((await searchOrders(database.pool, search)).found).toEqual([])
  })
})

it('a supplier’s orders are listed by state page by page, each once', async () => {
  const found = await walk(async (before: string | undefined) => {
    const page = { before, limit: 4, scannedMax: 7 }
    const filter = { state: 'CONFIRMED' as const }
    const read = await listSuppliedOrders(database.pool, supplierId, filter, page)
    const ids = read.found.map(({ order }) => order.id)
    return { ids, next: ids.length === page.limit ? ids.at(-1) : read.scannedUntil }
  })
  const fitting = known.filter(({ state }) => state === 'CONFIRMED')
  // Of two buyers, whose orders are the same but for their ids.
  expect(found).toHaveLength(2 * fitting.length)
  expect(found).toEqual([...new Set(found)].sort().reverse())
  expect(found).toEqual(expect.arrayContaining(fitting.map(({ id }) => id)))
})

function isB1({ poNumber, ownPoNumber }: Known) {
  return poNumber === 'B-1' || ownPoNumber === 'B-1'
}

function isSecond({ placedBy, productId }: Known) {
  return placedBy === 'usr_2' && productId === 'prd_2'
}

/** The order, its lines, or a part of its lines have the cost centre. */
function costCenterOf(at: number): Pick<Known, 'costCenter' | 'ofLine' | 'ofPart'> {
  const kind = at % 6
  return {
    costCenter: kind === 1 || kind === 2 ? '4711' : null,
    ofLine: kind === 2 ? '4712' : kind === 3 ? '4711' : null,
    ofPart: kind === 4 ? '4711' : null,
  }
}

function hasOwn({ ownPoNumber }: Known) {
  return ownPoNumber === 'OWN-1'
}

/** What operators find, page by page, where each request reads few orders. */
function searchByTurns(search: Omit<OrderSearch, 'limit'>): Promise<string[]> {
  return walk(async (from: string | undefined) => {
    const page = { from, limit: 4, scannedMax: 7 }
    const read = await searchOrders(database.pool, { ...search, ...page })
    const ids = read.found.map(({ id }) => id)
    return { ids, next: ids.length === page.limit ? ids.at(-1) : read.scannedUntil }
  })
}

async function walk<Place>(
  read: (before: Place | undefined) => Promise<{ ids: string[]; next: Place | undefined }>,
): Promise<string[]> {
  const found: string[] = []
  let place: Place | undefined
  do {
    const { ids, next } = await read(place)
    found.push(...ids)
    place = next
  } while (place !== undefined)
  return found
}

async function insert(buyerId: string, order: Known): Promise<void> {
  const { id, placedAt, state, paymentState, poNumber, ownPoNumber, name } = order
  const { placedBy, requestedBy, unitId, productId, costCenter, ofLine, ofPart } = order
  const half = { percent: '50', amount: { amount: '0.50', currency: 'EUR' } }
  const parts =
    ofPart &&
    JSON.stringify([
      { ...half, costCenter: ofPart },
      { ...half, project: 'A' },
    ])
  await sql`
    with placed as (
      insert into orders.orders (company_id, id, placed_by, requested_by, unit_id, state, payment_state, version, currency, total_minor,
        po_number, cost_center, ship_to, placed_at, updated_at)
      values (${buyerId}, ${id}, ${placedBy}, ${requestedBy}, ${unitId}, ${state}, ${paymentState}, 1, 'EUR', 100, ${poNumber}, ${costCenter}, '{}', ${placedAt},
        ${placedAt})
      returning company_id, id
    )
    insert into orders.lines (company_id, order_id, line_number, product_id, supplier_company_id, sku, mpn, name, brand,
      quantity, unit_price, total_minor, cost_center, allocations, po_number)
    select company_id, id, number, ${productId}, ${supplierId}, 'A-1', 'M-1', ${name}, 'Boltworks', 1, 1, 100, ${ofLine}, ${parts}::jsonb,
      case number when 1 then ${ownPoNumber} end
    from placed cross join generate_series(1, 2) as number
  `.execute(database.pool)
}

type Known = {
  readonly id: Id<'ord'>
  readonly placedAt: Date
  readonly state: OrderState
  readonly paymentState: PaymentState
  readonly poNumber: string | null
  /** Of its first line. */
  readonly ownPoNumber: string | null
  readonly name: string
  readonly placedBy: string
  readonly requestedBy: string | null
  readonly unitId: string | null
  /** Of all its lines, like the cost centres below. */
  readonly productId: string
  readonly costCenter: string | null
  readonly ofLine: string | null
  readonly ofPart: string | null
}
