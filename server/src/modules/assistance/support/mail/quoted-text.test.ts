import { describe, expect, it } from 'vitest'
import { withoutQuote } from './quoted-text.ts'
import { textOfHtml } from './text-of-html.ts'

const quoted = '> =-=-= Write your reply above this line =-=-=\n>\n> We have your ticket.'

describe('the text of a reply', () => {
  it.each([
    ['English', 'Here it is.\n\nOn Monday, Support <no-reply@example.com> wrote:\n'],
    ['German', 'Here it is.\n\nAm Montag schrieb Support <no-reply@example.com>:\n\n'],
    [
      'two lines',
      'Here it is.\n\nOn Monday, 5 January 2026 at 10:00, Support\n<x@example.com> wrote:\n',
    ],
    ['no introduction', 'Here it is.\r\n\r\n'],
  ])('ends before the quoted mail, with an introduction in %s', (_name, own) => {
    expect(withoutQuote(own + quoted)).toBe('Here it is.')
  })

  it('keeps what the person quotes between their own lines', () => {
    const text = '> Which boxes?\nThe two on top.\n> How many pieces?\nTen.'
    expect(withoutQuote(`${text}\n\n${quoted}`)).toBe(text)
  })

  it('keeps a text that ends with a colon and has no quoted mail', () => {
    expect(withoutQuote('The numbers are:')).toBe('The numbers are:')
  })
})

describe('the text of HTML', () => {
  it('has lines and no markup, scripts or styles', () => {
    const html =
      '<html><head><style>p{}</style></head><body><p>Tom &amp; Ada</p><script>alert(1)</script>a&lt;b<br>c &#8364;</body>'
    expect(textOfHtml(html)).toBe('Tom & Ada\na<b\nc €')
  })

  it.each([
    '<script>'.repeat(50_000),
    '<'.repeat(200_000),
    '&'.repeat(200_000),
    '<p '.repeat(50_000),
    '<b> '.repeat(500_000),
  ])('of hostile HTML is found in time', (html) =>
    expect(textOfHtml(html).length).toBeLessThanOrEqual(html.length),
  )
})
