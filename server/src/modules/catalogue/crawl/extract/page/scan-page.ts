import type { StructuredNode } from '../structured/structured-node.ts'
import { collectText } from './collect-text.ts'
import { itemReader } from './items.ts'
import { type OpenElement, openElements } from './open-elements.ts'
import { readTokens } from './tokens.ts'

/** What one pass over a page finds. Nothing is interpreted yet. */
export type ScannedPage = {
  readonly base: string | undefined
  readonly canonical: string | undefined
  readonly language: string | undefined
  /** What robots are asked: `noindex, follow`. */
  readonly robots: readonly string[]
  /** Addresses of links that may be followed, as the page has them. */
  readonly hrefs: ReadonlySet<string>
  /** The contents of `<meta>` by their property or name. */
  readonly meta: ReadonlyMap<string, readonly string[]>
  readonly jsonLd: readonly string[]
  /** Scripts beyond the limits. */
  readonly skippedScripts: number
  readonly microdata: readonly StructuredNode[]
  readonly rdfa: readonly StructuredNode[]
}

const hrefsMax = 5_000
const scriptsMax = 200
const scriptCharactersMax = 2_097_152
const metaMax = 300

export const wantedAttributes: ReadonlySet<string> = new Set(
  (
    'href rel src content property name itemprop itemscope itemtype itemid itemref id typeof vocab resource datetime ' +
    'value data type lang http-equiv'
  ).split(' '),
)
const empty = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
const raw = new Set('script style template textarea iframe'.split(' '))
const lineBreaks = new Set('br p div li tr h1 h2 h3 h4 h5 h6 dd dt section article'.split(' '))

type Attributes = ReadonlyMap<string, string>

export function scanPage(page: string): ScannedPage {
  const head = headReader()
  const scripts = scriptReader()
  const items = itemReader()
  const collectors: ((text: string) => void)[] = []
  const elements = openElements<OpenElement>((element) => {
    if (element.onText) collectors.splice(collectors.lastIndexOf(element.onText), 1)
    items.end(element)
  })
  let rawName = ''
  const passOn = (text: string) => {
    for (const collect of collectors) collect(text)
  }
  readTokens(page, wantedAttributes, {
    onStartTag: (name, attributes) => {
      if (name === '' || rawName !== '') return
      head.read(name, attributes)
      if (raw.has(name)) {
        rawName = name
        if (name === 'script') scripts.begin(attributes)
        return
      }
      if (lineBreaks.has(name)) passOn('\n')
      elements.endBefore(name)
      const element = items.begin(name, attributes, elements.top, collectors.length)
      if (empty.has(name)) {
        items.end(element)
        return
      }
      elements.push(element)
      if (element.onText && elements.top === element) collectors.push(element.onText)
    },
    onEndTag: (name) => {
      if (rawName !== '') {
        if (name === 'script') scripts.end()
        if (name === rawName) rawName = ''
        return
      }
      elements.close(name)
      if (lineBreaks.has(name)) passOn('\n')
    },
    onText: (text) => (scripts.isOpen() ? scripts.add(text) : passOn(text)),
    wantsText: () => (rawName === '' ? collectors.length > 0 : scripts.isOpen()),
  })
  scripts.end()
  elements.closeAll()
  return { ...head.found(), ...scripts.found(), ...items.found() }
}

/** Reads what concerns the page as a whole, and its links. */
function headReader() {
  const meta = new Map<string, string[]>()
  const hrefs = new Set<string>()
  const robots: string[] = []
  let base: string | undefined
  let canonical: string | undefined
  let language: string | undefined
  const readMeta = (attributes: Attributes) => {
    const content = attributes.get('content')
    const key = (attributes.get('property') ?? attributes.get('name'))?.trim().toLowerCase()
    if (content === undefined || key === undefined) return
    if (key === 'robots') robots.push(content.slice(0, 500))
    const values = meta.get(key)
    if (values === undefined && meta.size < metaMax) meta.set(key, [content])
    else if (values && values.length < 50) values.push(content)
  }
  const readLink = (name: string, attributes: Attributes) => {
    const href = attributes.get('href')?.trim()
    if (href === undefined || href === '') return
    const rel = attributes.get('rel')?.toLowerCase() ?? ''
    if (name === 'link') {
      if (/\bcanonical\b/.test(rel)) canonical ??= href
      if (!/\b(?:next|prev)\b/.test(rel)) return
    }
    const isLink = !/\b(?:nofollow|ugc|sponsored)\b/.test(rel) && !href.startsWith('#')
    if (isLink && href.length <= 2_000 && hrefs.size < hrefsMax) hrefs.add(href)
  }
  return {
    read: (name: string, attributes: Attributes) => {
      if (name === 'meta') readMeta(attributes)
      else if (name === 'a' || name === 'area' || name === 'link') readLink(name, attributes)
      else if (name === 'base') base ??= attributes.get('href')?.trim()
      else if (name === 'html') language ??= attributes.get('lang')?.trim()
    },
    found: () => ({ base, canonical, language, robots, hrefs, meta }),
  }
}

/** Keeps the scripts with JSON-LD. */
function scriptReader() {
  const jsonLd: string[] = []
  let open: ReturnType<typeof collectText> | undefined
  let left = scriptCharactersMax
  let skippedScripts = 0
  return {
    isOpen: () => open !== undefined,
    begin: (attributes: Attributes) => {
      if (!/^\s*application\/(?:ld\+json|json\+ld)/i.test(attributes.get('type') ?? '')) return
      if (jsonLd.length >= scriptsMax || left <= 0) skippedScripts += 1
      else open = collectText(left)
    },
    add: (text: string) => open?.add(text),
    end: () => {
      if (!open) return
      const text = open.text()
      left -= text.length
      jsonLd.push(text)
      open = undefined
    },
    found: () => ({ jsonLd, skippedScripts }),
  }
}
