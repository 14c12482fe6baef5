import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { audit as germanAudit } from '../../../web/src/messages/de/audit.ts'
import { details as germanDetails } from '../../../web/src/messages/de/details.ts'
import { messages as german } from '../../../web/src/messages/de/index.ts'
import { audit as englishAudit } from '../../../web/src/messages/en/audit.ts'
import { details as englishDetails } from '../../../web/src/messages/en/details.ts'
import { messages as english } from '../../../web/src/messages/en/index.ts'
import { audit as frenchAudit } from '../../../web/src/messages/fr/audit.ts'
import { details as frenchDetails } from '../../../web/src/messages/fr/details.ts'
import { messages as french } from '../../../web/src/messages/fr/index.ts'
import { shoot } from './page-tools.ts'

const ofAll = { ...english, audit: englishAudit, details: englishDetails }
export const catalogues = {
  de: { ...german, audit: germanAudit, details: germanDetails },
  fr: { ...french, audit: frenchAudit, details: frenchDetails },
}
export type Translated = keyof typeof catalogues

/** On a phone and on a desktop, no part of the page is cut off. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await shoot(page, `${name}-${width}.png`)
    expect(await findOverflowingParts(page), `${name} at ${width} pixels`).toEqual([])
  }
}

/** Parts of a page whose text is wider than the part: it would be cut off, or lie over its neighbours. */
async function findOverflowingParts(page: Page): Promise<string[]> {
  return page.locator('html').evaluate((root) => {
    const found = root.scrollWidth > root.clientWidth ? [`page: ${root.scrollWidth}`] : []
    const parts = 'button, h1, h2, h3, th, td, dt, dd, legend, label, li, p, summary, nav a, select'
    for (const part of root.querySelectorAll(parts)) {
      if (part.clientWidth === 0 || part.closest('.visually-hidden')) continue
      if (part.scrollWidth > part.clientWidth + 1) {
        found.push(`${part.tagName}: ${part.textContent?.trim().slice(0, 60)}`)
      }
    }
    return found
  })
}

/** The English messages that a page in another language shows, in its text or in a name that is read out. */
export async function englishIn(page: Page, language: Translated): Promise<string[]> {
  const others: Readonly<Record<string, Messages>> = catalogues[language]
  const patterns = Object.entries<Messages>(ofAll).flatMap(([area, messages]) =>
    patternsOfTranslated(messages, others[area] ?? {}),
  )
  // Some words are the same in both languages, with another meaning: "Active".
  const known = new Set(Object.values(others).flatMap((messages) => Object.values(messages)))
  const texts = await shownTexts(page)
  return texts
    .filter((text) => !known.has(text))
    .filter((text) => patterns.some((pattern) => pattern.test(text)))
}

/** What a page shows, in its text or in names that are read out, without what it marks as another language. */
export async function shownTexts(page: Page): Promise<string[]> {
  const texts = await page.locator('html').evaluate((root) => {
    const text = 3
    const found = new Set<string>()
    for (const part of root.querySelectorAll('title, body *')) {
      if (part.closest('script, style, [lang]:not(html)')) continue
      const own = [...part.childNodes].filter(({ nodeType }) => nodeType === text)
      for (const node of own) found.add(node.textContent?.trim() ?? '')
      if (own.length > 0) found.add(part.textContent?.trim() ?? '')
      for (const name of ['aria-label', 'placeholder', 'title']) {
        found.add(part.getAttribute(name)?.trim() ?? '')
      }
    }
    return [...found]
  })
  return texts.filter((text) => text !== '')
}

type Messages = Readonly<Record<string, string>>

/** Patterns of the English messages that differ in the other language. A value in a message may be any text. */
export function patternsOfTranslated(english: Messages, other: Messages): RegExp[] {
  // Beside values, a short word such as "of" says too little: it occurs in what the service wrote.
  const saysEnough = (message: string) =>
    !/\{\w+\}/.test(message) || /\p{Letter}{4}/u.test(message.replace(/\{\w+\}/g, ''))
  return Object.entries(english)
    .filter(([key, message]) => other[key] !== message && !message.includes('plural,'))
    .filter(([, message]) => saysEnough(message))
    .map(([, message]) => new RegExp(`^${patternOf(message)}$`))
}

function patternOf(message: string): string {
  return message
    .replace(/<\/?\w+>/g, '')
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+')
}
