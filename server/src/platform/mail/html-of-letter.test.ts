import { describe, expect, it } from 'vitest'
import type { Letter } from '#platform/texts'
import { load } from '#testing/html'
import { htmlOfLetter } from './html-of-letter.ts'

const address = 'https://shop.example.com/orders#ord_1'
const hostile = `</title></p><script>alert(1)</script><a href="https://evil.example">x</a><img src=x onerror='a'>`

describe('the HTML of a mail', () => {
  it('has the language, the subject as its heading, and the paragraphs of the text', () => {
    const html = htmlOf({ locale: 'de', text: 'Guten Tag,\n\nzwei Zeilen:\nKabel' })
    const page = load(html)
    expect(page('html').attr()).toEqual({ lang: 'de', dir: 'ltr' })
    expect(page('h1').text()).toBe('Subject')
    expect(
      page('p')
        .toArray()
        .map((each) => page(each).text()),
    ).toEqual(['Guten Tag,', 'zwei Zeilen:\nKabel', 'Purveyor'])
  })

  it('has one link, the button, where the text has the address', () => {
    const button = { label: 'Open the order', address }
    const page = load(htmlOf({ text: `Read it:\n\n${address}\n\nUntil Monday.`, button }))
    expect(page('a').attr('href')).toBe(address)
    expect(page('a').text()).toBe('Open the order')
    expect(page('a').parent().next().text()).toBe(address)
    expect(page('p').first().text()).toBe('Read it:')
    expect(page('p').eq(3).text()).toBe('Until Monday.')

    const within = load(htmlOf({ text: `The order: ${address}`, button }))
    expect(within('p').first().text()).toBe('The order:')
  })

  it.each([
    ['a paragraph', { text: `https://evil.example\n\n${address}` }],
    [
      'an address that is no page',
      { text: 'javascript:alert(1)', button: { label: 'x', address: 'javascript:alert(1)' } },
    ],
    [
      'a quote',
      {
        text: address,
        parts: [{ text: address, quote: address }],
        button: { label: 'x', address },
      },
    ],
  ])('has no link for %s', (_what, letter) => {
    expect(load(htmlOf(letter))('a')).toHaveLength(0)
  })

  it('shows what people wrote as text, wherever it stands', () => {
    const goods = {
      columns: [hostile, hostile, hostile],
      rows: [{ quantity: hostile, name: hostile, note: hostile, amount: hostile }],
      more: hostile,
      sums: [{ name: hostile, amount: hostile }],
    }
    const page = load(
      htmlOf({
        subject: hostile,
        replyLine: hostile,
        parts: [hostile, { text: '', quote: hostile }, { text: '', goods }, `${hostile}${address}`],
        button: { label: hostile, address },
      }),
    )
    expect(page('script, img, [onerror]')).toHaveLength(0)
    expect(
      page('a')
        .toArray()
        .map((each) => page(each).attr('href')),
    ).toEqual([address])
    expect(page('title').text()).toBe(hostile)
    expect(page.text().split(hostile)).toHaveLength(18)
  })

  it('lets no address end its attribute', () => {
    const button = { label: 'x', address: `${address}" onclick="alert(1)` }
    const page = load(htmlOf({ text: button.address, button }))
    expect(page('a').attr('href')).toBe(button.address)
    expect(page('[onclick]')).toHaveLength(0)
  })

  it('loads nothing', () => {
    expect(htmlOf({})).not.toMatch(/<(?:script|link|img|form|iframe)|url\(|@import|src=/)
  })

  it.each(['&', '\n', '"', '😀', 'a\n\n'])('stays below what mail programs clip: %j', (sign) => {
    const quote = sign.repeat(20_000).slice(0, 20_000)
    const html = htmlOf({ parts: [{ text: quote, quote }] })
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  })

  it('shows goods as a table with headings, and amounts below each other', () => {
    const goods = {
      columns: ['Quantity', 'Product', 'Amount'],
      rows: [{ quantity: '2', name: 'Drill', note: 'DCD-777', amount: '5.00 EUR' }],
      more: 'and 3 more',
      sums: [{ name: 'In all', amount: '9.00 EUR' }],
    }
    const page = load(htmlOf({ parts: [{ text: '', goods }] }))
    const cellsOf = (row: number) =>
      page('tr')
        .eq(row)
        .children()
        .toArray()
        .map((cell) => page(cell).text())
    expect(page('th[scope=col]')).toHaveLength(3)
    expect([1, 2, 3].map(cellsOf)).toEqual([
      ['2', 'DrillDCD-777', '5.00 EUR'],
      ['and 3 more'],
      ['In all', '9.00 EUR'],
    ])
  })
})

function htmlOf(letter: Partial<Letter>): string {
  return htmlOfLetter({ locale: 'en', subject: 'Subject', text: 'Hello', ...letter })
}
