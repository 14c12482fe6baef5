import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { absoluteAddress, normaliseAddress } from './normalise-address.ts'
import { readRobots } from './read-robots.ts'

const base = 'https://shop.example/a/b/c.html?q=1'

describe('an address', () => {
  it.each([
    ['../d', 'https://shop.example/a/d'],
    ['./x/../y/./z', 'https://shop.example/a/b/y/z'],
    ['/%7Euser/%e2%82%ac', 'https://shop.example/~user/%E2%82%AC'],
    ['//cdn.example:443/x', 'https://cdn.example/x'],
    ['HTTP://Shop.Example:80/Path', 'http://shop.example/Path'],
    ['https://shop.example./x', 'https://shop.example/x'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['?page=2#top', 'https://shop.example/a/b/c.html?page=2'],
    ['/p?', 'https://shop.example/p'],
    ['/p?id=7&utm_source=mail&gclid=x&fbclid=y', 'https://shop.example/p?id=7'],
    ['/p?utm_source=mail', 'https://shop.example/p'],
    ['/p;jsessionid=ABC123?id=7', 'https://shop.example/p?id=7'],
    ['/p?PHPSESSID=1234&id=7&sid=0a1b2c3d4e5f60718293', 'https://shop.example/p?id=7'],
    ['/p?sid=shoes', 'https://shop.example/p?sid=shoes'],
    ['/(S(lit3py55t21z5v55vlm25s55))/orders', 'https://shop.example/orders'],
    ['/p?q=a+b%20c&empty=', 'https://shop.example/p?q=a+b%20c&empty='],
  ])('%s becomes %s', (given, address) => {
    expect(normaliseAddress(given, base)).toBe(address)
  })

  it.each([
    ...[
      'javascript:alert(1)',
      'mailto:a@b.example',
      'tel:+49',
      'data:text/html,x',
      'ftp://a.example/x',
    ],
    ...['https://user:secret@shop.example/', 'http://', 'https://[', ' ', `/${'x'.repeat(3_000)}`],
  ])('%s is none to follow', (given) => {
    expect(normaliseAddress(given, base)).toBeUndefined()
  })

  it('stays the same when it is normalised again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const once = normaliseAddress(url)
        if (once !== undefined) expect(normaliseAddress(once)).toBe(once)
      }),
      { numRuns: 50 },
    )
  })

  it('of a picture keeps its parameters', () => {
    expect(absoluteAddress('/i.jpg?s=0a1b2c3d4e5f60718293&utm_source=x#y', base)).toBe(
      'https://shop.example/i.jpg?s=0a1b2c3d4e5f60718293&utm_source=x',
    )
    expect(absoluteAddress('data:image/png;base64,xx', base)).toBeUndefined()
  })
})

describe('what robots are asked', () => {
  it.each([
    [['noindex'], true, false],
    [['NOINDEX, NoFollow'], true, true],
    [['none'], true, true],
    [['index, follow', 'nofollow'], false, true],
    [['otherbot: noindex'], false, false],
    [['purveyor: noindex'], true, false],
    [['unavailable_after: 25 Jun 2040, noindex'], true, false],
    [[], false, false],
  ])('%j', (requests, noIndex, noFollow) => {
    expect(readRobots(requests, 'purveyor')).toEqual({ noIndex, noFollow })
  })
})
