import { childrenOf, textOf, type XmlNode } from '../xml-items.ts'
import { languageIn, languagesIn, languageText } from './bmecat-text.ts'

/** The attributes in this language, where they have it. */
export function featuresIn(features: readonly XmlNode[], language: string) {
  const attributes = features.flatMap((one) =>
    childrenOf(one, 'FEATURE').flatMap((feature) => {
      const label = languageText(feature, 'FNAME', language)
      const unit = textOf(feature, 'FUNIT')
      const value = valuesIn(feature, language).join(', ')
      if (label === undefined || value === '') return []
      return [{ label, value, ...(unit === undefined ? {} : { unit }) }]
    }),
  )
  return attributes.length > 0 ? attributes : undefined
}

/** A feature may have several values, in one language or in each of several. */
function valuesIn(feature: XmlNode, language: string): string[] {
  const values = childrenOf(feature, 'FVALUE')
  const inLanguage = values.filter((one) => languageIn(one) === language)
  const withoutLanguage = values.filter(({ attributes }) => !attributes.lang)
  const [first] = values
  const inFirst = values.filter(({ attributes }) => attributes.lang === first?.attributes.lang)
  const chosen = [inLanguage, withoutLanguage, inFirst].find(({ length }) => length > 0) ?? []
  return chosen.map(({ text }) => text.trim()).filter(Boolean)
}

/** The languages in which a label or a value is given. */
export function featureLanguages(features: readonly XmlNode[]): ReadonlySet<string> {
  return new Set(
    features.flatMap((one) =>
      childrenOf(one, 'FEATURE').flatMap((feature) => [
        ...languagesIn(feature, 'FNAME'),
        ...languagesIn(feature, 'FVALUE'),
      ]),
    ),
  )
}
