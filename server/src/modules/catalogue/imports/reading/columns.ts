import { languageOf } from '#kernel/language'
import { allFields, type FieldName } from '#modules/products/fields'
import { type PriceHeader, priceHeaderOf } from './price-header.ts'
import type { ShownFields } from './shown-fields.ts'

/** The fields that may have a column for each language: `name_de`. */
export const translatedFields = ['name', 'description', 'category', 'attributes'] as const

type TranslatedField = (typeof translatedFields)[number]

/** How a column is read: as a field, as an attribute with its label, or not at all. */
export type Column =
  | { readonly kind: 'field'; readonly field: FieldName; readonly price?: PriceHeader }
  | { readonly kind: 'text'; readonly field: TranslatedField; readonly language: string }
  | { readonly kind: 'attribute'; readonly label: string }
  | { readonly kind: 'ignored' }

const fieldsByHeader: ReadonlyMap<string, FieldName> = new Map(
  allFields.flatMap(({ name, headers }) =>
    [name.toLowerCase(), ...headers.split(' ')].map((key) => [key, name as FieldName] as const),
  ),
)

const shownHeaders: Readonly<Record<string, keyof ShownFields>> = {
  link: 'link',
  url: 'link',
  producturl: 'link',
  productlink: 'link',
  produktlink: 'link',
  produkturl: 'link',
  deeplink: 'link',
  lien: 'link',
  availability: 'availability',
  verfugbarkeit: 'availability',
  verfuegbarkeit: 'availability',
  disponibilite: 'availability',
  saleprice: 'salePrice',
  salepriceeffectivedate: 'salePeriod',
}

/** The columns that only feeds have, among those that are ignored otherwise. Of two with one name the first counts. */
export function shownColumnsOf(
  names: readonly string[],
  columns: readonly Column[],
): readonly (readonly [name: keyof ShownFields, at: number])[] {
  const found = new Map<keyof ShownFields, number>()
  for (const [at, header] of names.entries()) {
    const name = shownNameOf(header)
    if (name && columns[at]?.kind === 'ignored' && !found.has(name)) found.set(name, at)
  }
  return [...found]
}

/** The name of a field that only feeds have: of `Produktlink` or `Preis inkl. MwSt.`. */
export function shownNameOf(header: string): keyof ShownFields | undefined {
  const key = headerKey(header)
  if (Object.hasOwn(shownHeaders, key)) return shownHeaders[key]
  return priceIn(header)?.tax === 'gross' ? 'grossPrice' : undefined
}

function priceIn(header: string): PriceHeader | undefined {
  return priceHeaderOf(header, (name) => fieldsByHeader.get(headerKey(name)) === 'price')
}

/** The field that a header names. A price with tax is none: the prices of a catalogue are without. */
export function fieldOfHeader(
  header: string,
): { readonly field: FieldName; readonly price?: PriceHeader } | undefined {
  const field = fieldsByHeader.get(headerKey(header))
  if (field !== undefined && field !== 'price') return { field }
  const price = priceIn(header)
  if (price?.tax === 'gross') return undefined
  if (price) return { field: 'price', price }
  return field && { field }
}

/** Keeps letters and digits only, in lower case and without accents: `Artikel-Nr.` becomes `artikelnr`. */
export function headerKey(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]/g, '')
}

/**
 * Decides how each column of a file is read: by the mapping, or else by its header. If two columns have the same field,
 * the first counts. `attribute:Colour` is the attribute with that label.
 */
export function columnsOf(
  names: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
): readonly Column[] {
  const taken = new Set<FieldName>()
  const mapped = new Set(Object.values(mapping))
  return names.map((header) => {
    const name = header.trim()
    const wish = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    const label = /^attribute:(.+)$/i.exec(wish ?? name)?.[1]
    if (label !== undefined) return { kind: 'attribute', label: label.trim() }
    const named = wish === undefined ? fieldOfHeader(name) : undefined
    const field = wish ?? named?.field
    const text = field === undefined || wish ? textColumnOf(wish ?? name) : undefined
    if (text) return text
    const isKnown = field !== undefined && field !== ''
    if (!isKnown || taken.has(field as FieldName)) return { kind: 'ignored' }
    // If the mapping assigns a field to one column, another column cannot claim it by its header.
    if (wish === undefined && mapped.has(field)) return { kind: 'ignored' }
    taken.add(field as FieldName)
    return {
      kind: 'field',
      field: field as FieldName,
      ...(named?.price && { price: named.price }),
    }
  })
}

const textHeaderMax = 120

/** `name_de`, `description-fr-CH`, `Bezeichnung (EN)`. Undefined for any other header. */
export function textColumnOf(header: string): Column | undefined {
  if (header.length > textHeaderMax) return undefined
  const [, base = '', tag = ''] =
    /^(.{1,60}?)[\s_.:-]*[\s_.:([-]([a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,2})[\])]?$/i.exec(
      header.trim(),
    ) ?? []
  const named = fieldsByHeader.get(headerKey(base))
  const field = translatedFields.find((one) => one === named)
  const language = field && languageOf(tag)
  return field && language !== undefined ? { kind: 'text', field, language } : undefined
}
