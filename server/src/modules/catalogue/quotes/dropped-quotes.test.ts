import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { decimalOf } from '#kernel/money'
import { numberOf, quantityOf } from '#kernel/quantity'
import { createTerms, markSupplierClosed } from '#modules/products'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { createMetrics } from '#platform/telemetry'
import { aContract, anActor, aPriceList, seller, useAgreements } from '#testing/agreements'
import { type AProduct, aProduct, sampleSupplierId } from '#testing/catalog'
import { anFx, aRateProvider } from '#testing/fx'
import { anImportService, type ImportService } from '#testing/imports'
import { figuresOf } from '#testing/tools/figures'
import { createAssortments } from '../products/assortments/service.ts'
import type { ProductChanges } from '../products/change-store.ts'
import { openTransaction } from '../products/open-transaction.fixture.ts'
import { createQuotes, type Quotes } from './request-quotes.ts'

const start = new Date('2026-01-02T00:00:00Z')
const operator = anActor('operator')
let now = start
const cache = createMemoryCache(clock)
const database = await useDatabase()
/** Another process: it makes the changes, and its rings do not reach this one. */
const elsewhere = useAgreements({ database, fx: anFx(database, { now: clock }), now: clock })
const quotes = aProcess()

type Asked = Awaited<ReturnType<typeof ask>>

describe('a cached quote is dropped at once when its product changes through the API:', () => {
  const tier = { minQuantity: 20_000n, unitPrice: new Decimal('9.5') }
  it.each<[string, ProductChanges, number, string]>([
    ['the list price', { listPrice: new Decimal('11') }, 1, '11.00, 1, C62, min 1, 100 left, 3'],
    ['a tier', { tiers: [tier] }, 20, '9.50, 1, C62, min 1, 100 left, 3'],
    ['the minimum', { moq: 5000n }, 5, '10.00, 1, C62, min 5, 100 left, 3'],
    ['the lead time', { leadTimeDays: 9 }, 1, '10.00, 1, C62, min 1, 100 left, 9'],
    ['the stock', { onHand: 7000n }, 1, '10.00, 1, C62, min 1, 7 left, 3'],
    ['its end', { discontinued: true }, 1, '10.00, 1, C62, min 1, 0 left, 3'],
  ])('%s', async (_what, changes, quantity, expected) => {
    const { id } = await bolt()
    const change = () =>
      database.transaction((tx) => elsewhere.catalog.changeProduct(tx, id, changes))
    expect(await expectDropped(anActor('buyer'), id, change, { quantity })).toBe(expected)
  })

  it('and stays when another product changes', async () => {
    const [one, other] = [await bolt(), await bolt()]
    const buyer = anActor('buyer')
    const first = await ask(buyer, one.id)
    await database.transaction((tx) =>
      elsewhere.catalog.changeProduct(tx, other.id, { moq: 2_000n }),
    )
    expect(await ask(buyer, one.id)).toEqual(first)
  })

  it('and when pieces are sold', async () => {
    const { id } = await bolt()
    const change = () =>
      database.transaction((tx) =>
        elsewhere.catalog.sell(tx, [{ productId: id, quantity: 30_000n }]),
      )
    expect(await expectDropped(anActor('buyer'), id, change)).toContain('70 left')
  })

  it('and not before the change is committed', async () => {
    const { id } = await bolt()
    const buyer = anActor('buyer')
    const first = await ask(buyer, id)
    const slow = await openTransaction(database, (tx) =>
      elsewhere.catalog.changeProduct(tx, id, { listPrice: new Decimal('11') }),
    )
    expect(await ask(buyer, id)).toEqual(first)
    await slow.commit()
    expect(worded(await ask(buyer, id))).toContain('11.00')
  })
})

describe('a cached quote is dropped at once when an import changes', () => {
  let service: ImportService
  beforeAll(async () => {
    service = await anImportService(database, { now: clock })
  })
  afterAll(() => service.close())

  const product = { sku: 'I-1', name: 'Nut', price: '10', currency: 'EUR', unit: 'C62', stock: 100 }
  const carryOut = async (changed: object, query = '') => {
    const file = JSON.stringify({ ...product, ...changed })
    const { body } = await service.carryOut(file, { query })
    expect(body.data).toMatchObject({ state: 'COMPLETED', records: { failed: 0 } })
  }

  it.each<[string, object, number, string]>([
    ['the price', { price: '11' }, 1, '11.00, 1, C62'],
    ['the price basis', { priceQuantity: 100 }, 1, '10.00, 100, C62'],
    ['the unit', { unit: 'MTR' }, 1, '10.00, 1, MTR'],
    ['a tier', { tiers: [{ minQuantity: 20, unitPrice: '9' }] }, 20, '9.00, 1, C62'],
    ['the stock', { stock: 7 }, 1, '10.00, 1, C62, min 1, 7 left'],
  ])('%s', async (_what, changed, quantity, expected) => {
    await sql`delete from products.products where supplier_company_id = ${service.supplierId}`.execute(
      database.pool,
    )
    await carryOut({})
    const { rows } = await sql<{ id: string }>`
      select id from products.products where supplier_company_id = ${service.supplierId}
    `.execute(database.pool)
    const id = rows[0]?.id ?? ''
    const change = () => carryOut(changed)
    expect(await expectDropped(anActor('buyer'), id, change, { quantity })).toContain(expected)
  })
})

describe('a cached quote is dropped at once when its agreement changes:', () => {
  type Given = {
    readonly buyer: Actor
    readonly product: AProduct
    readonly listId: string
    readonly contractId: string
  }
  const byAll = (percent: string) => ({ by: 'all' as const, value: '', percent })

  it.each<[string, (given: Given) => Promise<unknown>, string]>([
    [
      'an entry of the price list',
      ({ listId, product: { sku } }) =>
        elsewhere.agreements.putEntries(seller, listId, [{ sku, unitPrice: '7' }]),
      '7.00',
    ],
    [
      'an entry that is taken out, and a discount that takes its place',
      async ({ listId, product: { sku } }) => {
        await elsewhere.agreements.putEntries(seller, listId, [{ sku, unitPrice: null }])
        await elsewhere.agreements.changePriceList(seller, listId, { discounts: [byAll('50')] })
      },
      '5.00',
    ],
    [
      'the end of the price list',
      ({ listId }) => elsewhere.agreements.changePriceList(seller, listId, { validUntil: start }),
      '10.00',
    ],
    [
      'the end of the contract',
      ({ contractId }) =>
        elsewhere.agreements.changeContract(seller, contractId, { state: 'ENDED' }),
      '10.00',
    ],
    [
      'another price list of the contract',
      async ({ contractId, product: { sku } }) => {
        const other = await aPriceList(elsewhere, [{ sku, unitPrice: '6' }])
        await elsewhere.agreements.changeContract(seller, contractId, { priceListIds: [other] })
      },
      '6.00',
    ],
  ])('%s', async (_what, change, price) => {
    const product = await bolt()
    const buyer = anActor('buyer')
    const listId = await aPriceList(elsewhere, [{ sku: product.sku, unitPrice: '8' }])
    const { id: contractId } = await aContract(elsewhere, buyer, [listId])
    expect(worded(await ask(buyer, product.id))).toContain('8.00')
    const given = { buyer, product, listId, contractId }
    const next = await expectDropped(buyer, product.id, () => change(given))
    expect(next).toMatch(new RegExp(`^${price},`))
  })

  it('a new contract, and a price list that names the company', async () => {
    const product = await bolt()
    const buyer = anActor('buyer')
    const listed = async () => {
      const entries = [{ sku: product.sku, unitPrice: '8' }]
      await aPriceList(elsewhere, entries, { companyIds: [buyer.companyId] })
    }
    expect(await expectDropped(buyer, product.id, listed)).toContain('8.00')
    const made = async () => {
      const list = await aPriceList(elsewhere, [{ sku: product.sku, unitPrice: '7' }])
      await aContract(elsewhere, buyer, [list])
    }
    expect(await expectDropped(buyer, product.id, made)).toContain('7.00')
  })

  it('a contract that begins or ends by the clock', async () => {
    const product = await bolt()
    const buyer = anActor('buyer')
    const validity = {
      validFrom: new Date('2026-01-02T00:00:20Z'),
      validUntil: new Date('2026-01-02T00:00:40Z'),
    }
    const list = await aPriceList(elsewhere, [{ sku: product.sku, unitPrice: '8' }])
    await aContract(elsewhere, buyer, [list], validity)
    try {
      const at = (time: Date) => async () => {
        now = time
      }
      const { validFrom, validUntil } = validity
      expect(await expectDropped(buyer, product.id, at(validFrom))).toContain('8.00')
      expect(await expectDropped(buyer, product.id, at(validUntil))).toContain('10.00')
    } finally {
      now = start
    }
  })

  it('a change that is committed while its terms are being read', async () => {
    const product = await bolt()
    const buyer = anActor('buyer')
    const list = await aPriceList(elsewhere, [{ sku: product.sku, unitPrice: '8' }])
    await aContract(elsewhere, buyer, [list])
    const slow = await openTransaction(database, async (tx) => {
      await sql`update products.price_entries set unit_price = 7 where price_list_id = ${list}`.execute(
        tx,
      )
      await sql`update products.price_lists set version = version + 1 where id = ${list}`.execute(
        tx,
      )
    })
    expect(worded(await ask(buyer, product.id))).toContain('8.00')
    await slow.commit()
    expect(worded(await ask(buyer, product.id))).toContain('7.00')
  })
})

describe('a cached quote is dropped at once when', () => {
  it('an assortment leaves its product out', async () => {
    const { id } = await bolt()
    const buyer = anActor('buyer')
    const assortments = createAssortments({
      database,
      now: clock,
      findCompany: async () => ({ name: 'Any', supplier: true }),
    })
    const change = () =>
      assortments.create(operator, {
        name: 'No such bolt',
        excluded: { products: [id] },
        companyIds: [buyer.companyId],
      })
    expect(await expectDropped(buyer, id, change)).toBe('none')
  })

  it('its supplier closes', async () => {
    const supplierCompanyId = 'co_00000000000000000000000777'
    const { id } = await aProduct(database, { supplierCompanyId })
    const supplier = { id: supplierCompanyId, name: 'Gone', supplier: true }
    const change = () => database.transaction((tx) => markSupplierClosed(tx, supplier, start))
    expect(await expectDropped(anActor('buyer'), id, change)).toBe('none')
  })

  it('its exchange rate changes, and then it has another id', async () => {
    const { id } = await aProduct(database, {
      unitPrice: '10',
      supplierCompanyId: sampleSupplierId,
      currency: 'USD',
    })
    const buyer = anActor('buyer')
    const provider = aRateProvider({ USD: '1.25' }, start)
    const processWith = async () => {
      const fx = anFx(database, { now: clock, provider })
      await fx.fetchRates()
      return aProcess(fx)
    }
    const first = await ask(buyer, id, 1, await processWith())
    expect(first?.line.unitPrice?.amount.toFixed(2)).toBe('8.00')

    provider.say({ USD: '1.28' }, new Date('2026-01-02T00:00:01Z'))
    const next = await ask(buyer, id, 1, await processWith())

    expect(next?.line.unitPrice?.amount.toFixed(4)).toBe('7.8125')
    expect(next?.id).not.toBe(first?.id)
  })
})

function clock() {
  return now
}

/** Processes share the cache and nothing else. */
function aProcess(fx = anFx(database, { now: clock })): Quotes {
  const currencyOf = async () => 'EUR'
  const metrics = createMetrics()
  return createQuotes({
    database,
    fx,
    cache,
    metrics,
    tallies: figuresOf(database, clock).tallies,
    now: clock,
    currencyOf,
    terms: createTerms(),
  })
}

async function ask(buyer: Actor, productId: string, quantity = 1, by = quotes) {
  const { quoted } = await by.request(buyer, {
    items: [{ productId, quantity: quantityOf(quantity) }],
  })
  return quoted[0]?.quote
}

/** Price, basis, unit and stock; `none` where the company has no quote. */
function worded(quote: Asked): string {
  if (!quote) return 'none'
  const { supplierPrice, availability, product, moq } = quote.line
  const { perQuantity } = supplierPrice
  const parts = [
    decimalOf(supplierPrice),
    perQuantity,
    product.pricing.unit,
    `min ${numberOf(moq)}`,
  ]
  return [...parts, `${numberOf(availability.available)} left`, availability.leadTimeDays].join(
    ', ',
  )
}

/** The quote is in the cache before the change, and the next request has another one. */
async function expectDropped(
  buyer: Actor,
  productId: string,
  change: () => Promise<unknown>,
  { quantity = 1 } = {},
): Promise<string> {
  const first = await ask(buyer, productId, quantity)
  expect(await ask(buyer, productId, quantity), 'nothing has changed').toEqual(first)
  const { hit } = (await quotes.reading()).lines

  await change()

  const next = await ask(buyer, productId, quantity)
  expect((await quotes.reading()).lines.hit, 'the cached quote was used').toBe(hit)
  expect(next?.id ?? 'none').not.toBe(first?.id)
  return worded(next)
}

function bolt() {
  return aProduct(database, {
    unitPrice: '10',
    tiers: [[50, '9']],
    brand: 'Boltworks',
    onHand: 100,
  })
}
