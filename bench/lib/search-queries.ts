import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

type SampleProduct = { readonly mpn: string; readonly brand: string; readonly gtins: string[] }
type Category = { readonly nouns?: readonly string[] }

export type QueryKind = 'identifier' | 'one common word' | 'two words' | 'with a price filter'
export type MixedQuery = { readonly kind: QueryKind; readonly path: string }

const data = new URL('../../data/catalog/', import.meta.url)

/**
 * 200 queries in the proportions of a shop for professionals, the same in every run: 80 part numbers and GTINs, 30
 * common words, 60 of two words, 30 with a price filter. Taken from the sample catalogue.
 */
export async function mixedQueries(): Promise<MixedQuery[]> {
  const zipped = await readFile(new URL('products.jsonl.gz', data))
  const lines = (await promisify(gunzip)(zipped)).toString().split('\n').filter(Boolean)
  const products = lines.map((line) => JSON.parse(line) as SampleProduct)
  const categories = JSON.parse(
    await readFile(new URL('categories.json', data), 'utf8'),
  ) as Category[]
  const nouns = categories.flatMap((category) => category.nouns?.[0] ?? [])
  const one = nouns.filter((noun) => !noun.includes(' '))
  const two = nouns.filter((noun) => noun.split(' ').length === 2)
  const brands = [...new Set(products.map(({ brand }) => brand))].filter(
    (brand) => !/\s/.test(brand),
  )
  const numbered = products.filter(({ mpn }) => /^\S*\d\S*$/.test(mpn) && mpn.length >= 6)
  const of = <Item>(items: readonly Item[], at: number): Item =>
    items[(at * 7919) % items.length] as Item
  const queries = (kind: QueryKind, count: number, text: (at: number) => string, more = '') =>
    Array.from({ length: count }, (_, at): MixedQuery => {
      const q = encodeURIComponent(text(at))
      return { kind, path: `/api/v1/products?q=${q}&limit=20${more}` }
    })
  return [
    ...queries('identifier', 60, (at) => of(numbered, at).mpn),
    ...queries(
      'identifier',
      20,
      (at) =>
        of(
          products.filter((p) => p.gtins[0]),
          at,
        ).gtins[0] ?? '',
    ),
    ...queries('one common word', 30, (at) => of(one, at)),
    ...queries('two words', 30, (at) => of(two, at)),
    ...queries('two words', 30, (at) => `${of(brands, at)} ${of(one, at)}`),
    ...queries('with a price filter', 30, (at) => of(one, at + 3), '&minPrice=5&maxPrice=200'),
  ]
}
