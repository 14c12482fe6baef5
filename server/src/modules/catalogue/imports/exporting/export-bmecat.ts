import { threeLetters } from '#kernel/language'
import { numberOf, oneUnit } from '#kernel/quantity'
import { utcDay } from '#kernel/time'
import type { WholeProduct } from '#modules/products'
import { storedFields } from '#modules/products/fields'
import { cellOf } from './cell-of.ts'
import type { ExportedCategory } from './export-store.ts'
import { element, elements, xmlText } from './xml-text.ts'

/** BMEcat 2005, T_NEW_CATALOG. Its schema has no element for stock, so our own extension has it. */
export function bmecatHead(now: Date, categories: readonly ExportedCategory[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<BMECAT xmlns="http://www.bmecat.org/bmecat/2005" version="2005">\n',
    '<HEADER><GENERATOR_INFO>Purveyor</GENERATOR_INFO><CATALOG><LANGUAGE>deu</LANGUAGE>',
    '<CATALOG_ID>PURVEYOR</CATALOG_ID>',
    `<CATALOG_VERSION>${utcDay(now)}</CATALOG_VERSION></CATALOG>`,
    '<SUPPLIER><SUPPLIER_NAME>Purveyor</SUPPLIER_NAME></SUPPLIER></HEADER>\n<T_NEW_CATALOG>\n',
    categories.length > 0 ? classification(categories) : '',
  ].join('')
}

/** The name by which products refer to their classification system. */
const system = 'PURVEYOR'

/** The classification comes before the products, because a reader of a product needs its group. */
function classification(categories: readonly ExportedCategory[]): string {
  const parents = new Set(categories.map(({ parentId }) => parentId))
  const groups = categories.map(({ id, name, parentId }) =>
    [
      `<CLASSIFICATION_GROUP type="${parents.has(id) ? 'node' : 'leaf'}">`,
      element('CLASSIFICATION_GROUP_ID', id),
      element('CLASSIFICATION_GROUP_NAME', name),
      element('CLASSIFICATION_GROUP_PARENT_ID', parentId),
      '</CLASSIFICATION_GROUP>\n',
    ].join(''),
  )
  return [
    '<CLASSIFICATION_SYSTEM>',
    element('CLASSIFICATION_SYSTEM_NAME', system),
    `<CLASSIFICATION_GROUPS>\n${groups.join('')}</CLASSIFICATION_GROUPS></CLASSIFICATION_SYSTEM>\n`,
  ].join('')
}

export const bmecatTail = '</T_NEW_CATALOG>\n</BMECAT>\n'

export function bmecatProduct(product: WholeProduct): string {
  return [
    `<PRODUCT mode="new">${element('SUPPLIER_PID', product.sku)}`,
    '<PRODUCT_DETAILS>',
    writtenIn(product, 'DESCRIPTION_SHORT', 'name'),
    writtenIn(product, 'DESCRIPTION_LONG', 'description'),
    product.gtins
      .map((gtin) => `<INTERNATIONAL_PID type="gtin">${xmlText(gtin)}</INTERNATIONAL_PID>`)
      .join(''),
    plainElements(product, 'DETAILS'),
    '</PRODUCT_DETAILS>',
    `<PRODUCT_FEATURES>${element('REFERENCE_FEATURE_SYSTEM_NAME', system)}`,
    `${element('REFERENCE_FEATURE_GROUP_ID', product.categoryId)}</PRODUCT_FEATURES>`,
    featuresOf(product),
    '<PRODUCT_ORDER_DETAILS>',
    plainElements(product, 'ORDER_DETAILS'),
    '</PRODUCT_ORDER_DETAILS>',
    `<PRODUCT_PRICE_DETAILS>${pricesOf(product)}</PRODUCT_PRICE_DETAILS>`,
    mediaOf(product),
    '<USER_DEFINED_EXTENSIONS>',
    plainElements(product, 'EXTENSIONS'),
    // Only then the order of the texts would not say it.
    Object.keys(product.texts).length > 0 ? element('UDX.PURVEYOR.LANGUAGE', product.language) : '',
    '</USER_DEFINED_EXTENSIONS>',
    referencesOf(product),
    logisticsOf(product),
    '</PRODUCT>\n',
  ].join('')
}

/** The order in which the schema of BMEcat 2005 has elements. Others follow, such as extensions. */
const sequence = [
  'MANUFACTURER_PID',
  'MANUFACTURER_NAME',
  'DELIVERY_TIME',
  'ORDER_UNIT',
  'NO_CU_PER_OU',
  'PRICE_QUANTITY',
  'QUANTITY_MIN',
  'QUANTITY_INTERVAL',
]

const plainFields = storedFields
  .flatMap((field) => (field.bmecat ? [{ ...field, ...field.bmecat }] : []))
  .sort((one, other) => placeOf(one.element) - placeOf(other.element))

function placeOf(name: string): number {
  const place = sequence.indexOf(name)
  return place === -1 ? sequence.length : place
}

/** The fields of this part that are one text each. */
function plainElements(product: WholeProduct, part: (typeof plainFields)[number]['part']): string {
  return plainFields
    .filter((field) => field.part === part)
    .map((field) => element(field.element, cellOf(field, product)))
    .join('')
}

/** The numbers of other articles. */
function referencesOf(product: WholeProduct): string {
  return plainFields
    .filter((field) => field.part === 'REFERENCES')
    .flatMap(({ key, element: type }) => {
      const numbers = product[key] as readonly string[]
      return numbers.map(
        (number) =>
          `<PRODUCT_REFERENCE type="${type}">${element('PROD_ID_TO', number)}</PRODUCT_REFERENCE>`,
      )
    })
    .join('')
}

/** The schema has the logistics after the extensions. */
function logisticsOf(product: WholeProduct): string {
  const customs = plainElements(product, 'CUSTOMS')
  if (customs === '') return ''
  return `<PRODUCT_LOGISTIC_DETAILS><CUSTOMS_TARIFF_NUMBER>${customs}</CUSTOMS_TARIFF_NUMBER></PRODUCT_LOGISTIC_DETAILS>`
}

function pricesOf({ listPrice, tiers, currency, shipTo }: WholeProduct): string {
  return [{ minQuantity: oneUnit, unitPrice: listPrice }, ...tiers]
    .map(({ minQuantity, unitPrice }) =>
      [
        '<PRODUCT_PRICE price_type="net_list">',
        element('PRICE_AMOUNT', unitPrice.toFixed()),
        element('PRICE_CURRENCY', currency),
        element('LOWER_BOUND', String(numberOf(minQuantity))),
        elements('TERRITORY', shipTo),
        '</PRODUCT_PRICE>',
      ].join(''),
    )
    .join('')
}

/** The attributes are in the block of the first class. Each other class has its own block. */
function featuresOf({ attributes, classes }: WholeProduct): string {
  const features = attributes
    .map(
      ({ label, value, unit }) =>
        `<FEATURE>${element('FNAME', label)}${element('FVALUE', value)}${element('FUNIT', unit)}</FEATURE>`,
    )
    .join('')
  const blocks = (classes.length > 0 ? classes : ['']).map((one, at) => {
    const [name = '', group = ''] = [
      one.slice(0, one.indexOf('=')),
      one.slice(one.indexOf('=') + 1),
    ]
    const content =
      element('REFERENCE_FEATURE_SYSTEM_NAME', name) +
      element('REFERENCE_FEATURE_GROUP_ID', group) +
      (at === 0 ? features : '')
    return content === '' ? '' : `<PRODUCT_FEATURES>${content}</PRODUCT_FEATURES>`
  })
  return blocks.join('')
}

/** The text in each language of the product. */
function writtenIn(product: WholeProduct, name: string, field: 'name' | 'description'): string {
  const others = Object.entries(product.texts).map(([language, text]) =>
    elementWithLanguage(name, text[field] ?? '', language),
  )
  return [elementWithLanguage(name, product[field], product.language), ...others].join('')
}

/** A text with its language. */
function elementWithLanguage(name: string, text: string, language: string): string {
  const [code = language] = threeLetters[language] ?? []
  return text === '' ? '' : `<${name} lang="${code}">${xmlText(text)}</${name}>`
}

function mediaOf({ imageUrls }: WholeProduct): string {
  if (imageUrls.length === 0) return ''
  const media = imageUrls.map((url) => `<MIME>${element('MIME_SOURCE', url)}</MIME>`)
  return `<MIME_INFO>${media.join('')}</MIME_INFO>`
}
