import { readStored, store } from '../browser-storage.ts'
import { defaultLanguage, isLanguage, type Language } from './languages.ts'

const storedAs = 'purveyor.language'

/** The language that the person chose in this browser, or else the one that the server matched to the languages of the browser. */
export function chosenLanguage(): Language {
  const known = [readStored(storedAs), document.documentElement.lang].find(isLanguage)
  return known ?? defaultLanguage
}

export function storeLanguage(language: Language): void {
  store(storedAs, language)
}

/** The language with the region of the browser, which decides how dates and numbers look. */
export function regionalLocale(language: Language): string {
  const regional = navigator.languages.find((tag) => tag.split('-')[0] === language)
  return regional ?? language
}
