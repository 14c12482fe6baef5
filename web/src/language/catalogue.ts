import type { chat } from '../messages/en/chat.ts'
import type { messages as administration } from '../messages/en/company/administration/index.ts'
import type { messages as company } from '../messages/en/company/index.ts'
import type { messages as operators } from '../messages/en/index.ts'
import type { settings } from '../messages/en/settings.ts'
import type { Language } from './languages.ts'
import type { Translation } from './translation.ts'

type English = typeof operators &
  typeof company &
  typeof administration & { readonly chat: typeof chat; readonly settings: typeof settings }
export type Area = keyof English

/** The messages of one app in one language. */
export type CatalogueOf<Areas> = { readonly [Name in keyof Areas]: Translation<Areas[Name]> }

/** Each app has the areas that its pages use. */
export type Catalogue = Partial<CatalogueOf<English>>

/** The area and the key of a message: `orders.checkouts.title`. */
export type MessageKey = { [Name in Area]: `${Name}.${keyof English[Name] & string}` }[Area]

/** Loads one language of an app: the browser does not load the others. */
export type LoadCatalogue = (language: Language) => Promise<Catalogue>
