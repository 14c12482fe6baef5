import { describe, expect, it } from 'vitest'
import { type AProductOptions, aProduct } from '#testing/catalog'
import { readStream } from '../../src/modules/catalogue/search/streamed/stream-reader.fixture.ts'
import { anAdvertiser, aWord } from './advertised.ts'
import type { Client } from './client.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()

/** A product in English, German and French, found by a word of its own. */
async function aBolt(options: AProductOptions = {}) {
  const word = aWord()
  const product = await aProduct(world.parts.platform.database, {
    name: `Bolt ${word}`,
    description: 'Zinc plated.',
    texts: {
      de: {
        name: `Schraube ${word}`,
        description: 'Verzinkt.',
        category: ['Teile', 'Schrauben'],
        attributes: [{ label: 'Farbe', value: 'rot', kind: 'text' }],
      },
      fr: { name: `Vis ${word}` },
    },
    ...options,
  })
  return { ...product, word, path: `/api/v1/products/${product.id}` }
}

describe('a product', () => {
  it('is shown in the language of the request, and says so', async () => {
    const { buyer } = await world.company()
    const { path, word } = await aBolt()
    const inGerman = await buyer.get(path, { headers: { 'accept-language': 'de-CH' } })
    expect(inGerman.body.data).toMatchObject({
      language: 'de',
      languages: ['en', 'de', 'fr'],
      name: `Schraube ${word}`,
      description: 'Verzinkt.',
      category: { path: ['Teile', 'Schrauben'] },
      attributes: [{ label: 'Farbe', value: 'rot' }],
    })
    expect(inGerman.headers.get('content-language')).toBe('de')
    expect(inGerman.headers.get('vary')).toContain('Accept-Language')
    // The next reader does not get it from a cache.
    const inEnglish = await buyer.get(path)
    expect(inEnglish.body.data).toMatchObject({ language: 'en', name: `Bolt ${word}` })
    // What French lacks is shown in the product's own language.
    const inFrench = await buyer.get(`${path}?locale=fr`)
    expect(inFrench.body.data).toMatchObject({
      language: 'fr',
      name: `Vis ${word}`,
      description: 'Zinc plated.',
    })
    expect(inFrench.headers.get('vary') ?? '').not.toContain('Accept-Language')
  })

  it('without the language is shown in its own', async () => {
    const { buyer } = await world.company()
    const { path } = await aBolt({ language: 'it', name: 'Vite', texts: {} })
    const { body, headers } = await buyer.get(`${path}?locale=de`)
    expect(body.data).toMatchObject({ language: 'it', languages: ['it'], name: 'Vite' })
    expect(headers.get('content-language')).toBe('de')
  })

  it('is found, suggested, matched and streamed in the language of the request', async () => {
    const { buyer } = await world.company()
    const { word, mpn } = await aBolt({ mpn: aWord() })
    const named = { language: 'de', name: `Schraube ${word}` }
    for (const language of ['de', 'en', 'de']) {
      const found = await buyer.get(`/api/v1/products?q=${word}&locale=${language}`)
      expect(found.body.data).toMatchObject([language === 'de' ? named : { name: `Bolt ${word}` }])
      expect(found.headers.get('content-language')).toBe(language)
    }
    const suggested = await buyer.get(`/api/v1/products/suggest?q=${word}&locale=de`)
    expect(suggested.body.data.products).toMatchObject([{ name: named.name }])
    const matched = await buyer.post('/api/v1/products/match?locale=de', { text: mpn })
    expect(matched.body.data).toMatchObject([{ product: named }])
    const stream = await fetch(`${world.baseUrl}/api/v1/products/stream?q=${word}`, {
      headers: { ...buyer.headers, 'accept-language': 'de' },
    })
    const { received } = await readStream(stream)
    expect(received.find(({ event }) => event === 'products')?.data).toMatchObject({
      products: [named],
    })
  })

  it('has the language of the request in a sponsored place', async () => {
    const { buyer } = await world.company()
    const word = aWord()
    const texts = { de: { name: `Schraube ${word}` } }
    await anAdvertiser(world, { word, product: { texts } })
    const { body } = await buyer.get(`/api/v1/products?q=${word}&locale=de`)
    expect(body.meta.sponsored).toMatchObject([{ product: { name: `Schraube ${word}` } }])
  })

  it('has the language of the request in the cart, and in an order that of the buyer who placed it', async () => {
    const { buyer, admin } = await world.company()
    const { id, word } = await aBolt()
    await buyer.patch('/api/v1/me', { locale: 'de' })
    const version = await fillCart(buyer, [{ productId: id, quantity: 1 }])
    const lineOf = async (client: Client, query = '') =>
      (await client.get(`/api/v1/cart${query}`)).body.data.items[0].product
    expect(await lineOf(buyer)).toMatchObject({ language: 'de', name: `Schraube ${word}` })
    expect(await lineOf(buyer, '?locale=en')).toMatchObject({
      language: 'en',
      name: `Bolt ${word}`,
    })
    const { orderId } = await buyByCard(buyer, version)
    // The supplier renames it, and an administrator reads the order in French.
    await world.parts.platform.database.transaction((tx) =>
      world.parts.modules.products.changeProduct(tx, id, { name: 'Renamed' }),
    )
    const { body } = await admin.get(`/api/v1/orders/${orderId}?locale=fr`)
    expect(body.data.lines).toMatchObject([{ name: `Schraube ${word}` }])
  })
})
