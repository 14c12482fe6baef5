import { describe, expect, it } from 'vitest'
import { prefersHtml } from './prefers-html.ts'

describe('preferring a page to JSON', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['text/html', true],
    ['text/*', true],
    ['TEXT/HTML;q=0.2, application/json;q=0.1', true],
    ['application/json, text/html;q=0.9', false],
    ['application/json', false],
    ['*/*', false],
    ['text/html;q=0', false],
    ['text/html;q=nonsense', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', (accept, expected) => {
    expect(prefersHtml(accept)).toBe(expected)
  })
})
