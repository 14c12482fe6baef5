import { describe, expect, it } from 'vitest'
import { anAdvertiser, aWord, campaignsUrl, draftOf, placesOf, searchFor } from './advertised.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()

describe('the sponsored places of a search', () => {
  it('are labelled, name the advertiser and the reason, and leave the results unchanged', async () => {
    const { word, supplier, product } = await anAdvertiser(world)

    const { body } = await searchFor(ours.buyer, word)
    const without = await searchFor(ours.buyer, word, '&sponsored=0')

    expect(body.meta.sponsored).toEqual([
      expect.objectContaining({
        label: 'Sponsored',
        position: 0,
        product: expect.objectContaining({ id: product.id }),
        advertiser: { id: supplier.id, name: expect.stringMatching(/\S/) },
        why: 'Its supplier pays to be shown where a search finds this product.',
      }),
    ])
    expect(without.body.meta.sponsored).toBeUndefined()
    const german = await searchFor(ours.buyer, word, '&locale=de')
    expect(german.body.meta.sponsored).toMatchObject([
      { label: 'Anzeige', why: expect.stringMatching(/^Der Lieferant zahlt dafür/) },
    ])
    expect(without.body.data).toEqual(body.data)
  })

  it('are at most the requested number, one per supplier', async () => {
    const word = aWord()
    for (let supplier = 0; supplier < 3; supplier += 1) await anAdvertiser(world, { word })
    for (const asked of [1, 2, 8]) {
      const places = await placesOf(ours.buyer, word, `&sponsored=${asked}`)
      expect(places).toHaveLength(Math.min(asked, 3))
      expect(new Set(places.map(({ advertiser }) => advertiser.id)).size).toBe(places.length)
    }
  })

  it('never show a product outside the search: hidden, sold out, elsewhere, discontinued', async () => {
    const word = aWord()
    const hidden = await anAdvertiser(world, { word })
    await anAdvertiser(world, { word, product: { onHand: 0 } })
    await anAdvertiser(world, { word, product: { onHand: 5, moq: 10 } })
    const abroad = await anAdvertiser(world, { word, product: { shipTo: ['FR'] } })
    const seen = await anAdvertiser(world, { word })
    const operator = await world.operator()
    const buyers = await world.company()
    const assortment = await operator.post('/api/v1/assortments', {
      name: 'Without one',
      companyIds: [buyers.companyId],
      excluded: { suppliers: [hidden.supplier.id] },
    })
    expect([assortment.status, assortment.body.error]).toEqual([201, undefined])

    const places = await placesOf(buyers.buyer, word, '&sponsored=8&country=DE')

    expect(places.map(({ product }) => product.id)).toEqual([seen.product.id])
    const inFrance = await placesOf(ours.buyer, word, '&sponsored=8&country=FR')
    expect(inFrance.map(({ product }) => product.id)).toContain(abroad.product.id)
  })

  it('come after the product with the typed number', async () => {
    const mpn = `ZX-${aWord().toUpperCase()}`
    const { product } = await anAdvertiser(world, { product: { mpn } })

    const { body } = await searchFor(ours.buyer, mpn)

    expect(body.data[0]).toMatchObject({ id: product.id, match: { kind: 'identifier' } })
    const places = (body.meta.sponsored ?? []) as { position: number }[]
    expect(places.length).toBeGreaterThan(0)
    for (const { position } of places) expect(position).toBeGreaterThan(0)
  })

  it('follow keywords, countries, the state and the period of the campaign', async () => {
    const word = aWord()
    await anAdvertiser(world, { word, campaign: { keywords: [`${word} cheap`] } })
    await anAdvertiser(world, { word, campaign: { countries: ['FR'] } })
    await anAdvertiser(world, { word, campaign: { state: 'DRAFT' } })
    await anAdvertiser(world, { word, campaign: { startsAt: '2126-01-01T00:00:00Z' } })
    const own = await anAdvertiser(world, { word, campaign: { keywords: ['other', word] } })

    const places = await placesOf(ours.buyer, word, '&sponsored=8')

    expect(places.map(({ product }) => product.id)).toEqual([own.product.id])
    expect(places[0]?.why).toBe('Its supplier pays to be shown for words of this search.')
    await own.supplier.admin.patch(`${campaignsUrl}/${own.campaign.id}`, {
      expectedVersion: 1,
      state: 'PAUSED',
    })
    expect(await placesOf(ours.buyer, word, '&sponsored=8')).toEqual([])
  })

  it('of a category appear when the category is listed without words', async () => {
    const categoryId = `cat_${aWord()}`
    const { product } = await anAdvertiser(world, {
      product: { categoryId },
      campaign: { state: 'DRAFT' },
    })
    const supplierId = product.supplierCompanyId
    const operator = await world.operator()
    await operator.post(
      campaignsUrl,
      draftOf(product.id, { supplierId, state: 'ACTIVE', categoryIds: [categoryId] }),
    )

    const { body } = await ours.buyer.get(`/api/v1/products?category=${categoryId}`)

    const [place] = body.meta.sponsored as { product: { id: string }; why: string }[]
    expect(place?.product.id).toBe(product.id)
    expect(place?.why).toBe('Its supplier pays to be shown in this category.')
  })

  it('are on the first page in order of relevance only, and never the viewer’s own products', async () => {
    const { word, supplier } = await anAdvertiser(world)

    expect(await placesOf(ours.buyer, word, '&sort=price_asc')).toEqual([])
    expect(await placesOf(supplier.admin, word)).toEqual([])
    expect(await placesOf(ours.buyer, word)).toHaveLength(1)
  })
})

describe('an auction', () => {
  it('sells places for an integration’s page, and its record gives the same prices again', async () => {
    const word = aWord()
    const low = await anAdvertiser(world, {
      word,
      campaign: { bidPerClick: { amount: '0.40', currency: 'EUR' } },
    })
    const high = await anAdvertiser(world, {
      word,
      campaign: { bidPerClick: { amount: '2.00', currency: 'EUR' } },
    })

    const { status, body } = await ours.integration.post('/api/v1/ads/auctions', {
      placement: 'home',
      query: word,
      slots: 2,
      viewerId: 'person-7',
    })

    expect(status).toBe(200)
    const { sponsored } = body.data
    expect(sponsored.map((one: { product: { id: string } }) => one.product.id)).toEqual([
      high.product.id,
      low.product.id,
    ])
    const operator = await world.operator()
    const kept = await operator.get(`/api/v1/ads/auctions/${sponsored[0].auctionId}`)
    const [first, last] = kept.body.data.winners
    expect(first).toMatchObject({ campaignId: high.campaign.id, bid: { amount: '2.00' } })
    expect(Number(first.price.amount)).toBeGreaterThan(0.01)
    expect(Number(first.price.amount)).toBeLessThan(2)
    expect(last.price).toEqual({ amount: '0.01', currency: 'EUR' })
  })

  it('refuses an unknown category, and sells nothing without a match', async () => {
    const url = '/api/v1/ads/auctions'
    const asked = { placement: 'home', slots: 1 }

    const unknown = await ours.integration.post(url, { ...asked, categoryId: aWord() })
    const nothing = await ours.integration.post(url, { ...asked, query: aWord() })

    expect(unknown.body.meta.code).toBe('catalog.category_unknown')
    expect(nothing.body.data).toEqual({ placement: 'home', sponsored: [] })
  })
})
