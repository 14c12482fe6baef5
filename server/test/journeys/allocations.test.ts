import { describe, expect, it } from 'vitest'
import { money, sumOf } from '#kernel/money'
import { aProduct } from '#testing/catalog'
import { fc } from '#testing/tools/fc'
import { aBudget, committed, costOf, minorOf, type Share } from './booked.ts'
import { aKey, type Client } from './client.ts'
import { readCsv } from './csv-file.ts'
import { checkOut, fillCart, giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const taxed = { taxClass: 'standard', onHand: 100_000 } as const
const { id: productId } = await aProduct(database, { ...taxed, unitPrice: '3.33' })
const { id: otherProductId } = await aProduct(database, { ...taxed, unitPrice: '0.07' })
const eur = (amount: string) => ({ amount, currency: 'EUR' })
const line = { productId, quantity: 3 }

describe('a line that is divided among cost centres', () => {
  it('is divided exactly, and each cost centre pays and gets back its part', async () => {
    const company = await aBuyingCompany()
    const { integration, buyer } = company
    for (const costCenter of ['A', 'B', 'Z']) await aBudget(company, costCenter)
    const placed = await place(integration, {
      costCenter: 'Z',
      project: 'P-1',
      lines: [
        {
          ...line,
          allocations: [
            { costCenter: ' A ', glAccount: '6815', percent: '33.34' },
            { costCenter: 'B', project: 'P-2', percent: '33.33' },
            { percent: '33.33' },
          ],
        },
      ],
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    const { order } = placed.body.data
    expect(order.lines[0].allocations).toEqual([
      {
        costCenter: 'A',
        glAccount: '6815',
        project: 'P-1',
        percent: '33.34',
        amount: eur('3.33'),
        tax: eur('0.64'),
      },
      { costCenter: 'B', project: 'P-2', percent: '33.33', amount: eur('3.33'), tax: eur('0.63') },
      { project: 'P-1', percent: '33.33', amount: eur('3.33'), tax: eur('0.63') },
    ])
    expect((await buyer.get(`/api/v1/orders/${order.id}`)).body.data.lines).toEqual(order.lines)
    const shipping = minorOf(order.total) - minorOf(order.lines[0].lineTotal) - 190n
    expect(await committed(company)).toEqual({ A: 397n, B: 396n, Z: 396n + shipping })

    for (const quantity of [1, 1]) {
      const cancelled = await buyer.post(`/api/v1/orders/${order.id}/cancel`, {
        lines: [{ lineNumber: 1, quantity }],
      })
      expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    }
    await buyer.post(`/api/v1/orders/${order.id}/cancel`, {})
    expect(await committed(company)).toEqual({ A: 0n, B: 0n, Z: 0n })
  })

  it('is divided in each delivery of a checkout, by quantity or by amount', async () => {
    const { buyer } = await aBuyingCompany()
    const version = await fillCart(buyer, [line])
    const [{ id: cartItemId }] = (await buyer.get('/api/v1/cart')).body.data.items
    const delivery = (quantity: number, allocations: object[]) => ({
      shipTo,
      costCenter: 'D',
      lines: [{ cartItemId, quantity, allocations }],
    })
    const started = await checkOut(buyer, version, {
      shipTo: undefined,
      deliveries: [
        delivery(2, [
          { costCenter: 'A', quantity: 1 },
          { glAccount: '6815', quantity: 1 },
        ]),
        delivery(1, [
          { costCenter: 'B', amount: eur('3.00') },
          { costCenter: 'C', amount: eur('0.33') },
        ]),
      ],
    })
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    const [first, second] = started.body.data.snapshot.lines
    expect(first.allocations).toMatchObject([
      { costCenter: 'A', quantity: 1, amount: eur('3.33') },
      { costCenter: 'D', glAccount: '6815', quantity: 1, amount: eur('3.33') },
    ])
    expect(second.allocations).toMatchObject([
      { costCenter: 'B', amount: eur('3.00') },
      { costCenter: 'C', amount: eur('0.33') },
    ])
    expect(second).not.toHaveProperty('costCenter')
  })

  it.each([
    ['BESIDE_REFERENCES', { glAccount: '1', allocations: [{ percent: '100' }] }, {}],
    ['PERCENT_SUM', { allocations: thirds('33.33') }, { expected: '100', sum: '99.99' }],
    ['QUANTITY_SUM', { allocations: [{ quantity: 2 }] }, { expected: '3', sum: '2' }],
    ['AMOUNT_SUM', { allocations: [{ amount: eur('9.98') }] }, { expected: '9.99', sum: '9.98' }],
    ['PART_NOT_POSITIVE', { allocations: [{ percent: '0' }] }, { allocation: 1 }],
    ['PART_AMBIGUOUS', { allocations: [{ costCenter: 'A' }] }, { allocation: 1 }],
  ])('is refused with the reason %s', async (reason, more, details) => {
    const { integration } = await aBuyingCompany()
    const { status, body } = await place(integration, { lines: [{ ...line, ...more }] })
    expect([status, body.meta.code]).toEqual([422, 'checkout.allocations_invalid'])
    expect(body.meta.details).toEqual({ lines: [{ line: 1, reason, ...details }] })
  })

  it('has at most 20 parts', async () => {
    const { integration } = await aBuyingCompany()
    const allocations = Array.from({ length: 21 }, () => ({ quantity: 1 }))
    const { status, body } = await place(integration, {
      lines: [{ productId, quantity: 21, allocations }],
    })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('allocations')])
  })

  it('says what the company requires in each of its parts, and only codes of its lists', async () => {
    const { integration, admin } = await aBuyingCompany()
    await admin.patch('/api/v1/company', { costCenterRequired: true, glAccountRequired: true })
    const divided = (...allocations: object[]) =>
      place(integration, { lines: [{ ...line, allocations }] })
    const half = { costCenter: 'A', glAccount: '6815', percent: '50' }
    const missing = await divided(half, { costCenter: 'B', percent: '50' })
    expect(missing.body.meta.details).toEqual({ missing: ['glAccount'] })
    expect((await divided(half, half)).status).toBe(201)
    await admin.post('/api/v1/company/cost-centers', { code: 'A', name: 'Workshop' })
    const unknown = await divided(half, { ...half, costCenter: 'a' })
    expect(unknown.body.meta).toMatchObject({
      code: 'structure.code_unknown',
      details: { kind: 'COST_CENTER', codes: [{ code: 'a', nearest: ['A'] }] },
    })
  })

  it('is found by each of its codes, and has a row for each part in the file', async () => {
    const { integration, buyer } = await aBuyingCompany()
    const placed = await place(integration, {
      costCenter: 'Z',
      lines: [
        {
          ...line,
          allocations: [
            { costCenter: 'A', glAccount: '1', percent: '50' },
            { project: 'P', percent: '50' },
          ],
        },
        { productId: otherProductId, quantity: 1, costCenter: 'B' },
      ],
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    const found = async (query: string) =>
      (await buyer.get(`/api/v1/order-lines?${query}`)).body.data.map(
        ({ lineNumber }: { lineNumber: number }) => lineNumber,
      )
    for (const query of ['costCenter=A', 'costCenter=Z', 'glAccount=1', 'project=P']) {
      expect([query, await found(query)]).toEqual([query, [1]])
    }
    expect(await found('costCenter=B')).toEqual([2])
    expect(await found('costCenter=C')).toEqual([])
    expect(
      (await fileOf(buyer)).map((row) => [
        row.costCenter,
        row.glAccount,
        row.project,
        row['allocation.number'],
        row['allocation.percent'],
        row['allocation.amount.amount'],
      ]),
    ).toEqual([
      ['A', '1', '', '1', '50', '5.00'],
      ['', '', 'P', '2', '50', '4.99'],
      ['B', '', '', '1', '', '0.07'],
    ])
  })

  it.each(['costCenter', 'glAccount', 'project'])(
    'asks the approvers of the %s of each of its parts',
    async (field) => {
      const { integration, admin } = await aBuyingCompany()
      const rule = await admin.post('/api/v1/approval-rules', {
        name: 'Workshop',
        conditions: { [`${field}s`]: ['A'] },
        steps: [{ mode: 'ANY', role: 'approver' }],
      })
      expect(rule.status, JSON.stringify(rule.body)).toBe(201)
      const stateOf = async (references: object) => {
        const { body } = await place(integration, { lines: [{ ...line, ...references }] })
        return body.data.order.state
      }
      const divided = (code: string) => ({
        allocations: [
          { [field]: code, percent: '50' },
          { [field]: 'B', percent: '50' },
        ],
      })
      expect(await stateOf(divided('A'))).toBe('PENDING_APPROVAL')
      expect(await stateOf({ [field]: 'A' })).toBe('PENDING_APPROVAL')
      expect(await stateOf(divided('C'))).toBe('PLACED')
    },
  )
})

it('the parts of any order add up to it in the order, the budgets and the file, and after credits', async () => {
  const someLine = fc.record({
    quantity: fc.integer({ min: 3, max: 9 }),
    centers: fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 2, maxLength: 3 }),
  })
  for (const [one, two] of fc.sample(fc.tuple(someLine, someLine), 4)) {
    const company = await aBuyingCompany()
    for (const costCenter of ['A', 'B', 'C', 'Z']) await aBudget(company, costCenter)
    const placed = await place(company.integration, {
      costCenter: 'Z',
      lines: [
        { productId, quantity: one.quantity, allocations: byPercent(one.centers) },
        { productId: otherProductId, quantity: two.quantity, allocations: byQuantity(two) },
      ],
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    const { order } = placed.body.data
    const spent = new Map([
      ['A', 0n],
      ['B', 0n],
      ['C', 0n],
      ['Z', minorOf(order.total)],
    ])
    for (const { lineTotal, tax, allocations } of order.lines) {
      const parts = allocations as Share[]
      expect(sum(parts.map(({ amount }) => amount))).toBe(minorOf(lineTotal))
      expect(sum(parts.map((part) => part.tax))).toBe(minorOf(tax.amount))
      for (const part of parts) {
        const cost = costOf(part)
        const name = part.costCenter ?? ''
        spent.set(name, (spent.get(name) ?? 0n) + cost)
        spent.set('Z', (spent.get('Z') ?? 0n) - cost)
      }
    }
    expect(await committed(company)).toEqual(Object.fromEntries(spent))
    const rows = await fileOf(company.buyer)
    expect(sum(rows.map((row) => eur(row['allocation.amount.amount'] ?? '')))).toBe(
      minorOf(order.totals.goods),
    )

    const path = `/api/v1/orders/${order.id}/cancel`
    for (const lineNumber of [1, 2, 1]) {
      await company.buyer.post(path, { lines: [{ lineNumber, quantity: 1 }] })
      const { credits } = (await company.buyer.get(`/api/v1/orders/${order.id}`)).body.data
      const back = sum((credits as { amount: Share['amount'] }[]).map(({ amount }) => amount))
      const left = Object.values(await committed(company)).reduce((all, minor) => all + minor, 0n)
      expect(left + back).toBe(minorOf(order.total))
    }
    await company.buyer.post(path, {})
    expect(await committed(company)).toEqual({ A: 0n, B: 0n, C: 0n, Z: 0n })
  }
})

function thirds(percent: string) {
  return [{ percent }, { percent }, { percent }]
}

function byPercent(centers: readonly string[]) {
  const rest = { 2: '66.67', 3: '33.34' }[centers.length] ?? ''
  return centers.map((costCenter, at) => ({ costCenter, percent: at === 0 ? rest : '33.33' }))
}

function byQuantity({ quantity, centers }: { quantity: number; centers: readonly string[] }) {
  return centers.map((costCenter, at) => ({
    costCenter,
    quantity: at === 0 ? quantity - centers.length + 1 : 1,
  }))
}

async function aBuyingCompany(): Promise<CompanyOfWorld> {
  const company = await world.company()
  await giveCredit(world, company.companyId)
  return company
}

const place = (client: Client, order: object) =>
  client.post(
    '/api/v1/orders',
    { shipTo, payment: { method: 'invoice' }, ...order },
    { key: aKey() },
  )

const fileOf = async (client: Client) =>
  (await readCsv(world, client, '/api/v1/order-lines.csv')).rows

const sum = (amounts: readonly Share['amount'][]) =>
  sumOf(
    amounts.map((one) => money(minorOf(one), 'EUR')),
    'EUR',
  ).amountMinor
