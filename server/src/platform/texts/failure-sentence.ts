import { existsSync, readdirSync } from 'node:fs'
import type { Failure } from '#kernel/failure'
import { defaultLocale, type Locale, locales } from '#kernel/locale'
import { readTexts, textsFolder } from './text-file.ts'

type Sentences = ReadonlyMap<string, string>

/**
 * The sentences of a language by their codes. English stands in the code. The files of the other languages are read once, when the
 * first refusal needs them.
 */
const sentencesOf = new Map<Locale, Sentences>()

export type FailureSentence = { readonly text: string; readonly locale: Locale }

/** What the failure says in this language, or in English where the language has no sentence for it. */
export function failureSentence(
  { code, message }: Pick<Failure, 'code' | 'message'>,
  locale: Locale,
): FailureSentence {
  if (locale === defaultLocale) return { text: message, locale }
  const text = loadSentences(locale).get(code)
  return text === undefined ? { text: message, locale: defaultLocale } : { text, locale }
}

function loadSentences(locale: Locale): Sentences {
  const known = sentencesOf.get(locale) ?? readFailureSentences(locale)
  sentencesOf.set(locale, known)
  return known
}

/** The languages that need a sentence for each code. */
export const translatedLocales = locales.filter((locale) => locale !== defaultLocale)

/** Reads `server/texts/<locale>/failures/<module>.json`: the part of the code behind the dot, and its sentence. */
export function readFailureSentences(locale: Locale): Sentences {
  const folder = new URL(`${locale}/failures/`, textsFolder)
  if (!existsSync(folder)) return new Map()
  const modules = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
  return new Map(
    modules.flatMap((module) =>
      Object.entries(readTexts(locale, `failures/${module}`)).map(
        ([key, sentence]) => [`${module}.${key}`, sentence] as const,
      ),
    ),
  )
}
