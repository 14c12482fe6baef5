import Negotiator from 'negotiator'
import type { Locale } from '#kernel/locale'
import { memoizeText } from '#platform/local-cache'
import { matchLocale } from './match-locale.ts'

/** Real browsers send far less. Strangers write this header, so its cost has a limit. */
const headerMax = 256
const entriesMax = 10
const cachedMax = 1_000

/** The language that an `Accept-Language` header asks for. Undefined if it asks for none that we have. It never throws. */
export function localeOfHeader(
  header: string | undefined,
  supported: readonly Locale[],
): Locale | undefined {
  if (!header) return undefined
  const found = negotiateLocale(`${supported.join(',')} ${withinLimit(header)}`)
  return supported.find((locale) => locale === found)
}

/** A longer header loses the entries that begin or end after the limit. */
function withinLimit(header: string): string {
  if (header.length <= headerMax) return header
  const cut = header.slice(0, headerMax + 1)
  return cut.slice(0, Math.max(cut.lastIndexOf(','), 0))
}

const negotiateLocale = memoizeText(cachedMax, (text): Locale | 'none' => {
  const [list = '', ...rest] = text.split(' ')
  const tags = tagsOf(rest.join(' '))
  return matchLocale(tags, list.split(',') as Locale[]) ?? 'none'
})

/** The tags in the order of their quality, without those that the client excludes with `q=0`. */
function tagsOf(header: string): string[] {
  const entries = header.split(',').slice(0, entriesMax).join(',')
  try {
    return new Negotiator({ headers: { 'accept-language': entries } })
      .languages()
      .filter((tag) => tag !== '*')
  } catch {
    return []
  }
}
