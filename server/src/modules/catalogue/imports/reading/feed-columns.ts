import type { FieldName } from '#modules/products/fields'
import { type Column, columnsOf, headerKey } from './columns.ts'
import type { RawFields } from './record.ts'

/** A column of a table that a supplier wrote for customers: `ab 10 Rollen`, `Preis je 100 Stk.`. */
export type FeedColumns = {
  readonly columns: readonly Column[]
  /** Adds the prices by quantity, and the basis that the header of the price names. */
  complete(fields: RawFields, cells: readonly string[]): RawFields
}

/** Headers that mean an article number, or a name, only if no other column does. The first of the list counts. */
const loose: readonly (readonly [field: FieldName, keys: readonly string[]])[] = [
  [
    'sku',
    'artnr nr no nummer number numero code art ref partnumber artikel article item modell model type typ'.split(
      ' ',
    ),
  ],
  [
    'name',
    'artikel article item produkt product produit ware modell model ausfuhrung beschreibung description type typ'.split(
      ' ',
    ),
  ],
  ['price', 'netto net ht nettoeur neteur eurnetto eurht eur gbp chf pu puht'.split(' ')],
]

/** A header may say what its price is for: `Preis/Stk`, `Preis je 100 m`. */
const basisInHeader =
  /\s*(?:\/|(?<![\p{L}])(?:je|pro|per|par|les)(?![\p{L}]))\s*(\d{1,6})?\s*([\p{L}²³]{1,12})?\.?((?:\s*\(?(?:[€£]|eur|gbp|chf|netto|net|ht)\)?){0,3})\s*$/iu
/** `ab 10 Rollen`, `from 10`, `dès 10`, `10+`, `10-49 Stk.` */
const tierHeader =
  /^(?:(?:ab|from|dès|des|à partir de|a partir de|>=|≥)\s*(\d{1,7})|(\d{1,7})\s*(?:\+|[-–]\s*\d{1,7}))\s*([\p{L}²³]{1,12})?\.?(?:\s*(?:\(?[€£]|eur|gbp|chf|netto|net|ht)\)?)*$/iu

const tiersMax = 51

type Tier = { readonly at: number; readonly from: number; readonly unit: string | undefined }

export function feedColumnsOf(
  names: readonly string[],
  mapping?: Readonly<Record<string, string>>,
): FeedColumns {
  const headers = names.map((name) => name.trim().slice(0, 200))
  const bare = headers.map((name) => withoutBasis(name))
  const columns = withLoose(bare, columnsOf(bare, mapping))
  const priceAt = columns.findIndex((column) => column.kind === 'field' && column.field === 'price')
  const basis = priceAt === -1 ? undefined : basisInHeader.exec(headers[priceAt] ?? '')
  const tiers = headers.flatMap((name, at) => tierIn(name, at, columns)).slice(0, tiersMax)
  return {
    columns,
    complete: (fields, cells) => ({
      ...withTiers(fields, cells, tiers),
      ...basisOf(fields, basis),
    }),
  }
}

function withoutBasis(name: string): string {
  const bare = name.replace(basisInHeader, '$3').trim()
  return bare === '' ? name : bare
}

function withLoose(headers: readonly string[], known: readonly Column[]): readonly Column[] {
  const columns = [...known]
  const headerKeys = headers.map(headerKey)
  for (const [field, keys] of loose) {
    if (columns.some((column) => column.kind === 'field' && column.field === field)) continue
    const at = keys
      .map((key) =>
        headerKeys.findIndex((own, index) => own === key && isFree(columns[index], field)),
      )
      .find((index) => index !== -1)
    if (at !== undefined) columns[at] = { kind: 'field', field }
  }
  return columns
}

/** A description is the name of an article that has no other, and a part number is its number. */
function isFree(column: Column | undefined, field: FieldName): boolean {
  if (column?.kind === 'ignored') return true
  if (column?.kind !== 'field') return false
  return (
    (field === 'name' && column.field === 'description') ||
    (field === 'sku' && column.field === 'mpn')
  )
}

function tierIn(name: string, at: number, columns: readonly Column[]): Tier[] {
  const [match, from, least, unit] = tierHeader.exec(name) ?? []
  if (match === undefined || columns[at]?.kind === 'field') return []
  return [
    {
      at,
      from: Number(from ?? least),
      unit: unit && /^(?:eur|gbp|chf)$/i.test(unit) ? undefined : unit,
    },
  ]
}

function withTiers(fields: RawFields, cells: readonly string[], tiers: readonly Tier[]): RawFields {
  const stated = tiers.filter(({ at }) => /\d/.test(cells[at] ?? ''))
  const base = stated.find(({ from }) => from <= 1)
  const price = fields.price ?? (base && cells[base.at])
  const others = stated.filter(({ from }) => from > 1)
  if (price === undefined) return fields
  const unit = fields.unit ?? base?.unit
  return {
    ...fields,
    price,
    ...(unit !== undefined && { unit }),
    ...(others.length > 0 &&
      fields.tiers === undefined && {
        tiers: others.map(({ at, from }) => ({ minQuantity: from, unitPrice: cells[at]?.trim() })),
      }),
  }
}

function basisOf(fields: RawFields, basis: RegExpExecArray | null | undefined): RawFields {
  const [, count, unit] = basis ?? []
  return {
    ...(count !== undefined && fields.perQuantity === undefined && { perQuantity: count }),
    ...(unit !== undefined && fields.unit === undefined && { unit }),
  }
}
