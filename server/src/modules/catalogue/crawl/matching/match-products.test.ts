import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aProduct } from '#testing/catalog'
import { type FoundArticle, matchesOf, matchProducts } from './match-products.ts'

const database = await useDatabase()
const numbered = await aProduct(database, {
  gtins: ['4006381333931'],
  mpn: 'CAT6-2M',
  brand: 'ACME',
})
const bySecondSupplier = await aProduct(database, { gtins: ['04006381333931'], brand: 'ACME GmbH' })
const bare = await aProduct(database, { mpn: 'CAT 6/5M', brand: 'ACME' })
const ofOther = await aProduct(database, { mpn: 'CAT6-5M', brand: 'Boltworks' })
await aProduct(database, { mpn: 'A1', brand: 'ACME' })

describe('a found article is a known product', () => {
  it.each([
    ['by its GTIN, of any length', { gtins: ['04006381333931'] }, [numbered, bySecondSupplier]],
    [
      'by its GTIN, with another brand',
      { gtins: ['4006381333931'], brand: 'Shop' },
      [numbered, bySecondSupplier],
    ],
    [
      'by brand and part number, however they are written',
      { brand: 'acme gmbh', mpn: 'cat6.5m', gtins: [] },
      [bare],
    ],
    [
      'by brand and part number, when only one has a GTIN',
      { brand: 'ACME', mpn: 'CAT6-5M', gtins: ['8808993650040'] },
      [bare],
    ],
    ['of the brand that it names', { brand: 'Boltworks', mpn: 'CAT6-5M', gtins: [] }, [ofOther]],
  ])('%s', async (_how, article, products) => {
    const [matches = []] = await match(article)
    const found = matches.map(({ productId }) => productId)
    expect(found.sort()).toEqual(products.map(({ id }) => id as string).sort())
  })

  it.each([
    ['by a part number alone', { mpn: 'CAT6-5M', gtins: [] }],
    ['by a part number of another brand', { brand: 'Other', mpn: 'CAT6-5M', gtins: [] }],
    ['by a short part number', { brand: 'ACME', mpn: 'A1', gtins: [] }],
    ['in a pack with another GTIN', { brand: 'ACME', mpn: 'CAT6-2M', gtins: ['8808993650040'] }],
    ['by nothing', { gtins: [] }],
  ])('not %s', async (_how, article) => {
    expect(await match(article)).toEqual([[]])
  })

  it('with the certainty of what they share, in the order of the articles', async () => {
    const found = await match(
      { brand: 'ACME', mpn: 'CAT6-5M', gtins: [] },
      { gtins: [] },
      { brand: 'Shop', gtins: ['4006381333931'] },
      { brand: 'ACME', mpn: 'CAT6-2M', gtins: ['4006381333931'] },
    )
    const both = (confidence: number) =>
      [numbered.id, bySecondSupplier.id]
        .sort()
        .map((productId) => ({ productId, by: 'gtin', confidence }))
    const part = { productId: bare.id, by: 'part', confidence: 0.9 }
    expect(found).toEqual([[part], [], both(0.85), both(0.98)])
  })

  it('that the company sees', async () => {
    const nothing = { suppliers: [], categories: [], brands: [], hasProducts: false }
    const restriction = {
      id: undefined,
      included: nothing,
      excluded: { ...nothing, brands: ['acme'] },
    }
    const article = { gtins: ['4006381333931'] }
    const [matches = []] = await matchProducts(database.pool, [restriction], [article])
    expect(matches.map(({ productId }) => productId)).toEqual([bySecondSupplier.id])
  })

  it('only by numbers of its own', () => {
    const candidate = {
      productId: 'prd_1',
      kind: 'gtin',
      value: '1',
      brand: 'ACME',
      gtins: ['1'],
    } as const
    expect(matchesOf({ gtins: ['4006381333931'] }, [candidate])).toEqual([])
  })
})

const match = (...articles: readonly FoundArticle[]) => matchProducts(database.pool, [], articles)
