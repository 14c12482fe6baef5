import { readFile } from 'node:fs/promises'

/** What a search or a suggestion over the sample catalogue should find. */
export type SearchCase = { readonly id: string } & (
  | { readonly kind: 'absent' | 'present'; readonly q: string }
  | { readonly kind: 'same'; readonly queries: readonly string[] }
  | {
      readonly kind: 'properties'
      readonly q: string
      readonly words: readonly (readonly string[])[]
    }
  | {
      readonly kind: 'length'
      readonly q: string
      /** In metres, as `max`. */
      readonly min: number
      readonly max: number
    }
  | {
      readonly kind: 'suggest'
      readonly q: string
      /** A pattern that each of the first three suggested products has. */
      readonly first3: string
    }
)

export type JudgedProduct = {
  readonly sku: string
  readonly brand: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly {
    readonly label: string
    readonly value: string
    readonly unit?: string | undefined
  }[]
}

export type JudgedSearch = {
  /** The first page of a search. */
  readonly search: (q: string) => Promise<{
    readonly match: string | undefined
    readonly products: readonly JudgedProduct[]
  }>
  /** The brands and names of the suggested products, and the paths of the suggested categories. */
  readonly suggest: (q: string) => Promise<{
    readonly products: readonly string[]
    readonly categories: readonly string[]
  }>
}

export const caseSets = ['visible', 'unseen'] as const
export type CaseSet = (typeof caseSets)[number]

/** The share of right cases by kind. */
export type CaseShares = Readonly<Record<string, number>>

const folder = new URL('../../test/data/search/', import.meta.url)
export const caseFiguresFile = new URL('figures.json', folder)

export async function readCases(set: CaseSet): Promise<SearchCase[]> {
  const lines = (await readFile(new URL(`${set}.jsonl`, folder), 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as SearchCase)
}

export async function readCaseFigures(): Promise<Readonly<Record<CaseSet, CaseShares>>> {
  return JSON.parse(await readFile(caseFiguresFile, 'utf8'))
}

/**
 * Asks every case and returns the share of right ones by kind. It names no case of a set that nobody may read; `wrong`
 * has the ids for the others.
 */
export async function judgeCases(
  search: JudgedSearch,
  cases: readonly SearchCase[],
): Promise<{ readonly shares: CaseShares; readonly wrong: readonly string[] }> {
  const right = new Map<string, boolean[]>()
  const wrong: string[] = []
  for (const one of cases) {
    const isRight = await isCaseRight(search, one)
    right.set(one.kind, [...(right.get(one.kind) ?? []), isRight])
    if (!isRight) wrong.push(one.id)
  }
  const shares = [...right].map(([kind, all]) => {
    return [kind, Math.round((all.filter(Boolean).length / all.length) * 1000) / 1000] as const
  })
  return { shares: Object.fromEntries(shares), wrong }
}

const fallMax = 0.03

/** The kinds of cases whose share has fallen, or that do not exist any more. */
export function fallenShares(figures: CaseShares, shares: CaseShares): string[] {
  return Object.entries(figures).flatMap(([kind, figure]) => {
    const share = shares[kind]
    if (share !== undefined && share >= figure - fallMax) return []
    return [`${kind} fell from ${figure.toFixed(3)} to ${share?.toFixed(3) ?? 'nothing'}`]
  })
}

/** So many of the first products are judged. */
const firstMax = 5

async function isCaseRight(search: JudgedSearch, one: SearchCase): Promise<boolean> {
  switch (one.kind) {
    case 'absent': {
      const { match, products } = await search.search(one.q)
      return match === 'none' && products.length === 0
    }
    case 'present': {
      const { match, products } = await search.search(one.q)
      return match === 'full' && products.length > 0
    }
    case 'same': {
      const found = new Set<string>()
      for (const q of one.queries) {
        const { products } = await search.search(q)
        if (products.length === 0) return false
        const first = products.slice(0, firstMax).map(({ sku }) => sku)
        found.add(first.sort().join(' '))
      }
      return found.size === 1
    }
    case 'properties':
      return areFirst(search, one.q, (product) => {
        const text = textOf(product).toLowerCase()
        return one.words.every((some) => some.some((word) => text.includes(word.toLowerCase())))
      })
    case 'length':
      return areFirst(search, one.q, (product) => hasLength(product, one))
    case 'suggest': {
      const { products, categories } = await search.suggest(one.q)
      const shown = products.length > 0 ? products : categories
      const pattern = new RegExp(one.first3, 'i')
      return shown.length > 0 && shown.slice(0, 3).every((text) => pattern.test(text))
    }
  }
}

async function areFirst(
  { search }: JudgedSearch,
  q: string,
  isRight: (product: JudgedProduct) => boolean,
): Promise<boolean> {
  const { products } = await search(q)
  return products.length > 0 && products.slice(0, firstMax).every(isRight)
}

function textOf({ brand, name, description, attributes }: JudgedProduct): string {
  const stated = attributes.map(({ label, value, unit = '' }) => `${label} ${value} ${unit}`)
  return [brand, name, description, ...stated].join(' ; ')
}

const metres: Readonly<Record<string, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  ft: 0.3048,
  feet: 0.3048,
  foot: 0.3048,
  "'": 0.3048,
}
const lengthInText = /(?<![\w.,-])(\d+(?:[.,]\d+)?)[ -]?(mm|cm|m|ft|feet|foot|')(?![\w/])/gi
const roundedBy = 0.02

/** True if the name or an attribute states a length within the bounds. Names round lengths. */
function hasLength(
  { name, attributes }: JudgedProduct,
  { min, max }: { readonly min: number; readonly max: number },
): boolean {
  const stated = attributes
    .filter(({ label }) => /\blength|länge|longueur/i.test(label))
    .map(({ value, unit = '' }) => `${value} ${unit}`)
  return [...[name, ...stated].join(' ; ').matchAll(lengthInText)].some(([, amount, unit]) => {
    const value = Number(amount?.replace(',', '.')) * (metres[unit?.toLowerCase() ?? ''] ?? 0)
    return value >= min * (1 - roundedBy) && value <= max * (1 + roundedBy)
  })
}
