import { describe, expect, it } from 'vitest'
import { url } from './pages.fixture.ts'
import { pageBytesMax, readPage } from './read-page.ts'

/** Each costs time in proportion to its size. A square of it would be hours. */
describe('a hostile page', () => {
  const deep = 100_000
  it.each([
    ['of open tags', '<div>'.repeat(deep)],
    [
      'of open tags that others end',
      '<div>'.repeat(deep) + '</span>'.repeat(deep) + '</div>'.repeat(deep),
    ],
    ['of open formatting', '<b>'.repeat(deep) + '</i>'.repeat(deep)],
    ['of paragraphs', '<p>'.repeat(deep) + '<div>'.repeat(deep)],
    [
      'of items in items',
      '<i itemscope itemtype="http://schema.org/Product" itemprop="offers">'.repeat(deep / 5),
    ],
    [
      'of properties in properties',
      `<i itemscope itemtype="http://schema.org/Product">${'<b itemprop=name>x'.repeat(deep)}`,
    ],
    [
      'of references',
      `<i itemscope itemtype="http://schema.org/Product" itemref="a"></i>${'<p id=a itemprop=name>x</p>'.repeat(deep / 5)}`,
    ],
    ['with a huge attribute', `<a href="${'x'.repeat(4_000_000)}">`],
    ['with a million attributes', `<a ${'x '.repeat(1_000_000)}>`],
    ['with a huge tag', `<${'x'.repeat(4_000_000)}`],
    ['of references to characters', '&amp;'.repeat(800_000)],
    ['of comments', '<!--'.repeat(deep)],
    [
      'of scripts',
      '<script type="application/ld+json">{"@type":"Product","name":"x"}</script>'.repeat(10_000),
    ],
    [
      'of garbage in scripts',
      `<script type="application/ld+json">${'{"a":['.repeat(deep)}</script>`,
    ],
    [
      'of lists in lists',
      `<script type="application/ld+json">${'['.repeat(deep)}${']'.repeat(deep)}</script>`,
    ],
    [
      'of commas in a script',
      `<script type="application/ld+json">{"a":1${','.repeat(1_000_000)}}</script>`,
    ],
    [
      'of one @id',
      `<script type="application/ld+json">[${'{"@id":"#a","@type":"Product","isVariantOf":{"@id":"#a"}},'.repeat(20_000)}1]</script>`,
    ],
    ['of links', '<a href="/x?a=1&b=2">'.repeat(deep / 5)],
    ['of bytes of two encodings', '<a>\u00ff'.repeat(deep)],
  ])('%s is read to its end', (_what, page) => {
    const body = Buffer.from(page, 'latin1')
    const contents = readPage({ url, contentType: 'text/html', body })
    expect(JSON.stringify(contents).length).toBeLessThan(3_000_000)
  })

  it('of a gigabyte is cut', () => {
    const body = Buffer.alloc(pageBytesMax + 1, 'x')
    const { problems } = readPage({ url, contentType: 'text/html', body })
    expect(problems.map(({ code }) => code)).toEqual(['page_cut'])
  })
})
