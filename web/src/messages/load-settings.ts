import type { CatalogueOf } from '../language/catalogue.ts'
import type { Language } from '../language/languages.ts'
import type { settings } from './en/settings.ts'

/** The messages of the operators' settings. */
export async function loadSettings(
  language: Language,
): Promise<CatalogueOf<{ readonly settings: typeof settings }>> {
  switch (language) {
    case 'de':
      return { settings: (await import('./de/settings.ts')).settings }
    case 'fr':
      return { settings: (await import('./fr/settings.ts')).settings }
    default:
      return { settings: (await import('./en/settings.ts')).settings }
  }
}
