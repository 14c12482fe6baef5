import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql, type Tx } from '#platform/db'
import { aCatalog, aProduct, buyer } from '#testing/catalog'
import { openTransaction } from '../open-transaction.fixture.ts'
import { createChanges, documents } from './changes.ts'
import { deleteChanges } from './changes-store.ts'

const database = await useDatabase({ poolMax: 20 })

describe('a cached product', () => {
  it('is valid until a change of it is committed, however old the transaction', async () => {
    const product = await aProduct(database)
    const other = await aProduct(database)
    const changes = createChanges(database.pool)
    const slow = await openTransaction(database, (tx) => setStock(tx, product.id, 7))

    const since = await changes.moment()
    await database.transaction((tx) => setStock(tx, other.id, 8))
    await changes.moment()
    expect(changes.holds(product.id, since)).toBe(true)
    expect(changes.holds(other.id, since)).toBe(false)

    await slow.commit()
    expect(changes.holds(product.id, since), 'nobody has looked').toBe(true)
    const after = await changes.moment()
    expect(changes.holds(product.id, since)).toBe(false)
    expect(changes.holds(product.id, after)).toBe(true)
    await changes.moment()
    expect(changes.holds(product.id, after), 'a change is reported once').toBe(true)
  })

  it('stays valid when the change is rolled back', async () => {
    const product = await aProduct(database)
    const changes = createChanges(database.pool)
    const since = await changes.moment()

    const given = database.transaction(async (tx) => {
      await setStock(tx, product.id, 3)
      throw new Error('given up')
    })
    await expect(given).rejects.toThrow('given up')

    await changes.moment()
    expect(changes.holds(product.id, since)).toBe(true)
  })

  it('stays valid when reserved pieces become committed, which no buyer sees', async () => {
    const product = await aProduct(database, { onHand: 5 })
    const catalog = itsCatalog()
    const lines = [{ productId: product.id, quantity: 2_000n }]
    await database.transaction((tx) => catalog.reserve(tx, lines))
    const changes = createChanges(database.pool)
    const since = await changes.moment()

    await database.transaction((tx) => catalog.commitReserved(tx, lines))

    await changes.moment()
    expect(changes.holds(product.id, since)).toBe(true)
  })

  it.each([
    ['its texts', (id: string) => sql`update products.products set name = 'Nut' where id = ${id}`],
    ['a tier', (id: string) => sql`insert into products.price_tiers values (${id}, 10, 1.5)`],
    ['its supplier', () => sql`update products.suppliers set name = name || '!'`],
    ['its category', () => sql`update products.categories set name = name || '!'`],
    ['that it is gone', (id: string) => sql`delete from products.products where id = ${id}`],
  ])('is dropped when %s changed', async (_what, change) => {
    const product = await aProduct(database)
    const changes = createChanges(database.pool)
    const since = await changes.moment()

    await change(product.id).execute(database.pool)

    await changes.moment()
    expect(changes.holds(product.id, since)).toBe(false)
  })

  it('is dropped when too many products changed to name them', async () => {
    const products: { readonly id: string }[] = []
    while (products.length < 51) products.push(await aProduct(database))
    const changes = createChanges(database.pool)
    const since = await changes.moment()

    await sql`update products.stock set on_hand = on_hand + 1
      where product_id = any(${products.map(({ id }) => id)})`.execute(database.pool)

    const after = await changes.moment()
    expect(changes.holds('prd_of_any_name', since)).toBe(false)
    expect(changes.holds('prd_of_any_name', after)).toBe(true)
    const { rows } = await sql`
      select 1 from products.changes where what = 'everything'`.execute(database.pool)
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('simultaneous readers', () => {
  it('share a check, and none gets a state from before its own request', async () => {
    const product = await aProduct(database)
    const changes = createChanges(database.pool)
    const first = changes.moment()
    await Promise.resolve()
    const others = Array.from({ length: 50 }, () => changes.moment())

    const numbers = await Promise.all(others.map(async (one) => (await one).number))

    expect(new Set(numbers).size).toBe(1)
    expect(numbers[0]).toBeGreaterThan((await first).number)
    await database.transaction((tx) => setStock(tx, product.id, 1))
    const since = await others[0]
    await changes.moment()
    expect(since && changes.holds(product.id, since)).toBe(false)
  })

  it('always see what was committed before their request, in searches and products', async () => {
    const products = await Promise.all(
      Array.from({ length: 5 }, (_, at) => aProduct(database, { name: `Widget ${at}` })),
    )
    const catalog = itsCatalog()
    const [one] = products
    if (!one) throw new Error('five were made')
    const committed = new Map(products.map(({ id }) => [id, 100]))
    const readers = [0, 1, 2, 3, 4, 5]
    const reads = new Map(readers.map((reader) => [reader, 0]))
    const allHaveRead = () => [...reads.values()].every((count) => count > 1)
    const write = async (id: (typeof products)[number]['id']) => {
      for (let onHand = 101; onHand < 131 || !allHaveRead(); onHand += 1) {
        await database.transaction((tx) => setStock(tx, id, onHand))
        committed.set(id, onHand)
      }
    }
    let isReading = true
    const read = async (reader: number) => {
      while (isReading) {
        const least = new Map(committed)
        const { found } = await catalog.search(buyer, { q: 'widget', limit: 20 })
        for (const { product } of found) {
          expect(product.availability.available).toBeGreaterThanOrEqual(least.get(product.id) ?? 0)
        }
        expect(found).toHaveLength(5)
        const expected = committed.get(one.id) ?? 0
        const { product } = await catalog.readProduct(buyer, one.id)
        expect(product.availability.available).toBeGreaterThanOrEqual(expected)
        reads.set(reader, (reads.get(reader) ?? 0) + 1)
      }
    }
    const reading = readers.map(read)

    await Promise.all(products.map(({ id }) => write(id)))
    isReading = false

    await Promise.all(reading)
  })
})

describe('a cached search', () => {
  it('is valid until a document or the word counts change', async () => {
    const changes = createChanges(database.pool)
    const catalog = itsCatalog()
    const first = await changes.moment()
    await aProduct(database)
    const second = await changes.moment()
    await catalog.refreshStatistics()
    const third = await changes.moment()

    expect(changes.holds(documents, first)).toBe(false)
    expect(changes.holds(documents, second)).toBe(false)
    expect(changes.holds(documents, third)).toBe(true)
  })
})

describe('product changes', () => {
  it('are deleted when they are old, and kept while they are new', async () => {
    await aProduct(database)
    await sql`update products.changes set at = at - interval '1 hour'`.execute(database.pool)
    const product = await aProduct(database)
    await database.transaction((tx) => setStock(tx, product.id, 1))

    await deleteChanges(database.pool, 600)

    const { rows } = await sql<{ what: string }>`select what from products.changes`.execute(
      database.pool,
    )
    expect(rows.map(({ what }) => what)).toContain(product.id)
    expect(rows.length).toBeLessThan(10)
  })
})

function setStock(tx: Tx, productId: string, onHand: number) {
  return sql`update products.stock set on_hand = ${onHand} where product_id = ${productId}`.execute(
    tx,
  )
}

const itsCatalog = () => aCatalog({ database, now: () => new Date('2026-01-02T03:04:05Z') })
