import { languageOf } from '#kernel/language'
import { allFields } from '#modules/products/fields'
import { htmlEntities, withoutReferences } from './html-entities.ts'
import type { RawFields, RawRecord } from './record.ts'
import type { ShownFields } from './shown-fields.ts'
import { childrenOf, textOf, type XmlNode, xmlItems } from './xml-items.ts'

/**
 * Reads a feed of Google Merchant, as RSS 2.0 or Atom 1.0 (Google's product data specification). Shops generate it from
 * HTML. So it knows the named characters of HTML, and resolves references that remain in texts.
 */
export async function* readGoogle(
  texts: AsyncIterable<string>,
): AsyncGenerator<readonly RawRecord[]> {
  let spoken: string | undefined
  for await (const items of xmlItems(texts, wantedElements, htmlEntities)) {
    const records: RawRecord[] = []
    for (const { node, line } of items) {
      // RSS names the language of a feed before its items.
      if (node.name === 'language') spoken = languageOf(node.text)
      else
        records.push({
          line,
          fields: fieldsOf(node),
          problems: [],
          textsIn: languageIn(node) ?? spoken,
          shown: shownOf(node),
        })
    }
    if (records.length > 0) yield records
  }
}

const wantedElements = new Set(['item', 'entry', 'language'])

/** Google's attribute of an item, or that of Atom. */
function languageIn(item: XmlNode): string | undefined {
  return languageOf(textOf(item, 'content_language') ?? item.attributes['xml:lang'] ?? '')
}

function fieldsOf(item: XmlNode): RawFields {
  const plain = allFields.flatMap(({ name, google }) =>
    google === undefined ? [] : [[name, nonBlankText(item, google)] as const],
  )
  const fields = {
    ...Object.fromEntries(plain),
    sku: textOf(item, 'id'),
    // Atom has other names for it.
    description: nonBlankText(item, 'description', 'summary', 'content'),
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

function shownOf(item: XmlNode): ShownFields {
  const shown = {
    // Atom has the address in an attribute.
    link: textOf(item, 'link') ?? childrenOf(item, 'link')[0]?.attributes.href,
    availability: textOf(item, 'availability'),
    salePrice: textOf(item, 'sale_price'),
    salePeriod: textOf(item, 'sale_price_effective_date'),
  }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
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
