import type { CatalogueOf } from '../language/catalogue.ts'
import type { Language } from '../language/languages.ts'
import type { messages } from './en/index.ts'

/** The messages of the operators' pages. */
export async function loadOperators(language: Language): Promise<CatalogueOf<typeof messages>> {
  switch (language) {
    case 'de':
      return (await import('./de/index.ts')).messages
    case 'fr':
      return (await import('./fr/index.ts')).messages
    default:
      return (await import('./en/index.ts')).messages
  }
}
