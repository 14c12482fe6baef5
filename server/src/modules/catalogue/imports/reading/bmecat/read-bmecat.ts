import { languageOf } from '#kernel/language'
import { allFields, type BmecatPart, type FieldName } from '#modules/products/fields'
import type { ImportOptions } from '../../import.ts'
import type { RawFields, RawRecord } from '../record.ts'
import { childOf, childrenOf, textOf, type XmlNode, xmlItems } from '../xml-items.ts'
import { featureLanguages, featuresIn } from './bmecat-features.ts'
import { type Groups, groupNamesIn, groupPath, readGroup } from './bmecat-groups.ts'
import { bmecatPrices } from './bmecat-prices.ts'
import {
  declaredLanguage,
  languagesIn,
  languageText,
  textIn,
  textWithoutLanguage,
} from './bmecat-text.ts'

/** The fields of the catalogue's head that apply to all articles. */
type Head = {
  readonly currency: string | undefined
  readonly territories: readonly string[]
  readonly imageRoot: string | undefined
  /** The language of texts without one: the default of the catalogue, or its only one. */
  readonly language: string | undefined
}

const wantedElements = new Set(['CATALOG', 'CLASSIFICATION_GROUP', 'ARTICLE', 'PRODUCT'])

/**
 * Reads BMEcat 1.2 and 2005 (T_NEW_CATALOG, T_UPDATE_PRODUCTS, T_UPDATE_PRICES). BMEcat 2005 has PRODUCT and PID in
 * place of ARTICLE and AID. The products' own language is the requested one, else the default of the catalogue, else German.
 */
export async function* readBmecat(
  texts: AsyncIterable<string>,
  { language: requested }: ImportOptions,
  now: Date,
): AsyncGenerator<readonly RawRecord[]> {
  const groups: Groups = new Map()
  let head: Head = {
    currency: undefined,
    territories: [],
    imageRoot: undefined,
    language: undefined,
  }
  for await (const items of xmlItems(texts, wantedElements)) {
    const records: RawRecord[] = []
    for (const { node, line } of items) {
      const language = requested ?? head.language ?? 'de'
      if (node.name === 'CATALOG') head = headOf(node)
      else if (node.name === 'CLASSIFICATION_GROUP') readGroup(node, groups, language)
      else
        records.push({
          line,
          ...recordOf(node, head, {
            groups,
            language: requested ?? exportedLanguage(node) ?? language,
            now,
          }),
        })
    }
    if (records.length > 0) yield records
  }
}

function headOf(catalog: XmlNode): Head {
  const [first, ...others] = childrenOf(catalog, 'LANGUAGE')
  const isDefault = ({ attributes }: XmlNode) => attributes.default?.toLowerCase() === 'true'
  const language =
    others.length === 0 ? first : [first, ...others].find((one) => one && isDefault(one))
  return {
    currency: textOf(catalog, 'CURRENCY'),
    territories: childrenOf(catalog, 'TERRITORY').map(({ text }) => text.trim()),
    imageRoot: textOf(catalog, 'MIME_ROOT'),
    language: languageOf(language?.text ?? ''),
  }
}

function recordOf(
  article: XmlNode,
  head: Head,
  { groups, language, now }: { groups: Groups; language: string; now: Date },
): Pick<RawRecord, 'fields' | 'problems' | 'shown'> {
  const details = childOf(article, 'ARTICLE_DETAILS', 'PRODUCT_DETAILS')
  const order = childOf(article, 'ARTICLE_ORDER_DETAILS', 'PRODUCT_ORDER_DETAILS')
  const features = childrenOf(article, 'ARTICLE_FEATURES', 'PRODUCT_FEATURES')
  const { fields: prices, problems, isNet } = bmecatPrices(article, order, now)
  const name = languageText(details, 'DESCRIPTION_SHORT', language)
  const own = declaredLanguage(details, 'DESCRIPTION_SHORT', language) ?? head.language
  const fields = {
    ...plainIn({
      DETAILS: details,
      ORDER_DETAILS: order,
      EXTENSIONS: childOf(article, 'USER_DEFINED_EXTENSIONS'),
      CUSTOMS: childOf(childOf(article, 'PRODUCT_LOGISTIC_DETAILS'), 'CUSTOMS_TARIFF_NUMBER'),
    }),
    ...referencesIn(article),
    sku: textOf(article, 'SUPPLIER_AID', 'SUPPLIER_PID'),
    name,
    description: descriptionOf(details, language, own),
    language: name && own,
    texts: textsOf({ details, features, groups }, own, head.language),
    brand: languageText(details, 'MANUFACTURER_NAME', language),
    gtins: gtinsOf(details),
    category: categoryOf(features, groups),
    // The prices decide on their basis.
    perQuantity: undefined,
    ...prices,
    currency: prices.currency ?? (prices.price === undefined ? undefined : head.currency),
    shipTo:
      prices.shipTo ?? (details && head.territories.length > 0 ? head.territories : undefined),
    attributes: featuresIn(features, language),
    classes: classesOf(features, groups),
    images: imagesOf(article, head.imageRoot),
    discontinued: article.attributes.mode === 'delete' ? true : undefined,
    successor: numbersReferred(article, 'followup')[0],
  }
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  const shown = isNet ? { tax: 'net' } : {}
  return { fields: Object.fromEntries(present) as RawFields, problems, shown }
}

type Parts = Readonly<Record<Exclude<BmecatPart, 'REFERENCES'>, XmlNode | undefined>>

/** The fields that are one text each. */
function plainIn(parts: Parts): Partial<Record<FieldName, string>> {
  const found: Partial<Record<string, string>> = {}
  for (const { name, bmecat } of allFields) {
    if (!bmecat || bmecat.part === 'REFERENCES') continue
    const { part, before, element } = bmecat
    const text = textOf(parts[part], ...(before === undefined ? [] : [before]), element)
    if (text !== undefined) found[name] = text
  }
  return found
}

/** A description in another language than the name belongs to the name in that language, if there is one. */
function descriptionOf(
  details: XmlNode | undefined,
  language: string,
  own: string | undefined,
): string | undefined {
  const declared = declaredLanguage(details, 'DESCRIPTION_LONG', language)
  const isOther = declared !== undefined && declared !== own
  if (isOther && languagesIn(details, 'DESCRIPTION_SHORT').includes(declared)) return undefined
  return languageText(details, 'DESCRIPTION_LONG', language)
}

/** All features are read once for each language. A catalogue of the whole European Union has 24. */
const languagesMax = 30

type Translated = {
  readonly details: XmlNode | undefined
  readonly features: readonly XmlNode[]
  readonly groups: Groups
}

/** The texts in the other languages in which the article has a name. A text without a language has that of the catalogue. */
function textsOf(
  { details, features, groups }: Translated,
  own: string | undefined,
  catalogue: string | undefined,
) {
  const nameOf = (language: string, element: string) =>
    textIn(details, element, language) ??
    (language === catalogue ? textWithoutLanguage(details, element) : undefined)
  const languages = new Set(languagesIn(details, 'DESCRIPTION_SHORT').slice(0, languagesMax))
  if (languages.size > 0 && catalogue !== undefined) languages.add(catalogue)
  const translatedFeatures = featureLanguages(features)
  const group = features.map(groupOf).find((id) => groupPath(groups, id))
  const texts = [...languages].flatMap((language) => {
    const name = language === own ? undefined : nameOf(language, 'DESCRIPTION_SHORT')
    if (name === undefined) return []
    const text = {
      name,
      description: nameOf(language, 'DESCRIPTION_LONG'),
      category: groupNamesIn(groups, group, language),
      attributes: translatedFeatures.has(language) ? featuresIn(features, language) : undefined,
    }
    return [[language, Object.fromEntries(Object.entries(text).filter(([, value]) => value))]]
  })
  return texts.length > 0 ? Object.fromEntries(texts) : undefined
}

function gtinsOf(details: XmlNode | undefined): string[] | undefined {
  const gtins = [
    ...childrenOf(details, 'EAN'),
    ...childrenOf(details, 'INTERNATIONAL_AID', 'INTERNATIONAL_PID').filter(({ attributes }) =>
      /^(?:gtin|ean|upc)$/i.test(attributes.type ?? 'gtin'),
    ),
  ].map(({ text }) => text.trim())
  return gtins.length > 0 ? gtins : undefined
}

const systemOf = (features: XmlNode) => textOf(features, 'REFERENCE_FEATURE_SYSTEM_NAME')
const groupOf = (features: XmlNode) => textOf(features, 'REFERENCE_FEATURE_GROUP_ID')

/** The category in the file's own classification. */
function categoryOf(features: readonly XmlNode[], groups: Groups): string[] | undefined {
  for (const one of features) {
    const path = groupPath(groups, groupOf(one))
    if (path) return path
  }
  return undefined
}

/** The classes in ETIM, eCl@ss, UNSPSC and the like, whose groups the file does not contain. */
function classesOf(features: readonly XmlNode[], groups: Groups): string[] | undefined {
  const classes = features.flatMap((one) => {
    const [system, group] = [systemOf(one), groupOf(one)]
    return system && group && !groups.has(group) ? [`${system}=${group}`] : []
  })
  return classes.length > 0 ? [...new Set(classes)] : undefined
}

function imagesOf(article: XmlNode, root: string | undefined): string[] | undefined {
  const sources = childrenOf(childOf(article, 'MIME_INFO'), 'MIME').flatMap((mime) => {
    const isImage = (textOf(mime, 'MIME_TYPE') ?? 'image/').startsWith('image/')
    const isLogo = textOf(mime, 'MIME_PURPOSE') === 'logo'
    const source = textOf(mime, 'MIME_SOURCE')
    if (!isImage || isLogo || source === undefined) return []
    if (URL.canParse(source)) return [source]
    // A file name without a base address is not an address.
    return root && URL.canParse(root) ? [`${root.replace(/\/$/, '')}/${encodeURI(source)}`] : []
  })
  return sources.length > 0 ? [...new Set(sources)] : undefined
}

/** The fields that name other articles. */
function referencesIn(article: XmlNode): Partial<Record<FieldName, readonly string[]>> {
  const found: Partial<Record<string, readonly string[]>> = {}
  for (const { name, bmecat } of allFields) {
    if (bmecat?.part !== 'REFERENCES') continue
    const numbers = numbersReferred(article, bmecat.element)
    if (numbers.length > 0) found[name] = numbers
  }
  return found
}

/** The articles in this catalogue that references of this type name. */
function numbersReferred(article: XmlNode, type: string): readonly string[] {
  return childrenOf(article, 'ARTICLE_REFERENCE', 'PRODUCT_REFERENCE')
    .filter((one) => one.attributes.type === type && !childOf(one, 'CATALOG_ID'))
    .flatMap((one) => textOf(one, 'ART_ID_TO', 'PROD_ID_TO') ?? [])
}

/** BMEcat has no element for the own language of a product. Our own exports have it in an extension. */
function exportedLanguage(article: XmlNode): string | undefined {
  const extensions = childOf(article, 'USER_DEFINED_EXTENSIONS')
  return languageOf(textOf(extensions, 'UDX.PURVEYOR.LANGUAGE') ?? '')
}
