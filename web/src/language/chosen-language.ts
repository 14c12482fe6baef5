import { defaultLanguage, isLanguage, type Language } from './languages.ts'

const storedAs = 'purveyor.language'

/** The language that the person chose in this browser, or else the one that the server matched to the languages of the browser. */
export function chosenLanguage(): Language {
  const known = [storedLanguage(), document.documentElement.lang].find(isLanguage)
  return known ?? defaultLanguage
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(storedAs, language)
  } catch {
    // A browser that stores nothing keeps the choice for this window only.
  }
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storedAs)
  } catch {
    return null
  }
}

/** The language with the region of the browser, which decides how dates and numbers look. */
export function regionalLocale(language: Language): string {
  const regional = navigator.languages.find((tag) => tag.split('-')[0] === language)
  return regional ?? language
}
