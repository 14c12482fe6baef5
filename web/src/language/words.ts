import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Area, Catalogue, MessageKey } from './catalogue.ts'
import { createFormats, type Formats } from './formats.ts'
import type { Language } from './languages.ts'

type Values = Readonly<Record<string, string | number>>
/** A value, or the element that stands around the text of a tag. */
type RichValues = Readonly<Record<string, ReactNode | ((content: ReactNode) => ReactNode)>>

/** All that a page says, in one language. */
export type Words = Formats & {
  readonly language: Language
  readonly t: (key: MessageKey, values?: Values) => string
  /** A message with elements in it. */
  readonly rich: (key: MessageKey, values: RichValues) => ReactNode
  /** A message whose key the service decides, such as the name of a new section. Undefined: there is none. */
  readonly find: (key: string) => string | undefined
  /** The same with further messages. */
  readonly and: (more: Catalogue) => Words
}

export function createWords(language: Language, locale: string, catalogue: Catalogue): Words {
  const formats = new Map<string, IntlMessageFormat>()
  const find = (key: string): string | undefined => {
    const dot = key.indexOf('.')
    const area: Readonly<Record<string, string>> = catalogue[key.slice(0, dot) as Area] ?? {}
    const name = key.slice(dot + 1)
    return Object.hasOwn(area, name) ? area[name] : undefined
  }
  const formatOf = (key: MessageKey): IntlMessageFormat => {
    const known = formats.get(key)
    if (known) return known
    const made = new IntlMessageFormat(find(key) ?? key, locale)
    formats.set(key, made)
    return made
  }
  return {
    ...createFormats(locale),
    language,
    t: (key, values) => String(formatOf(key).format(values)),
    rich: (key, values) => {
      const parts = formatOf(key).format<ReactNode>(wrapped(values)) as ReactNode | ReactNode[]
      return createElement(Fragment, null, ...[parts].flat())
    },
    find,
    and: (more) => createWords(language, locale, { ...catalogue, ...more }),
  }
}

/** React wants the content of an element as children, and not as a list that needs keys. */
function wrapped(values: RichValues) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (content: ReactNode[]) => value(createElement(Fragment, null, ...content))
        : value,
    ]),
  )
}
