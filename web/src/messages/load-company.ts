import type { CatalogueOf } from '../language/catalogue.ts'
import type { Language } from '../language/languages.ts'
import type { messages as administration } from './en/company/administration/index.ts'
import type { messages } from './en/company/index.ts'

/** The messages of the pages of companies. */
export async function loadCompany(language: Language): Promise<CatalogueOf<typeof messages>> {
  switch (language) {
    case 'de':
      return (await import('./de/company/index.ts')).messages
    case 'fr':
      return (await import('./fr/company/index.ts')).messages
    default:
      return (await import('./en/company/index.ts')).messages
  }
}

/** Those of the administrators' pages. */
export async function loadAdministration(
  language: Language,
): Promise<CatalogueOf<typeof administration>> {
  switch (language) {
    case 'de':
      return (await import('./de/company/administration/index.ts')).messages
    case 'fr':
      return (await import('./fr/company/administration/index.ts')).messages
    default:
      return (await import('./en/company/administration/index.ts')).messages
  }
}
