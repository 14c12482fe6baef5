import { languageOf, threeLetters } from '#modules/products'
import { childrenOf, type XmlNode } from './xml-items.ts'

/** Returns the text in the requested language, or else the text without a language, or else the first one. */
export function languageText(
  node: XmlNode | undefined,
  name: string,
  language: string,
): string | undefined {
  const text = chosenText(node, name, language)?.text.trim()
  return text === '' ? undefined : text
}

/** Returns the declared language of the chosen text, or undefined if it declares none. */
export function declaredLanguage(
  node: XmlNode | undefined,
  name: string,
  language: string,
): string | undefined {
  return languageOf(chosenText(node, name, language)?.attributes.lang ?? '')
}

function chosenText(node: XmlNode | undefined, name: string, language: string) {
  const texts = childrenOf(node, name)
  const names = [language, ...(threeLetters[language] ?? [])]
  const isRequested = ({ attributes }: XmlNode) =>
    names.includes(attributes.lang?.toLowerCase() ?? '')
  return texts.find(isRequested) ?? texts.find(({ attributes }) => !attributes.lang) ?? texts[0]
}
