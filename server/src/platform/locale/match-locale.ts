import { match } from '@formatjs/intl-localematcher'
import type { Locale } from '#kernel/locale'

/** The longest tag that RFC 5646 (4.4.1) recommends to accept. */
const tagMax = 35

/** The tag in its canonical form, or undefined if it has not the form of BCP 47. `*` is no tag. */
export function canonicalTag(text: string): string | undefined {
  if (text.length > tagMax) return undefined
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}

/** The matcher throws on a malformed tag, so it gets canonical tags only. */
const noMatch = 'und'

/** The language for the first tag that has one. Undefined if none has: the caller then asks the next level. */
export function matchLocale(
  tags: readonly string[],
  supported: readonly Locale[],
): Locale | undefined {
  for (const tag of tags) {
    const canonical = canonicalTag(tag)
    const found = canonical === undefined ? undefined : matchTag(canonical, supported)
    if (found) return found
  }
  return undefined
}

/**
 * The matcher knows relatives: Swiss German (gsw) gets German, Breton gets French. It also gives English to readers of Icelandic,
 * Bengali and many more. That is CLDR's last resort and no wish of the reader, so it does not count.
 */
function matchTag(tag: string, supported: readonly Locale[]): Locale | undefined {
  const matched = match([tag], supported, noMatch)
  const found = supported.find((locale) => locale === matched)
  if (found !== 'en') return found
  return new Intl.Locale(tag).language === 'en' ? found : undefined
}
