import { childrenOf, type XmlNode } from './xml-items.ts'

/** BMEcat names languages by three letters (ISO 639-2), of which some have two. */
const threeLetters: Readonly<Record<string, readonly string[]>> = {
  de: ['deu', 'ger'],
  en: ['eng'],
  fr: ['fra', 'fre'],
  it: ['ita'],
  es: ['spa'],
  nl: ['nld', 'dut'],
  pl: ['pol'],
  cs: ['ces', 'cze'],
  da: ['dan'],
  sv: ['swe'],
  pt: ['por'],
}

/** The text in the asked language, else the one that names none, else the first. */
export function languageText(
  node: XmlNode | undefined,
  name: string,
  language: string,
): string | undefined {
  const texts = childrenOf(node, name)
  const names = [language, ...(threeLetters[language] ?? [])]
  const isAsked = ({ attributes }: XmlNode) => names.includes(attributes.lang?.toLowerCase() ?? '')
  const chosen = texts.find(isAsked) ?? texts.find(({ attributes }) => !attributes.lang) ?? texts[0]
  const text = chosen?.text.trim()
  return text === '' ? undefined : text
}
