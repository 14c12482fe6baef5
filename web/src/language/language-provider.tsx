import { type ReactNode, useState } from 'react'
import type { LoadCatalogue } from './catalogue.ts'
import { regionalLocale, storeLanguage } from './chosen-language.ts'
import type { Language } from './languages.ts'
import { LanguageContext } from './use-words.ts'
import { createWords, type Words } from './words.ts'

type Props = {
  readonly first: Words
  readonly load: LoadCatalogue
  readonly children: ReactNode
}

export function LanguageProvider({ first, load, children }: Props) {
  const [words, setWords] = useState(first)
  const choose = async (language: Language) => {
    const loaded = await loadWords(language, load)
    storeLanguage(language)
    setWords(loaded)
  }
  return <LanguageContext value={{ words, choose }}>{children}</LanguageContext>
}

/** From now on the document says that it is in this language. Requests to the service ask for the same one. */
export async function loadWords(language: Language, load: LoadCatalogue): Promise<Words> {
  const words = createWords(language, regionalLocale(language), await load(language))
  document.documentElement.lang = language
  return words
}
