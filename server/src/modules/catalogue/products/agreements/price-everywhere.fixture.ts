import { expect } from 'vitest'
import type { Actor } from '#kernel/actor'
import { decimalOf } from '#kernel/money'
import { oneUnit, quantityOf } from '#kernel/quantity'
import type { Database } from '#platform/db'
import { type AgreementsWorld, buyerOf } from '#testing/agreements'
import type { AProduct } from '#testing/catalog'
import { anOrderLine } from '#testing/order-line'

/** What every surface says that one piece costs; the same everywhere, or the test fails. Undefined: no surface shows the product. */
export async function priceEverywhere(
  { catalog, quotes }: AgreementsWorld,
  database: Database,
  buyer: Actor,
  { id, mpn }: AProduct,
  quantity = 1,
): Promise<string | undefined> {
  const items = [{ productId: id, quantity: quantityOf(quantity) }]
  const line = (await catalog.quote(database.pool, buyerOf(buyer), items)).get(id)
  const { quoted } = await quotes.request(buyer, { items })
  const quote = quoted[0]?.quote
  const prices = new Set([
    line && decimalOf(line.supplierPrice),
    quote && decimalOf(quote.line.supplierPrice),
  ])
  if (quantity === 1) {
    const price = await catalog.readProduct(buyer, id).then(
      ({ product }) => decimalOf(product.pricing.list),
      (error) => {
        expect(error).toMatchObject({ code: 'catalog.product_not_found' })
        return undefined
      },
    )
    const { found } = await catalog.search(buyer, { q: mpn, limit: 1 })
    const [matched] = await catalog.matchLines(buyer, [anOrderLine(mpn, oneUnit)])
    prices.add(price)
    prices.add(found[0] && decimalOf(found[0].product.pricing.list))
    prices.add(matched?.status === 'matched' ? decimalOf(matched.product.pricing.list) : undefined)
  }
  expect((await quotes.reading()).requests).toBeGreaterThan(0)
  expect([...prices]).toHaveLength(1)
  return [...prices][0]
}
