import { readFileSync } from 'node:fs'
import {
  type ConfirmedMapping,
  type FileShape,
  type FoundProduct,
  readFeed,
  readPage,
} from './index.ts'
import { readAvailability } from './structured/availability.ts'
import { withUnitCodes } from './unit-codes.ts'

/** `visible` is what authors of rules see. `unseen` judges them: print nothing of it but these figures. */
export const pageSets = ['visible', 'unseen'] as const
export type PageSet = (typeof pageSets)[number]

const judgedFields = ['name', 'number', 'price', 'currency', 'unit', 'tax', 'stock'] as const
export type JudgedField = (typeof judgedFields)[number]

/** What a page states. A field that is missing here is doubtful on the page: a reader must leave it out. */
type StatedProduct = Partial<Record<JudgedField | 'perQuantity', string>> & {
  readonly tiers?: readonly (readonly [quantity: string, price: string])[]
}
type StatedPage = {
  readonly id: string
  readonly file: string
  readonly class: string
  readonly url: string
  readonly contentType: string
  readonly language: string
  readonly products: readonly StatedProduct[]
}

export type Tally = { readonly right: number; readonly missing: number; readonly wrong: number }
export type Tallies = Readonly<Record<string, Tally>>

const folder = (set: PageSet) => new URL(`../../../../../test/data/pages/${set}/`, import.meta.url)

/** Counts the values that readers find right, miss, and find wrong: of each class and field, as `csv price`, and of all fields. */
export async function measurePages(set: PageSet): Promise<Tallies> {
  const tallies = new Map<string, Tally>()
  const count = (key: string, is: keyof Tally) => {
    const tally = tallies.get(key) ?? { right: 0, missing: 0, wrong: 0 }
    tallies.set(key, { ...tally, [is]: tally[is] + 1 })
  }
  const lines = readFileSync(new URL('expected.jsonl', folder(set)), 'utf8').split('\n')
  for (const page of lines.filter(Boolean).map((line) => JSON.parse(line) as StatedPage)) {
    const body = readFileSync(new URL(page.file, folder(set)))
    for (const { field, is } of judge(page.products, await productsIn(page, body))) {
      for (const key of [
        `${page.class} ${field}`,
        `${page.class} all`,
        `all ${field}`,
        'all all',
      ]) {
        count(key, is)
      }
    }
  }
  return Object.fromEntries([...tallies].sort(([one], [other]) => (one < other ? -1 : 1)))
}

async function productsIn(page: StatedPage, body: Buffer): Promise<readonly FoundProduct[]> {
  const { url, contentType, language } = page
  if (contentType.startsWith('text/html')) {
    return withUnitCodes(readPage({ url, contentType, body, language }).products).products
  }
  const first = await readFile(page, body, undefined)
  const [shape] = first.shapes
  // An operator confirms what is proposed, and changes nothing.
  const mapping = shape && {
    item: shape.item,
    fields: shape.fields,
    paths: shape.paths.map(({ path }) => path),
    terms: shape.terms,
  }
  const { products } = mapping ? await readFile(page, body, mapping) : first
  return withUnitCodes(products).products
}

async function readFile(
  { url, contentType, language }: StatedPage,
  body: Buffer,
  mapping: ConfirmedMapping | undefined,
) {
  const products: FoundProduct[] = []
  const shapes: FileShape[] = []
  async function* pieces() {
    yield body
  }
  const onShapes = (found: readonly FileShape[]) => shapes.push(...found)
  const now = new Date('2026-07-01T12:00:00Z')
  const input = { url, contentType, body: pieces(), now, language, mapping, onShapes }
  for await (const found of readFeed(input)) {
    if ('gtins' in found) products.push(found)
  }
  return { products, shapes }
}

type Judgement = { readonly field: JudgedField; readonly is: keyof Tally }

/** A product that the page does not state is wrong with all its values. */
function judge(stated: readonly StatedProduct[], found: readonly FoundProduct[]): Judgement[] {
  const left = new Set(found)
  const pairs = stated.map((one) => {
    const numbered = [...left].find((product) => hasNumber(product, one.number))
    const product =
      numbered ??
      [...left].find(({ name }) => lettersAndDigits(name) === lettersAndDigits(one.name))
    if (product) left.delete(product)
    return { one, product }
  })
  return [
    ...pairs.flatMap(({ one, product }) =>
      judgedFields.flatMap((field) => compare(field, one, product)),
    ),
    ...[...left].flatMap((product) => judgedFields.flatMap((field) => compare(field, {}, product))),
  ]
}

function compare(
  field: JudgedField,
  stated: StatedProduct,
  found: FoundProduct | undefined,
): Judgement[] {
  const value = found && foundValueOf(field, found)
  const wanted = wantedOf(field, stated)
  if (wanted === undefined) return value === undefined ? [] : [{ field, is: 'wrong' }]
  if (field === 'number' && found && hasNumber(found, wanted)) return [{ field, is: 'right' }]
  if (value === undefined) return [{ field, is: 'missing' }]
  return [{ field, is: value === wanted ? 'right' : 'wrong' }]
}

function wantedOf(field: JudgedField, stated: StatedProduct): string | undefined {
  const text = stated[field]
  if (text === undefined) return undefined
  if (field === 'name' || field === 'number') return lettersAndDigits(text)
  if (field === 'price') return priceText(text, stated.perQuantity)
  if (field !== 'stock') return text
  return /^\d+$/.test(text)
    ? Number(text) > 0
      ? 'IN_STOCK'
      : 'OUT_OF_STOCK'
    : readAvailability(text)
}

function foundValueOf(field: JudgedField, product: FoundProduct): string | undefined {
  const { price } = product
  switch (field) {
    case 'name':
      return lettersAndDigits(product.name)
    case 'number':
      return lettersAndDigits(product.sku ?? product.mpn ?? product.gtins[0]) || undefined
    case 'price':
      return price && priceText(price.amount, String(price.perQuantity))
    case 'currency':
      return price?.currency
    case 'unit':
      return product.unit
    case 'tax':
      return price?.taxIncluded === undefined ? undefined : price.taxIncluded ? 'gross' : 'net'
    case 'stock':
      return product.availability
  }
}

const priceText = (amount: string, perQuantity = '1') =>
  `${Number(amount)} for ${Number(perQuantity)}`

const lettersAndDigits = (text = '') =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

function hasNumber({ sku, mpn, gtins }: FoundProduct, number: string | undefined): boolean {
  const wanted = lettersAndDigits(number)
  return wanted !== '' && [sku, mpn, ...gtins].some((one) => lettersAndDigits(one) === wanted)
}

/** Of what pages state, the share that is read, and of what is read, the share that is right. */
export function sharesOf({ right, missing, wrong }: Tally) {
  const share = (part: number, whole: number) =>
    whole === 0 ? 1 : Math.round((part / whole) * 1_000) / 1_000
  return { read: share(right, right + missing + wrong), believed: share(right, right + wrong) }
}
