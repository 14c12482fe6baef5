import { describe, expect, it } from 'vitest'
import {
  anchorsOf,
  codeSpans,
  type Document,
  linksOf,
  listFiles,
  meansPath,
  prose,
  readDocuments,
  readText,
  routeIn,
} from './documents.ts'

const sourceFile = /\.(?:ts|tsx|mjs|sql)$/
const documents = await readDocuments()
const files = await listFiles()
const code = files.filter((file) => /^(?:server|web|sdk|bench)\//.test(file))
const texts = await Promise.all(code.filter((file) => sourceFile.test(file)).map(readText))
const api: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  await readText('openapi.json'),
)

describe('the documents', () => {
  it('are all read', () => {
    const paths = documents.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['README.md', 'docs/orders.md', 'docs/operations/README.md']),
    )
  })

  it('link to files and headings that exist', async () => {
    const texts = new Map(documents.map(({ path, text }) => [path, text]))
    const wrong = wrongIn((document) =>
      linksOf(document)
        .filter(({ to, anchor }) => {
          if (anchor === undefined) return !files.some((file) => `${file}/`.startsWith(`${to}/`))
          return !anchorsOf(texts.get(to) ?? '').includes(anchor)
        })
        .map(({ to, anchor }) => `${to}#${anchor ?? ''}`),
    )
    expect(wrong).toEqual([])
  })

  it('name files that exist', () => {
    /** The service and the command line write them when they run. */
    const notCommitted = [
      '.purveyor/local-access.json',
      'local-access.json',
      'purveyor/credentials.json',
    ]

    const named = /^[\w./-]+\.(?:ts|tsx|mjs|sql|json|md)$/
    const wrong = wrongIn((document) =>
      codeSpans(document)
        .filter((span) => named.test(span) && !notCommitted.includes(span))
        .filter((span) => !files.some((file) => `/${file}`.endsWith(`/${span}`))),
    )
    expect(wrong).toEqual([])
  })

  it('name commands that exist', async () => {
    const { scripts } = JSON.parse(await readText('package.json'))
    const wrong = wrongIn(({ text }) =>
      [...text.matchAll(/npm run ([\w:]+)( -w)?/g)]
        .filter(([, name = '', inWorkspace]) => !inWorkspace && !(name in scripts))
        .map(([command]) => command),
    )
    expect(wrong).toEqual([])
  })

  it('name routes that exist', () => {
    const paths = Object.entries(api.paths)
    const wrong = wrongIn((document) =>
      codeSpans(document).filter((span) => {
        const route = routeIn(span)
        if (!route || route.path === '/metrics') return false
        return !paths.some(
          ([path, methods]) => meansPath(route.path, path) && route.method.toLowerCase() in methods,
        )
      }),
    )
    expect(wrong).toEqual([])
  })

  it('name settings and states that exist', () => {
    /** A pattern, and an element of BMEcat that imports do not read. */
    const notOurs = ['MODULE_NOUN_UNIT', 'CATALOG_GROUP_SYSTEM']

    const upperCaseName = /\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g

    /** Every name in upper case that the source code has: settings and states. */
    const upperCase = new Set(texts.flatMap((text) => text.match(upperCaseName) ?? []))

    const wrong = wrongIn((document) =>
      codeSpans(document)
        .filter((span) => span.match(upperCaseName)?.[0] === span && !notOurs.includes(span))
        .filter((span) => !upperCase.has(span)),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['carriage', 'shipping cost'],
    ['told', 'notified, converted'],
    ['untold', 'not convertible'],
    ['reckon(?:s|ed)?', 'compute'],
    ['mend(?:s|ed)?', 'fix'],
  ])('do not say "%s": the glossary has "%s"', (word) => {
    /** Reports of measurements. */
    const reports = ['docs/performance.md', 'docs/reliability.md']

    const found = new RegExp(`\\b${word}\\b`, 'i')
    const wrong = wrongIn((document) => {
      if (reports.includes(document.path)) return []
      return prose(document)
        .split('\n')
        .filter((line) => found.test(line))
    })
    expect(wrong).toEqual([])
  })
})

describe('the glossary', () => {
  const path = 'docs/glossary.md'
  const glossary = documents.find((document) => document.path === path)?.text ?? ''
  const table = glossary.split('\n').filter((line) => line.startsWith('|'))
  const terms = table.slice(2).map((row) => row.split('|')[1]?.trim() ?? '')

  it('is one table under one head', () => {
    expect(table.slice(0, 2)).toEqual(['| word | meaning |', '| --- | --- |'])
    expect(terms.length).toBeGreaterThan(100)
    expect(glossary.trimEnd().endsWith(table.join('\n'))).toBe(true)
  })

  it('has each term once, in order', () => {
    const lowerCase = terms.map((term) => term.toLowerCase())
    expect(lowerCase).toEqual([...new Set(lowerCase)].toSorted())
  })

  it('has only terms that are used', () => {
    const others = documents.filter((document) => document.path !== path).map(({ text }) => text)
    const used = [...others, ...texts].join('\n').toLowerCase()
    const words = terms.flatMap((term) => term.replace(/ \(.*\)$/, '').split(', '))
    expect(words.filter((word) => !used.includes(word.toLowerCase()))).toEqual([])
  })
})

describe('a route in a document', () => {
  it.each([
    ['/api/v1/orders/{id}/cancel', '/api/v1/orders/{orderId}/cancel', true],
    ['/{id}/test', '/api/v1/webhooks/{webhookId}/test', true],
    ['…/discard', '/admin/jobs/given-up/{jobId}/discard', true],
    ['/admin/accounts/EUR', '/admin/accounts/{currency}', true],
    ['/api/v1/orders/{id}/refund', '/api/v1/orders/{orderId}/cancel', false],
  ])('%s means %s: %s', (path, ofApi, expected) => {
    expect(meansPath(path, ofApi)).toBe(expected)
  })
})

/** What is wrong in a document, each with its place. */
function wrongIn(wrongOf: (document: Document) => readonly string[]): string[] {
  return documents.flatMap((document) =>
    wrongOf(document).map((wrong) => `${document.path}: ${wrong}`),
  )
}
