import { noTexts, type ProductText, type ProductTexts, type WholeProduct } from '#modules/products'
import type { Problem } from '../import.ts'
import type { ImportedProduct } from '../reading/imported-product.ts'

/** A product has up to this number of languages besides its own. */
const othersMax = 12
/** The characters of all texts in other languages together, because search and caches hold them. */
const charactersMax = 100_000

/** A record whose texts stand where they belong: those in the product's own language, and all of the others. */
export type SettledProduct = Omit<ImportedProduct, 'texts' | 'textsIn'> & {
  readonly texts?: ProductTexts
}

type Settled = { readonly product: SettledProduct; readonly problems: readonly Problem[] }

const noProblems: readonly Problem[] = []

/**
 * Separates the texts of a record by language. `language` in the record decides on the product's own language, and the
 * language of the upload decides for new products only. A language that the record does not name stays as it is.
 */
export function settleTexts(
  given: ImportedProduct,
  before: WholeProduct | undefined,
  defaultLanguage: string,
): Settled {
  const { texts: stated = {}, textsIn, ...record } = given
  const keepsOwn = record.language === undefined || record.language === before?.language
  if (given.texts === undefined && textsIn === undefined && (!before || keepsOwn)) {
    return { product: record, problems: noProblems }
  }
  const isBeside = before !== undefined && standsBeside(given, before)
  const language = ownLanguageOf(given, before, isBeside, defaultLanguage)
  const { [language]: own, ...others } = stated
  const beside =
    isBeside && textsIn !== undefined
      ? { [textsIn]: { ...textOf(record), ...others[textsIn] } }
      : undefined
  const { [language]: _former, ...kept } = before?.texts ?? noTexts
  const { texts, problems } = limitTexts(mergeTexts(kept, { ...others, ...beside }))
  const { category: _translated, ...ownTexts } = own ?? {}
  return {
    product: { ...ownTexts, ...(isBeside ? withoutTexts(record) : record), language, texts },
    problems,
  }
}

/** The upload is in another language than the product. The same text again only corrects its language. */
function standsBeside(
  { language, textsIn, name, description }: ImportedProduct,
  before: WholeProduct,
): boolean {
  if (language !== undefined || textsIn === undefined || textsIn === before.language) return false
  const isSame =
    name === before.name && (description === undefined || description === before.description)
  return !isSame || before.texts[textsIn] !== undefined
}

function ownLanguageOf(
  { language, textsIn, name, texts = {} }: ImportedProduct,
  before: WholeProduct | undefined,
  isBeside: boolean,
  defaultLanguage: string,
): string {
  if (language !== undefined) return language
  if (before) return isBeside ? before.language : (textsIn ?? before.language)
  if (name !== undefined) return textsIn ?? defaultLanguage
  const named = Object.keys(texts).filter((one) => texts[one]?.name !== undefined)
  const wanted = [textsIn, defaultLanguage].find((one) => one !== undefined && named.includes(one))
  return wanted ?? named[0] ?? defaultLanguage
}

function textOf({ name, description, categoryPath, attributes }: ImportedProduct): ProductText {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(categoryPath && { category: categoryPath }),
    ...(attributes && { attributes }),
  }
}

function withoutTexts({
  name: _name,
  description: _description,
  categoryPath: _category,
  attributes: _attributes,
  ...rest
}: SettledProduct): SettledProduct {
  return rest
}

/** Fields that a text does not name stay. An empty description is none. */
function mergeTexts(
  before: ProductTexts,
  stated: NonNullable<ImportedProduct['texts']>,
): ProductTexts {
  const texts: Record<string, ProductText> = { ...before }
  for (const [language, text] of Object.entries(stated)) {
    const { description, ...others } = { ...texts[language], ...text }
    const whole = description ? { ...others, description } : others
    if (text === null || Object.keys(whole).length === 0) delete texts[language]
    else texts[language] = whole
  }
  return texts
}

/** Leaves out languages beyond the limits. Those that the product had come first. */
function limitTexts(texts: ProductTexts): { texts: ProductTexts; problems: readonly Problem[] } {
  const entries = Object.entries(texts)
  let characters = 0
  const taken = entries.filter(([, text], at) => {
    characters += JSON.stringify(text).length
    return at < othersMax && characters <= charactersMax
  })
  if (taken.length === entries.length) return { texts, problems: noProblems }
  const left = entries.filter((entry) => !taken.includes(entry)).map(([language]) => language)
  const message = `Texts were left out: ${left.join(', ')}. A product may have texts in ${othersMax} languages besides its own, of ${charactersMax} characters together.`
  const problem = { code: 'texts_too_many', message, field: 'texts', fatal: false }
  return { texts: Object.fromEntries(taken), problems: [problem] }
}
