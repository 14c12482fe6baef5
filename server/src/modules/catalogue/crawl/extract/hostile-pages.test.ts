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
    ['of prices', '1,00 € '.repeat(deep)],
    ['of lines of prices', '<p>9,90 € oder 8,90 € netto zzgl. MwSt.'.repeat(deep / 2)],
    ['of labels', '<p>Art.-Nr.: A-1<p>Preis: 1,00 €'.repeat(deep / 2)],
    ['of boxes', '<div><a href=/x>Name</a>Art.-Nr. A1 1,00 €'.repeat(deep / 4)],
    ['of one box in another', '<li><h2>Art.-Nr. A1</h2>1,00 €'.repeat(deep / 4)],
    ['of tables in tables', '<table><tr><td>Art.-Nr.<td>Preis'.repeat(deep / 4)],
    [
      'of a table of one row',
      `<table><tr><th>Art.-Nr.<th>Name<th>Preis EUR<tr>${'<td>A-1<td>N<td>1,00'.repeat(deep / 4)}`,
    ],
    [
      'of a long table',
      `<table><tr><th>Art.-Nr.<th>Name<th>Preis EUR${'<tr><td>A-1<td>N<td>1,00'.repeat(deep / 4)}`,
    ],
    ['of wide cells', '<table><tr><td colspan=1000 rowspan=65000>A-1'.repeat(deep / 10)],
    ['of headings', '<h2>Passendes Zubehör'.repeat(deep / 4)],
    ['of digits', '1'.repeat(4_000_000)],
    ['of one line', 'Preis '.repeat(deep * 6)],
    ['of borders', '<i>1</i>'.repeat(deep * 4)],
    ['of an object of a script', `<script>window.a={${'a:{'.repeat(deep)}`],
    ['of lists of a script', `<script>window.a=${'['.repeat(deep)}`],
    ['of assignments', `<script>${'window.a={b:1};'.repeat(deep)}`],
    ['of unfinished assignments', `<script>${'window.a={b:"'.repeat(deep)}`],
    [
      'of functions of a script',
      `<script>${'window.a=(function(a){return {a:a}}(1));'.repeat(deep / 4)}`,
    ],
    ['of functions without an end', `<script>${'window.a=(function(a){'.repeat(deep / 4)}`],
    [
      'of products of a script',
      `<script type="application/json">[${'{"sku":"A","name":"B","price":1.5,"currency":"EUR"},'.repeat(30_000)}1]</script>`,
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
