import { languageOf, threeLetters } from '#kernel/language'
import { childrenOf, type XmlNode } from '../xml-items.ts'

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

/** Returns the text that is declared to be in this language. */
export function textIn(
  node: XmlNode | undefined,
  name: string,
  language: string,
): string | undefined {
  const text = childrenOf(node, name)
    .find((one) => languageIn(one) === language)
    ?.text.trim()
  return text === '' ? undefined : text
}

/** Returns the text that declares no language. */
export function textWithoutLanguage(node: XmlNode | undefined, name: string): string | undefined {
  const text = childrenOf(node, name)
    .find(({ attributes }) => !attributes.lang)
    ?.text.trim()
  return text === '' ? undefined : text
}

/** The languages in which the node has this text. */
export function languagesIn(node: XmlNode | undefined, name: string): string[] {
  return [...new Set(childrenOf(node, name).flatMap((one) => languageIn(one) ?? []))]
}

export function languageIn({ attributes }: XmlNode): string | undefined {
  return attributes.lang ? languageOf(attributes.lang) : undefined
}

function chosenText(node: XmlNode | undefined, name: string, language: string) {
  const texts = childrenOf(node, name)
  const names = [language, ...(threeLetters[language] ?? [])]
  const isRequested = ({ attributes }: XmlNode) =>
    names.includes(attributes.lang?.toLowerCase() ?? '')
  return texts.find(isRequested) ?? texts.find(({ attributes }) => !attributes.lang) ?? texts[0]
}
