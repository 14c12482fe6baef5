import { languageOf } from '#kernel/language'
import type { ProductText } from '#modules/products'
import type { Problem } from '../import.ts'
import { attributesOf } from './attributes.ts'
import { categoryPathOf } from './category-path.ts'
import type { RawFields } from './record.ts'
import { createTexts } from './texts.ts'

/** More than any product has: a record of 1 MiB could name each language of the world. */
const namedMax = 100

/**
 * Reads the texts by language: an object of records with `name`, `description`, `category` and `attributes`, or its JSON
 * text. Null removes a language.
 */
export function languagesOf(
  given: unknown,
  problems: Problem[],
  isSound = false,
): Readonly<Record<string, ProductText | null>> | undefined {
  if (given === undefined || given === '') return undefined
  const value = typeof given === 'string' ? parseJson(given) : given
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(
      problem(
        'texts_invalid',
        'The texts are not valid. Send an object with a record for each language.',
        false,
      ),
    )
    return undefined
  }
  const texts: Record<string, ProductText | null> = {}
  for (const [tag, entry] of Object.entries(value).slice(0, namedMax)) {
    const language = languageOf(tag)
    if (language === undefined) {
      const message = `${tag.slice(0, 40)} is not a language. Write it as de, de-AT or deu.`
      problems.push(problem('language_unknown', message, false))
    } else if (texts[language] === undefined) {
      texts[language] = entry === null ? null : textOf(language, entry, problems, isSound)
    }
  }
  return texts
}

function textOf(
  language: string,
  entry: unknown,
  problems: Problem[],
  isSound: boolean,
): ProductText {
  const fields = typeof entry === 'object' && entry !== null ? (entry as RawFields) : {}
  const found: Problem[] = []
  const texts = createTexts(fields, found)
  const name = texts.line('name', 500)
  const description = texts.long('description', 20_000)
  const category = categoryPathOf(texts)
  const attributes = attributesOf(fields.attributes, found, isSound)
  for (const { code, message, fatal } of found) {
    problems.push(problem(code, `${language}: ${message}`, fatal))
  }
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(category && { category }),
    ...(attributes && { attributes }),
  }
}

function problem(code: string, message: string, fatal: boolean): Problem {
  return { code, message, field: 'texts', fatal }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
