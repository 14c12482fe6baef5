import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { locales } from '#kernel/locale'
import { parseMessage, readFailureSentences, readTexts, translatedLocales } from '#platform/texts'

const root = new URL('../../../', import.meta.url)
const openapi = JSON.parse(await readFile(new URL('openapi.json', root), 'utf8')) as {
  readonly 'x-failure-codes': Readonly<Record<string, { readonly description: string }>>
}
const english = new Map(
  Object.entries(openapi['x-failure-codes']).map(([code, { description }]) => [code, description]),
)

describe.each(translatedLocales)('the sentences of failures in %s', (locale) => {
  const sentences = readFailureSentences(locale)

  it('exist for each code', () => {
    expect([...english.keys()].filter((code) => !sentences.get(code)?.trim())).toEqual([])
  })

  it('belong to existing codes', () => {
    expect([...sentences.keys()].filter((code) => !english.has(code))).toEqual([])
  })

  it('name the same routes, headers and fields as in English, and end with a full stop', () => {
    const wrong = [...english].flatMap(([code, sentence]) => {
      const translated = sentences.get(code) ?? ''
      const missing = symbolsOf(sentence).filter((symbol) => !translated.includes(symbol))
      return missing.length > 0 || !/[.!?]$/.test(translated) ? [{ code, missing, translated }] : []
    })
    expect(wrong).toEqual([])
  })
})

/** What programs know by this name in every language: routes, headers, fields, settings, types. */
function symbolsOf(sentence: string): string[] {
  const shapes = [
    /\/[a-z][\w{}/-]*[\w}]/g,
    /\bdetails\.[a-zA-Z.]*[a-zA-Z]/g,
    /\{\w+\}/g,
    /`[^`]+`/g,
    /\b(?:Idempotency-Key|Retry-After|Content-Encoding|If-Match|UTF-8|application\/\w+)\b/g,
    /\b[A-Z][A-Z]+_[A-Z_]+\b/g,
  ]
  return shapes.flatMap((shape) => [...sentence.matchAll(shape)].map(([symbol]) => symbol))
}

it('the check finds the names within a sentence', () => {
  expect(symbolsOf('Show it (POST /auth/step-up), see details.problems and Retry-After.')).toEqual([
    '/auth/step-up',
    'details.problems',
    'Retry-After',
  ])
})

/** The files of messages: mails, documents, units. */
const folder = new URL('server/texts/', root)
const files = (await readdir(new URL('en/', folder), { recursive: true }))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replaceAll('\\', '/').slice(0, -'.json'.length))
const source = fileURLToPath(new URL('server/src', root))
const code = (
  await Promise.all(
    (
      await readdir(source, { recursive: true })
    )
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFile(`${source}/${name}`, 'utf8')),
  )
).join('\n')

describe.each(files)('the texts of %s', (file) => {
  const messages = readTexts('en', file)

  it('are written in each language under the same keys', () => {
    for (const locale of locales) {
      expect(Object.keys(readTexts(locale, file)), locale).toEqual(Object.keys(messages))
    }
  })

  it('parse, and have the same values in each language', () => {
    for (const [key, text] of Object.entries(messages)) {
      const expected = valuesOf(parseMessage('en', text).getAst())
      for (const locale of translatedLocales) {
        const translated = readTexts(locale, file)[key] ?? ''
        expect(translated.trim(), `${locale} ${key}`).not.toBe('')
        const taken = valuesOf(parseMessage(locale, translated).getAst())
        expect([...taken].sort(), `${locale} ${key}`).toEqual([...expected].sort())
      }
    }
  })

  it('are all used', () => {
    const unused = Object.keys(messages).filter((key) => {
      const name = key.replace(/\.(?:subject|text)$/, '')
      const [family] = key.split('.')
      return ![`'${key}'`, `'${name}'`, `\`${family}.\${`].some((used) => code.includes(used))
    })
    expect(unused).toEqual([])
  })
})

it('no language has a file that English lacks', async () => {
  for (const locale of translatedLocales) {
    const found = await readdir(new URL(`${locale}/`, folder), { recursive: true })
    const extra = found
      .map((name) => name.replaceAll('\\', '/'))
      // English sentences of failures, problems and incidents stand in the code.
      .filter((name) => name.endsWith('.json') && !/^(?:failures|operators)\//.test(name))
      .filter((name) => !files.includes(name.slice(0, -'.json'.length)))
    expect(extra).toEqual([])
  }
})

type Part = {
  readonly value?: unknown
  readonly type: number
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>
}

/** A text part has no value from outside, nor has the number of a plural. */
const literal = 0
const pound = 7

/** The values of a message, with their kind: `name:1` is text, `count:2` is a number. */
function valuesOf(parts: readonly unknown[]): Set<string> {
  return new Set(
    (parts as readonly Part[]).flatMap((part) => {
      if (part.type === literal || part.type === pound) return []
      const inner = Object.values(part.options ?? {}).flatMap(({ value }) => [...valuesOf(value)])
      return [`${String(part.value)}:${part.type}`, ...inner]
    }),
  )
}

it('the check finds a value that a language drops, renames or quotes', () => {
  const values = (text: string) => valuesOf(parseMessage('fr', text).getAst())
  expect(values('{a} {n, plural, one {{b}} other {#}}')).toEqual(new Set(['a:1', 'n:6', 'b:1']))
  // An apostrophe before a brace quotes it: the value would be shown as `{a}`.
  expect(values("d'{a}'")).toEqual(new Set())
})
