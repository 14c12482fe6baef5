import { type RawRecord, type Tax, taxOf } from '#modules/imports/reading'
import { nameOf } from './field-words.ts'
import {
  type FieldPaths,
  fixedValueOf,
  type MappedField,
  mappedFields,
  type Step,
  stepsOf,
} from './mapping.ts'

type Reader = {
  readonly path: string
  readonly fixed: string | undefined
  readonly steps: readonly Step[]
}

/** A value that no reader takes: the field counts as refused, and not as missing. */
const refusedValue = '?'

/** The values at a path of one product. */
export type Lookup = (path: string, steps: readonly Step[]) => readonly string[]

export type RecordReader = (line: number, lookup: Lookup, isStrange: boolean) => RawRecord

/**
 * Reads products by a mapping. `decimal`: the sign before the decimals in this file. Undefined if it does not show: `1.250` is then
 * no price. `isStrange`: the product says more of its price than the file that the mapping was made for.
 */
export function recordReader(fields: FieldPaths, decimal: '.' | ',' | undefined): RecordReader {
  const readers = new Map<MappedField, Reader>()
  for (const field of mappedFields) {
    const path = fields[field]
    if (path === undefined) continue
    readers.set(field, { path, fixed: fixedValueOf(path), steps: stepsOf(path) ?? [] })
  }
  return (line, lookup, isStrange) => {
    const doubtful = new Set<MappedField>(isStrange ? ['price'] : [])
    const valuesOf = (field: MappedField): readonly string[] => {
      const reader = readers.get(field)
      if (!reader) return []
      return reader.fixed !== undefined ? [reader.fixed] : lookup(reader.path, reader.steps)
    }
    const textOf = (field: MappedField): string | undefined => {
      const values = valuesOf(field)
      if (values.length < 2) return values[0]
      doubtful.add(field)
      return undefined
    }
    return recordOf(line, fields, { textOf, valuesOf, doubtful, decimal })
  }
}

type Values = {
  textOf(field: MappedField): string | undefined
  valuesOf(field: MappedField): readonly string[]
  readonly doubtful: Set<MappedField>
  readonly decimal: '.' | ',' | undefined
}

function recordOf(line: number, paths: FieldPaths, values: Values): RawRecord {
  const { textOf, valuesOf, doubtful } = values
  const price = priceIn(values)
  const attributes = (['packQuantity', 'taxRate', 'deliveryTime'] as const).flatMap((field) => {
    const value = textOf(field)
    const label = nameOf(paths[field] ?? '')
      .written.split(' ')
      .at(-1)
    return value && label ? [{ label, value }] : []
  })
  const fields = {
    sku: textOf('number'),
    name: textOf('name'),
    description: textOf('description'),
    brand: textOf('manufacturer'),
    mpn: textOf('manufacturerNumber'),
    gtins: listOrNone(valuesOf('gtin')),
    currency: textOf('currency'),
    perQuantity: countText(textOf('priceQuantity')),
    unit: textOf('unit'),
    stock: textOf('availability'),
    images: listOrNone(valuesOf('image')),
    attributes: listOrNone(attributes),
  }
  const said = textOf('tax')
  const tax = said === undefined ? undefined : taxOfValue(said, paths.tax ?? '')
  const link = textOf('link')
  // What the price is for must be known: with two currencies, units or taxes it is no price.
  const isDoubtful = ['price', 'currency', 'unit', 'priceQuantity', 'tax'].some((field) =>
    doubtful.has(field as MappedField),
  )
  const read = {
    ...fields,
    price: isDoubtful && (price !== undefined || doubtful.has('price')) ? refusedValue : price,
    ...(doubtful.has('availability') && { stock: refusedValue }),
  }
  const known = Object.entries(read).filter(([, value]) => value !== undefined)
  return {
    line,
    fields: Object.fromEntries(known),
    problems: [...doubtful].map((field) => ({
      code: 'values_differ',
      message: `The product has several values at ${paths[field]}.`,
      fatal: false,
    })),
    shown: { ...(link !== undefined && { link }), ...(tax && { tax }) },
  }
}

const listOrNone = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined)

/** `100.00` and `100 Stk` are counts, too. */
const countText = (text: string | undefined) =>
  text === undefined
    ? undefined
    : (/^(\d{1,6})(?:[.,]0{1,4})?(?:\s*\p{L}{1,12}\.?)?$/u.exec(text)?.[1] ?? text)

const ambiguous = /^[^\d]*[1-9]\d{0,2}[.,]\d{3}[^\d]*$/

function priceIn({ textOf, decimal }: Values): string | undefined {
  const text = textOf('price')
  if (text === undefined) return undefined
  if (decimal !== undefined || !ambiguous.test(text)) return text
  return refusedValue
}

/** The sign before the decimals, if the prices of a file show it. */
export function decimalIn(prices: readonly string[]): '.' | ',' | undefined {
  const signs = new Set(prices.map(decimalOf).filter((sign) => sign !== undefined))
  return signs.size === 1 ? [...signs][0] : undefined
}

function decimalOf(price: string): '.' | ',' | undefined {
  const number = /\d[\d.,]*/.exec(price.replace(/[\s'’]/g, ''))?.[0] ?? ''
  const separators = number.match(/[.,]/g) ?? []
  const [first, last] = [separators[0], separators.at(-1)]
  if (first === undefined || last === undefined || ambiguous.test(number)) return undefined
  const isRepeated = separators.length > 1 && first === last
  return isRepeated ? undefined : (last as '.' | ',')
}

/** `netto`, `excl`, or whether something called `mwst_enthalten` is so. */
function taxOfValue(value: string, path: string): Tax | undefined {
  const said = taxOf(value)
  if (said) return said
  const { key, parent } = nameOf(path)
  const name = `${parent}${key}`
  const isNet = /exkl|excl|netto|^net|ht$/.test(name)
  const isGross = /incl|inkl|enthalten|compris|brutto|gross|ttc/.test(name)
  if (/^(?:inkl?|incl?)\.?$/i.test(value)) return 'gross'
  if (/^(?:exkl?|excl?)\.?$/i.test(value)) return 'net'
  if (isNet === isGross) return undefined
  if (/^(?:true|yes|ja|oui|y|j|1)$/i.test(value)) return isGross ? 'gross' : 'net'
  if (/^(?:false|no|nein|non|nee|n|0)$/i.test(value)) return isGross ? 'net' : 'gross'
  return undefined
}
