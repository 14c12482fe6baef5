import { describe, expect, it } from 'vitest'
import { locales } from '#kernel/locale'
import { htmlOfLetter } from '#platform/mail'
import { defineTexts, type Letter, parseMessage, readTexts, writeLetter } from '#platform/texts'
import { load } from '#testing/html'
import type { LetterFacts, LetterKind } from '../../src/modules/assistance/support/mail/letters.ts'
import { letterOf } from '../../src/modules/assistance/support/mail/letters.ts'
import {
  letterKinds,
  linesWithoutName,
} from '../../src/modules/purchasing/orders/letters/letters.ts'

/** What a person may write, on one line. */
const hostile = `</p><script>alert(1)</script><a href="https://evil.example">x</a> 'a' & &lt;`
const link = 'https://shop.example.com/page#id_1'

const files = [
  'approvals',
  'automations',
  'cart',
  'checkout',
  'identity',
  'invoices',
  'offers',
  'orders',
  'quotas',
  'requisitions',
  'standing',
  'support',
  'webhooks',
]

describe.each(files)('the mails of %s', (file) => {
  const texts = readTexts('en', `mails/${file}`)
  const write = defineTexts(`mails/${file}`, texts)
  const names = Object.keys(texts)
    .filter((key) => key.endsWith('.subject'))
    .map((key) => key.slice(0, -'.subject'.length))
    // Mails about orders are written from parts: see below.
    .filter((name) => `${name}.text` in texts)
  it.each(names)('%s have the facts of their text as HTML, in each language', (name) => {
    for (const locale of locales) {
      const values = valuesOf(`${texts[`${name}.subject`]} ${texts[`${name}.text`]}`)
      const letter = writeLetter(write, locale, name as never, values)
      assertHtml({ ...letter, button: { label: 'Open', address: link } })
    }
  })
})

it.each(letterKinds.map((letter) => [letter.kind.type, letter] as const))(
  'the mail about %s has names, numbers and amounts of its goods',
  (_type, { kind, letterOf: write }) => {
    const data = withHostile(kind.example) as { lines?: { lineNumber: number }[] }
    const names = new Map((data.lines ?? []).map(({ lineNumber }) => [lineNumber, 'Cable 3 m']))
    const event = { type: kind.type, data, entity: { id: 'ord_1' } } as never
    for (const locale of locales) {
      const letter = write(event, { link, names }, locale)
      const page = assertHtml(letter)
      expect(page('a').attr('href')).toBe(link)
      if (linesWithoutName(event).length > 0 && page('table').length > 0) {
        expect(page('tbody').text()).toContain('Cable 3 m')
      }
    }
  },
)

it.each(['opened', 'replied', 'waiting', 'resolved'] as const satisfies readonly LetterKind[])(
  'the mail of a ticket that is %s shows the message as a quote',
  (kind) => {
    const facts = {
      ticket: { id: 'tkt_1', subject: hostile, priority: 'NORMAL' },
      message: { text: `${hostile}\n\n=-=-= ${hostile}` },
      author: hostile,
      attachments: 2,
      link,
      takesReplies: true,
    } as unknown as LetterFacts
    for (const locale of locales) {
      const letter = letterOf(kind, facts, locale)
      const page = assertHtml(letter)
      expect(page('blockquote').text()).toContain('=-=-= </p><script>')
      expect(letter.text.indexOf(letter.replyLine ?? '')).toBe(0)
      expect(
        page('body')
          .text()
          .trim()
          .indexOf(letter.replyLine ?? ''),
      ).toBe(0)
    }
  },
)

/** The HTML has the words of the text, nothing of what people wrote is markup, and it is short enough for mail programs. */
function assertHtml(letter: Letter) {
  const html = htmlOfLetter(letter)
  const page = load(html)
  expect(page('html').attr()).toEqual({ lang: letter.locale, dir: 'ltr' })
  expect(page('script, img, iframe, form, link, object, svg, [onclick]')).toHaveLength(0)
  const links = page('a')
    .toArray()
    .map((each) => page(each).attr('href'))
  expect(links.filter((each) => each !== link)).toEqual([])
  expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  const shown = page('body').text()
  // `2 x Cable: 5.00` has cells of its own for the quantity, the name and the amount.
  const words = letter.text.split(/\s+/).map((word) => word.replace(/:$/, ''))
  expect(words.filter((word) => word !== 'x' && !shown.includes(word))).toEqual([])
  expect(shown).toContain(letter.subject)
  return page
}

type Part = {
  readonly value?: string
  readonly type: number
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>
}

/** A hostile text for each text, a number for each number, and the first option of each choice. */
function valuesOf(text: string): Record<string, string | number> {
  const found = (parts: readonly Part[]): [string, string | number][] =>
    parts.flatMap(({ value = '', type, options = {} }) => {
      const inner = Object.values(options).flatMap((option) => found(option.value))
      if (type === 1) return [[value, value === 'link' ? link : hostile]]
      if (type === 2 || type === 6) return [[value, 3]]
      return type === 5 ? [[value, Object.keys(options)[0] ?? ''], ...inner] : inner
    })
  return Object.fromEntries(found(parseMessage('en', text).getAst() as unknown as Part[]))
}

/** The same data, with hostile texts where people write. */
function withHostile(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withHostile)
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).map(([key, value]): [string, unknown] =>
    ['name', 'sku', 'poNumber', 'reason', 'carrier', 'trackingNumber', 'trackingUrl'].includes(key)
      ? [key, hostile]
      : [key, withHostile(value)],
  )
  return Object.fromEntries(entries)
}
