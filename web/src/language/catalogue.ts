import type { messages as english } from '../messages/en/index.ts'
import type { Language } from './languages.ts'
import type { Translation } from './translation.ts'

type English = typeof english
export type Area = keyof English

export type Catalogue = { readonly [Name in Area]: Translation<English[Name]> }

/** The area and the key of a message: `orders.checkouts.title`. */
export type MessageKey = { [Name in Area]: `${Name}.${keyof English[Name] & string}` }[Area]

/** Loads one language: the browser does not load the others. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  switch (language) {
    case 'de':
      return (await import('../messages/de/index.ts')).messages
    case 'fr':
      return (await import('../messages/fr/index.ts')).messages
    default:
      return (await import('../messages/en/index.ts')).messages
  }
}
