import { Type } from 'typebox'
import { defaultLocale, type Locale, locales } from '#kernel/locale'
import { record } from '#kernel/record'
import { localeNames } from './locale-names.ts'

const LocaleTag = Type.Enum([...locales], { description: 'The tag of the language (BCP 47).' })

const LanguageView = record(
  'Language',
  'A language of the service.',
  {
    tag: LocaleTag,
    name: Type.String({ description: 'The name of the language in the language itself.' }),
  },
  { examples: [{ tag: 'de', name: 'Deutsch' }] },
)

export const LocalesView = record(
  'Locales',
  'The languages of the service.',
  {
    locales: Type.Array(LanguageView),
    default: Type.Enum([...locales], {
      description: 'The language of readers about whom nothing is known.',
    }),
  },
  {
    examples: [
      {
        locales: locales.map((tag) => ({ tag, name: localeNames[tag] })),
        default: 'en',
      },
    ],
  },
)

export function viewLocales(supported: readonly Locale[]): Type.Static<typeof LocalesView> {
  return {
    locales: supported.map((tag) => ({ tag, name: localeNames[tag] })),
    default: defaultLocale,
  }
}
