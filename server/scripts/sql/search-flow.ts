import { Decimal } from 'decimal.js'
import type { Section } from './flows.ts'
import type { Scene } from './prepare-scene.ts'
import { recordStatements } from './record-statements.ts'
import type { Stage } from './stage.ts'

const byPrice = 'q=bolt&sort=price_asc&limit=2'

/** Searches of a buyer, in a process that has not searched yet. The last one is left to a worker. */
export async function recordSearches(
  stage: Stage,
  scene: Scene,
): Promise<{ readonly sections: readonly Section[]; readonly searchId: string }> {
  const ask = (about: string, query: string) => recordSearch(scene, about, query)
  const [changed] = scene.products
  const words = await ask('words. The caches of the process are empty', 'q=hexagon+bolt')
  const identifier = await ask('an identifier', `q=${changed?.mpn}`)
  const filtered = await ask(
    'words, filters, and the facets',
    'q=bolt&brand=Boltworks&attribute=Material:steel&minPrice=1&maxPrice=50&currency=EUR&country=DE',
  )
  const supply = 'availability=in_stock&maxLeadTimeDays=3'
  const supplied = await ask('words, and filters on stock and lead time', `q=bolt&${supply}`)
  const all = await ask('filters on stock and lead time, without words', supply)
  const category = await ask('a category, without words', 'category=bolts')
  const first = await ask('sorted by price', byPrice)
  const next = `${byPrice}&cursor=${first.nextCursor}`
  const second = await ask('the second page. The ranking is cached', next)
  await changePrice(stage, changed?.id ?? '')
  const anew = await ask('the second page, after a price of the first page changed', next)
  const streamed = await recordStreamed(scene)
  const listed = [words, identifier, filtered, supplied, all, category, first, second, anew]
  return {
    sections: [...listed.map(({ section }) => section), streamed.section],
    searchId: streamed.searchId,
  }
}

async function recordSearch({ call, buyer }: Scene, about: string, query: string) {
  let nextCursor: unknown
  const statements = await recordStatements(async () => {
    // Without sponsored places: campaigns are read again every few seconds, whatever is searched.
    const path = `/api/v1/products?${query}&sponsored=0`
    const { meta } = await call('GET', path, { as: buyer })
    nextCursor = meta.nextCursor
  })
  // The cursor is another one each time.
  const title = `GET /api/v1/products?${query.replace(/cursor=.*/, 'cursor=…')}: ${about}`
  return { section: { title, statements }, nextCursor }
}

async function recordStreamed({ call, buyer }: Scene) {
  let searchId = ''
  const statements = await recordStatements(async () => {
    const options = { as: buyer, body: { q: 'hexagon bolt' }, expects: 202 }
    searchId = (await call<{ id: string }>('POST', '/api/v1/searches', options)).data.id
  })
  const title = 'POST /api/v1/searches: starts a streamed search'
  return { section: { title, statements }, searchId }
}

async function changePrice({ parts }: Stage, productId: string): Promise<void> {
  const { platform, modules } = parts
  const changes = { listPrice: new Decimal('99.50') }
  await platform.database.transaction((tx) =>
    modules.products.changeProduct(tx, productId, changes),
  )
}
