import type { ImportOptions } from '../import.ts'
import { htmlEntities, withoutReferences } from './html-entities.ts'
import type { RawFields, RawRecord } from './record.ts'
import { childrenOf, textOf, type XmlNode, xmlItems } from './xml-items.ts'

/**
 * Reads a feed of Google Merchant, as RSS 2.0 or Atom 1.0 (Google's product data specification). Shops generate it from
 * HTML. So it knows the named characters of HTML, and resolves references that remain in texts.
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
    name: nonBlankText(item, 'title'),
    description: nonBlankText(item, 'description', 'summary', 'content'),
    // A feed has one language, and no element for the language of a product.
    language,
    brand: nonBlankText(item, 'brand'),
    mpn: textOf(item, 'mpn'),
    gtins: textsOf(item, 'gtin'),
    category: nonBlankText(item, 'product_type'),
    price: textOf(item, 'price'),
    stock: stockOf(item),
    images: textsOf(item, 'image_link', 'additional_image_link'),
    shipTo: countriesOf(item),
    attributes: attributesOf(item),
    classes: textsOf(item, 'google_product_category')?.map((code) => `GOOGLE=${code}`),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Undefined if only blanks remain. */
function nonBlankText(item: XmlNode, ...names: readonly string[]): string | undefined {
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

/** A feed has no stock count. `out_of_stock` means 0, otherwise only `quantity` gives a number. */
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
    const value = nonBlankText(item, name)
    return value === undefined ? [] : [{ label: capital(name), value }]
  })
  const details = childrenOf(item, 'product_detail').map((one) => ({
    label: nonBlankText(one, 'attribute_name'),
    value: nonBlankText(one, 'attribute_value'),
  }))
  const all = [...plain, ...details]
  return all.length > 0 ? all : undefined
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
