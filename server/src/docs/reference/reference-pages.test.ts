import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { load } from '#testing/html'
import {
  eventAddress,
  eventsAddress,
  failureAddress,
  operationAddress,
  recordAddress,
  referenceRoot,
  tagAddress,
} from './addresses.ts'
import { type ApiDocument, apiOf } from './api-document.ts'
import { curlExample, sdkExample } from './examples.ts'
import { filterScript } from './filter-script.ts'
import { referencePages } from './reference-pages.ts'
import { referenceStyles } from './styles.ts'

const root = join(import.meta.dirname, '../../../..')
const document: ApiDocument = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
const api = apiOf(document)
const pages = new Map([...referencePages(document)].map(([address, page]) => [address, page()]))

describe('the pages of the API reference', () => {
  it('have every operation, event, record and failure code, and each can be reached from the start', () => {
    const { visited, dead } = walkFrom(referenceRoot)
    expect(dead).toEqual([])
    const wanted = [
      ...api.operations.map(({ tag, operationId }) => operationAddress(tag, operationId)),
      ...Object.keys(document.webhooks ?? {}).map(eventAddress),
      ...Object.keys(document.components.schemas).map(recordAddress),
      ...Object.keys(document['x-failure-codes']).map(failureAddress),
    ]
    expect(wanted.length).toBeGreaterThan(1_000)
    expect(wanted.filter((address) => !visited.has(address))).toEqual([])
  })

  it('lead to guides that exist', () => {
    const links = [...pages.values()].flatMap((page) => [
      ...page.matchAll(/href="\/docs\/(?!api)([^"#]+)/g),
    ])
    const guides = new Set(links.map(([, name]) => `docs/${name}.md`))
    expect([...guides].filter((name) => !existsSync(join(root, name)))).toEqual([])
  })

  it('load less than a twentieth of a megabyte each', () => {
    const sizeOf = (text: string) => gzipSync(text).length
    const parts = sizeOf(referenceStyles) + sizeOf(filterScript)
    const large = [...pages].filter(([, page]) => page.length > 50_000)
    expect(large.length).toBeGreaterThan(0)
    const sizes = large.map(([address, page]) => [address, sizeOf(page) + parts] as const)
    expect(sizes.filter(([, size]) => size > 50_000)).toEqual([])
  })

  it('say of an operation what it takes, answers and refuses, with examples', () => {
    const $ = load(pages.get(tagAddress('Orders')) ?? '')
    const section = $('#placeOrder')
    const headings = section.find('h3').map((_, heading) => $(heading).text())
    expect(headings.get()).toEqual([
      'In the headers',
      'In the query',
      'Body',
      'Answer',
      'Failures',
      'With curl',
      'With the SDK',
    ])
    const fields = section.find('.fields > li > .name').map((_, name) => $(name).text().trim())
    expect(fields.get()).toContain('shipTo Address required')
    expect(fields.get()).toContain('expectedSnapshotVersion integer (int64) required')
    expect(section.find('dt').text()).toContain('checkout.stock_short')
    expect(section.text()).toContain('Needs the scope orders:write')
  })

  it('show what a record and an event have, and where a record is used', () => {
    const product = load(pages.get(recordAddress('Product')) ?? '')
    expect(product('.fields').text()).toContain('The article number of the supplier.')
    const uses = product('h2:contains("Used by") + ul a').map((_, link) => product(link).text())
    expect(uses.get()).toContain('Get a product')
    const events = load(pages.get(eventsAddress) ?? '')
    expect(events('#order\\.created').text()).toContain('OrderCreatedEvent')
  })
})

describe('the examples of operations', () => {
  const operation = (id: string) => {
    const found = api.operations.find(({ operationId }) => operationId === id)
    if (!found) throw new Error(`There is no operation ${id}.`)
    return found
  }

  it('name the credential, the ids and the key of the request', () => {
    const example = curlExample(api, operation('cancelOrder'))
    expect(example).toMatch(/^curl -X POST "https:.*\/api\/v1\/orders\/\$ORDER_ID\/cancel" \\\n/)
    expect(example).toContain('-H "x-api-key: $API_KEY"')
    const placing = curlExample(api, operation('placeOrder'))
    expect(placing).toContain('-H "Idempotency-Key: $(uuidgen)"')
  })

  it('call the methods of the SDK', () => {
    expect(sdkExample(api, operation('listOrders'))).toBe(
      'for await (const item of purveyor.orders.each()) console.log(item)',
    )
    expect(sdkExample(api, operation('getOrder'))).toBe(
      'const { data } = await purveyor.orders.get(orderId)',
    )
    expect(sdkExample(api, operation('placeOrder'))).toContain('    name: "Bea Buyer",')
  })

  it('keep a quote of the body inside the quotes of the shell', () => {
    const placed = operation('placeOrder')
    const content = { 'application/json': { example: { note: "the buyer's" } } }
    const example = curlExample(api, { ...placed, requestBody: { content } })
    expect(example).toContain(`"note": "the buyer'\\''s"`)
  })
})

/** All addresses of the reference that links lead to, and those among them where nothing is. */
function walkFrom(start: string): { visited: Set<string>; dead: string[] } {
  const visited = new Set<string>()
  const dead: string[] = []
  const next = [start]
  while (next.length > 0) {
    const address = next.pop() as string
    if (visited.has(address)) continue
    visited.add(address)
    const [path = '', anchor] = address.split('#')
    const page = pages.get(path)
    if (page === undefined || (anchor !== undefined && !page.includes(` id="${anchor}"`))) {
      if (!/[.](?:css|js)$/.test(path)) dead.push(address)
      continue
    }
    if (anchor !== undefined) next.push(path)
    if (anchor === undefined) next.push(...linksOf(path, page))
  }
  return { visited, dead }
}

function linksOf(path: string, page: string): string[] {
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)
  return links
    .map((link) => (link.startsWith('#') ? `${path}${link}` : link))
    .filter((link) => link.startsWith(referenceRoot))
}
