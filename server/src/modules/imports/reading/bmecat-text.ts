import { languageOf, threeLetters } from '#modules/products'
import { childrenOf, type XmlNode } from './xml-items.ts'

/** The text in the asked language, else the one that names none, else the first. */
export function languageText(
  node: XmlNode | undefined,
  name: string,
  language: string,
): string | undefined {
  const text = chosenText(node, name, language)?.text.trim()
  return text === '' ? undefined : text
}

/** What the chosen text says it is written in. Undefined where it says nothing. */
export function toldLanguage(
  node: XmlNode | undefined,
  name: string,
  language: string,
): string | undefined {
  return languageOf(chosenText(node, name, language)?.attributes.lang ?? '')
}

function chosenText(node: XmlNode | undefined, name: string, language: string) {
  const texts = childrenOf(node, name)
  const names = [language, ...(threeLetters[language] ?? [])]
  const isAsked = ({ attributes }: XmlNode) => names.includes(attributes.lang?.toLowerCase() ?? '')
  return texts.find(isAsked) ?? texts.find(({ attributes }) => !attributes.lang) ?? texts[0]
}
