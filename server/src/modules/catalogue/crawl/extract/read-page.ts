import { isCurrency } from '#kernel/money'
import type { FoundProduct, PageContents, PageProblem, ReadPageInput } from './found-product.ts'
import { normaliseAddress } from './links/normalise-address.ts'
import { readRobots } from './links/read-robots.ts'
import { type FactsOfKind, type MergedProducts, mergeProducts } from './merge-products.ts'
import { currencyOfMeta, factsOfMeta } from './open-graph.ts'
import { decodePage } from './page/decode-page.ts'
import { languageTag } from './page/language-tag.ts'
import { type ScannedPage, scanPage } from './page/scan-page.ts'
import { factsOfText } from './plain/facts-of-text.ts'
import { categoryOfPath } from './structured/breadcrumbs.ts'
import { factsOfProducts, walkNodes } from './structured/find-products.ts'
import { parseJsonLd } from './structured/parse-json-ld.ts'

/** The rest of a longer page is not read. */
export const pageBytesMax = 5_242_880
const linksMax = 2_000
/** Limits the answer to what one message between processes may hold. */
const charactersMax = 1_000_000
const problemsMax = 20

/**
 * Reads the products and links of a page. It is pure, and what it costs is in proportion to the page. Strangers write pages, so it
 * runs in a child process (`createExtractor`).
 */
export function readPage({ url, contentType, body, language }: ReadPageInput): PageContents {
  const problems = problemList()
  if (!isHtml(contentType, body)) {
    const message = 'The address shows no HTML page.'
    return {
      products: [],
      fields: {},
      links: [],
      noIndex: false,
      noFollow: false,
      problems: [{ code: 'not_html', message }],
    }
  }
  if (body.length > pageBytesMax) {
    const message = `Only the first ${pageBytesMax} bytes of the page were read.`
    problems.report({ code: 'page_cut', message })
  }
  const text = decodePage(body.subarray(0, pageBytesMax), contentType)
  const page = scanPage(text)
  const base = (page.base && normaliseAddress(page.base, url)) || url
  const { noIndex, noFollow } = readRobots(page.robots)
  const canonical = page.canonical && normaliseAddress(page.canonical, base)
  const named = languageTag(page.language) ?? languageTag(language)
  const { products, fields } = productsOf(
    { page, text, language: named },
    { url, base, canonical: canonical || undefined },
    problems.report,
  )
  return {
    products: withinLimit(products),
    fields,
    links: noFollow ? [] : linksOf(page, base),
    ...(canonical ? { canonical } : {}),
    noIndex,
    noFollow,
    ...(named ? { language: named } : {}),
    problems: problems.list,
  }
}

function isHtml(contentType: string, body: Buffer): boolean {
  const type = /^\s*([\w.+/-]*)/.exec(contentType)?.[1]?.toLowerCase() ?? ''
  if (type === 'text/html' || type === 'application/xhtml+xml') return true
  // A server that says nothing, or that everything is text.
  if (type !== '' && type !== 'text/plain' && type !== 'application/octet-stream') return false
  const head = body.subarray(0, 1_024).toString('latin1').replace(/\0/g, '')
  return /<(?:!doctype html|html|head|body|meta|div|script)[\s>]/i.test(head)
}

type Addresses = {
  readonly url: string
  readonly base: string
  readonly canonical: string | undefined
}

type ReadText = {
  readonly page: ScannedPage
  readonly text: string
  readonly language: string | undefined
}

function productsOf(
  { page, text, language }: ReadText,
  { url, base, canonical }: Addresses,
  report: (problem: PageProblem) => void,
): MergedProducts {
  const jsonLd = parseJsonLd(page.jsonLd)
  if (jsonLd.malformed > 0) {
    report({ code: 'json_ld_malformed', message: `${jsonLd.malformed} scripts are no JSON.` })
  }
  if (page.skippedScripts > 0) {
    report({ code: 'json_ld_skipped', message: `${page.skippedScripts} scripts were too many.` })
  }
  const walked = {
    'json-ld': walkNodes(jsonLd.roots),
    microdata: walkNodes(page.microdata),
    rdfa: walkNodes(page.rdfa),
  }
  const currencies = new Set(Object.values(walked).flatMap((one) => [...one.currencies]))
  const ofMeta = currencyOfMeta(page.meta)
  if (ofMeta && isCurrency(ofMeta)) currencies.add(ofMeta)
  const [pageCurrency] = currencies.size === 1 ? currencies : []
  const context = { base, pageCurrency, report }
  const kinds = (['json-ld', 'microdata', 'rdfa'] as const).map((kind) => ({
    kind,
    facts: factsOfProducts(walked[kind].products, context),
  }))
  const named = kinds.reduce((count, { facts }) => count + facts.length, 0)
  const meta = factsOfMeta(page.meta, base, report)
  // OpenGraph speaks of one product, which on a page with several is not clear.
  const isClear = kinds.every(({ facts }) => facts.length <= 1) || named === 0
  const openGraph = { kind: 'open-graph' as const, facts: meta && isClear ? [meta] : [] }
  const paths = Object.values(walked).flatMap(({ breadcrumbs }) => breadcrumbs)
  const marked = [...kinds, openGraph]
  const place = { url: canonical ?? normaliseAddress(url) ?? url, base, language, report }
  const plain = needsText(marked) ? factsOfText(text, place) : []
  return mergeProducts([...marked, ...plain], {
    url: canonical ?? normaliseAddress(url) ?? url,
    category: (name) => categoryOfPath(paths, name),
  })
}

/** Mark-up that names a product and its price needs nothing more. */
function needsText(kinds: readonly FactsOfKind[]): boolean {
  const named = kinds.flatMap(({ facts }) => facts).filter(({ name }) => name !== undefined)
  const [only, ...others] = named
  if (!only) return true
  return others.length === 0 && only.price === undefined && !only.given?.includes('price')
}

function linksOf({ hrefs }: ScannedPage, base: string): string[] {
  const links = new Set<string>()
  let characters = 0
  for (const href of hrefs) {
    const link = normaliseAddress(href, base)
    if (link === undefined || links.has(link)) continue
    characters += link.length
    if (links.size >= linksMax || characters > charactersMax / 2) break
    links.add(link)
  }
  return [...links]
}

/** Descriptions are left out first, then products. */
function withinLimit(products: readonly FoundProduct[]): FoundProduct[] {
  const kept: FoundProduct[] = []
  let left = charactersMax / 2
  for (const product of products) {
    const whole = JSON.stringify(product).length
    const { description, ...others } = product
    const short = whole - (description?.length ?? 0)
    if (short > left) break
    kept.push(whole > left ? others : product)
    left -= whole > left ? short : whole
  }
  return kept
}

function problemList() {
  const list: PageProblem[] = []
  return {
    list,
    report: (problem: PageProblem) => {
      if (list.length < problemsMax && !list.some(({ code }) => code === problem.code))
        list.push(problem)
    },
  }
}
