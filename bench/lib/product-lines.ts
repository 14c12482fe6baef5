import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'

const catalogue = fileURLToPath(new URL('../../data/catalog/products.jsonl.gz', import.meta.url))

type Sample = {
  readonly mpn: string
  readonly brand: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly attributes: readonly unknown[]
}

/**
 * This many products as lines of a catalogue file: those of the sample, repeated with other numbers. Each round only
 * has other prices.
 */
export async function* productLines(count: number, priceRound: number): AsyncGenerator<string> {
  let made = 0
  for (let round = 0; made < count; round += 1) {
    const unpacked = createReadStream(catalogue).pipe(createGunzip())
    for await (const line of createInterface({ input: unpacked })) {
      const { mpn, brand, name, description, category, attributes } = JSON.parse(line) as Sample
      const product = {
        sku: `BENCH-${made}`,
        mpn: `${mpn}-${round}`.slice(0, 300),
        brand,
        name,
        description,
        category: ['Bench', category],
        attributes,
        price: ((made % 9_999) / 100 + 0.01 + priceRound).toFixed(2),
        currency: 'EUR',
        stock: made % 500,
        shipTo: ['DE', 'AT'],
      }
      yield `${JSON.stringify(product)}\n`
      made += 1
      if (made === count) return
    }
  }
}
