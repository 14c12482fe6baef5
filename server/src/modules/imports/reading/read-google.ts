import type { ImportOptions } from '../import.ts'
import { htmlEntities, withoutReferences } from './html-entities.ts'
import type { RawFields, RawRecord } from './record.ts'
import { childrenOf, textOf, type XmlNode, xmlItems } from './xml-items.ts'

/**
 * A feed of Google Merchant, as RSS 2.0 or Atom 1.0 (Google's product data specification). Shops write it out of HTML: its
 * names of characters are known, and where a text of HTML was put in as it was, they are read there, too.
 */
export async function* readGoogle(
  texts: AsyncIterable<string>,
  { language }: Pick<ImportOptions, 'language'>,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const items of xmlItems(texts, new Set(['item', 'entry']), htmlEntities)) {
    yield items.map(({ node, line }) => ({ line, fields: fieldsOf(node, language), problems: [] }))
  }
}

function fieldsOf(item: XmlNode, language: string | undefined): RawFields {
  const fields = {
    sku: textOf(item, 'id'),
    name: spokenOf(item, 'title'),
    description: spokenOf(item, 'description', 'summary', 'content'),
    // A feed has one language, and no place to name it for each product.
    language,
    brand: spokenOf(item, 'brand'),
    mpn: textOf(item, 'mpn'),
    gtins: textsOf(item, 'gtin'),
    category: spokenOf(item, 'product_type'),
    price: textOf(item, 'price'),
    stock: stockOf(item),
    images: textsOf(item, 'image_link', 'additional_image_link'),
    shipTo: countriesOf(item),
    attributes: attributesOf(item),
    classes: textsOf(item, 'google_product_category')?.map((code) => `GOOGLE=${code}`),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Undefined where nothing but blanks is left. */
function spokenOf(item: XmlNode, ...names: readonly string[]): string | undefined {
  const text = textOf(item, ...names)
  return (text && withoutReferences(text).trim()) || undefined
}

function textsOf(item: XmlNode, ...names: readonly string[]): string[] | undefined {
  const texts = names.flatMap((name) =>
    childrenOf(item, name)
      .map(({ text }) => text.trim())
      .filter(Boolean),
  )
  return texts.length > 0 ? texts : undefined
}

/** A feed counts nothing: what is sold out is none, and of what is there only `quantity` says how many. */
function stockOf(item: XmlNode): string | undefined {
  const quantity = textOf(item, 'quantity', 'sell_on_google_quantity')
  if (quantity !== undefined) return quantity
  const availability = textOf(item, 'availability')?.toLowerCase().replace(/\s/g, '_')
  return availability === undefined || availability === 'in_stock' ? undefined : '0'
}

function countriesOf(item: XmlNode): string[] | undefined {
  const codes = childrenOf(item, 'shipping').flatMap((one) => textOf(one, 'country') ?? [])
  return codes.length > 0 ? [...new Set(codes)] : undefined
}

const plainAttributes = ['color', 'size', 'material', 'pattern'] as const

function attributesOf(item: XmlNode) {
  const plain = plainAttributes.flatMap((name) => {
    const value = spokenOf(item, name)
    return value === undefined ? [] : [{ label: capital(name), value }]
  })
  const details = childrenOf(item, 'product_detail').map((one) => ({
    label: spokenOf(one, 'attribute_name'),
    value: spokenOf(one, 'attribute_value'),
  }))
  const all = [...plain, ...details]
  return all.length > 0 ? all : undefined
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
