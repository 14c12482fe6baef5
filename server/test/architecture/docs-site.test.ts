import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { areas } from '../../scripts/docs/areas.ts'
import { readSiteDiagrams, readSiteDocuments } from '../../scripts/docs/site-documents.ts'
import { type Documents, placeOf, sitePages } from '../../scripts/docs/site-pages.ts'
import { failureDocsPath } from '../../src/platform/http/answering/failure-docs.ts'
import { anchorsOf, readText } from './documents.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const documents = await readSiteDocuments(root)
const { pages, sidebar } = sitePages(documents, areas)
const diagrams = await readSiteDiagrams(root)

describe('the documentation site', () => {
  it('has a place for every document', () => {
    const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link))
    expect(links).toHaveLength(documents.size)
    expect(new Set(links).size).toBe(documents.size)
    expect(links).toEqual(
      expect.arrayContaining(['/', '/start', '/sdk', '/operations/', '/operations/webhooks.held']),
    )
  })

  it('has the target of every link of its pages', () => {
    const wrong = [...pages].flatMap(([path, text]) =>
      [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\((\/[^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, to = '', anchor]) => !leadsTo(to.slice(1), anchor))
        .map(([link]) => `${path}: ${link}`),
    )
    expect(wrong).toEqual([])
  })

  it('shows diagrams as pictures with a text for those who do not see them', () => {
    const shown = [...pages.values()].flatMap((text) =>
      [...text.matchAll(/!\[([^\]]*)\]\((\S+)\)/g)].map(([, alt = '', to]) => ({ alt, to })),
    )
    expect(shown.map(({ to }) => to).sort()).toEqual(
      [...diagrams.keys()].map((path) => `/${placeOf(path)}`).sort(),
    )
    for (const { alt } of shown) expect(alt.length).toBeGreaterThan(40)
    // A style inside a picture would need its own permission in the policy of the site.
    for (const svg of diagrams.values()) expect(svg).not.toMatch(/<style|style=|<script|href=/)
    const drawnByScripts = [...pages].filter(([, text]) => text.includes('```mermaid'))
    expect(drawnByScripts).toEqual([])
  })

  it('has an anchor for every failure code, to which meta.docs leads', async () => {
    const codes = Object.keys(JSON.parse(await readText('openapi.json'))['x-failure-codes'])
    const anchors = anchorsOf(pages.get('failure-codes.md') ?? '')
    expect(new Set(anchors).size).toBe(anchors.length)
    const missing = codes.filter(
      (code) =>
        !anchors.some((anchor) => failureDocsPath(code) === `/docs/failure-codes#${anchor}`),
    )
    expect(missing).toEqual([])
    expect(codes.length).toBeGreaterThan(400)
  })
})

describe('a link of a document', () => {
  const site = sitePages(
    new Map([
      ['README.md', '# Start\n[orders](docs/orders.md#states), [adr](docs/adr), [MIT](LICENSE)'],
      ['docs/orders.md', '# Orders\n[start](../README.md) `[x](y.md)` [api](../openapi.json)'],
      [
        'docs/adr/0001-one.md',
        '# 1. One\n[code](../../server/src/main.ts) [far](https://a.example)',
      ],
    ]) satisfies Documents,
    [
      { title: 'Start', pages: ['README.md'] },
      { title: 'Guides', pages: [], folders: ['docs'] },
      { title: 'Decisions', pages: [], folders: ['docs/adr'] },
    ],
  )

  it('leads to the page of the site, and to the API where it is served', () => {
    expect(site.pages.get('index.md')).toContain(
      '[orders](/orders.md#states), [adr](/adr/index.md)',
    )
    expect(site.pages.get('orders.md')).toContain('[start](/index.md)')
    expect(site.pages.get('orders.md')).toContain('<a href="/openapi.json" target="_self">api</a>')
    expect(site.pages.get('adr/index.md')).toContain('[1 One](/adr/0001-one.md)')
  })

  it('to what the site does not have is only its words', () => {
    expect(site.pages.get('index.md')).toMatch(/, MIT$/)
    expect(site.pages.get('adr/0001-one.md')).toContain('code [far](https://a.example)')
  })

  it('is no link in code', () => {
    expect(site.pages.get('orders.md')).toContain('`[x](y.md)`')
  })

  it('fails the build if an area names a document that does not exist', () => {
    expect(() => sitePages(new Map(), [{ title: 'Start', pages: ['docs/none.md'] }])).toThrow(
      'There is no document docs/none.md.',
    )
  })
})

function leadsTo(path: string, anchor: string | undefined): boolean {
  if ([...diagrams.keys()].some((diagram) => placeOf(diagram) === path)) return true
  const text = pages.get(path)
  return text !== undefined && (anchor === undefined || anchorsOf(text).includes(anchor))
}
