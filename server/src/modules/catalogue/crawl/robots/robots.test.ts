import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { matchesPath, readPathPattern } from './path-pattern.ts'
import { isAllowed, patternLengthMax, readRobots, rulesMax, wildcardsMax } from './robots.ts'

const allowed = (robots: string, path: string) =>
  isAllowed(readRobots(robots, 'PurveyorBot'), `https://shop.example${path}`)

describe('a robots.txt', () => {
  it.each([
    ['', '/anything', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['user-agent:*\ndisallow:/a', '/ab', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.php$', '/x/y.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/x/y.php?z=1', true],
    ['User-agent: *\nDisallow: /a*z', '/abc/z9', false],
    ['User-agent: *\nDisallow: /$', '/', false],
    ['User-agent: *\nDisallow: /$', '/a', true],
    ['User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9/1', false],
    ['User-agent: *\nDisallow: /café', '/caf%C3%A9/1', false],
    ['User-agent: *\nDisallow: /%7Ejoe', '/~joe', false],
    ['User-agent: *\nDisallow: /?sort=', '/?sort=price', false],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: PurveyorBot\nDisallow: /b', '/a', true],
    ['User-agent: purveyorbot/2.0\nDisallow: /b', '/b', false],
    ['User-agent: a\nUser-agent: PurveyorBot\nDisallow: /b', '/b', false],
    [
      'User-agent: PurveyorBot\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: PurveyorBot\nDisallow: /b',
      '/b',
      false,
    ],
    ['User-agent: PurveyorBot # us\nDisallow: /a # not this', '/a', false],
    ['Disallow: /', '/a', true],
    ['<html>not robots</html>', '/a', true],
    ['\uFEFFUser-agent: *\r\nDisallow: /a\r\n', '/a', false],
    ['User-agent: *\nSitemap: https://shop.example/s.xml\nDisallow: /a', '/a', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a/b', '/a/b', false],
    ['User-agent: *\nDisallow: /a*b$', '/ab', false],
    ['User-agent: *\nDisallow: /😀', '/%F0%9F%98%80', false],
    ['User-agent: *\nDisallow: /\uFEFFa', '/%EF%BB%BFa', false],
    ['User-agent: *\n Disallow : /a', '/a', false],
    ['User-agent: *\nNoindex: /a', '/a', true],
    ['User-agent: *x\nDisallow: /a', '/a', false],
    ['User-agent: 1PurveyorBot\nDisallow: /a', '/a', true],
    ['User-agent: PurveyorBot\nUser-agent: b\nDisallow: /b', '/b', false],
    // A line without a colon is not a line of names.
    ['User-agent: PurveyorBot\nDisallow: /x\nUser-agent*\nDisallow: /a', '/a', false],
  ])('%j decides over %s: %s', (robots, path, expected) => {
    expect(allowed(robots, path)).toBe(expected)
  })

  it('names sitemaps and a delay', () => {
    const { sitemaps, delaySeconds } = readRobots(
      'User-agent: *\nCrawl-delay: 2.5\nSitemap: https://shop.example/a.xml\nsitemap:https://shop.example/b.xml',
      'PurveyorBot',
    )
    expect(delaySeconds).toBe(2.5)
    expect(sitemaps).toEqual(['https://shop.example/a.xml', 'https://shop.example/b.xml'])
  })

  it.each([
    ['', undefined],
    ['x', undefined],
    ['-1', undefined],
    ['0', 0],
    ['100000', 86_400],
  ])('with a delay of "%s" has %s', (written, seconds) => {
    const robots = `User-agent: PurveyorBot\nAllow: /\nUser-agent: x\nAllow: /\nUser-agent: PurveyorBot\nCrawl-delay: ${written}`
    expect(readRobots(robots, 'PurveyorBot').delaySeconds).toBe(seconds)
  })

  it('names at most a hundred sitemaps', () => {
    const robots = 'Sitemap: https://shop.example/s.xml\n'.repeat(101)
    expect(readRobots(robots, 'PurveyorBot').sitemaps).toHaveLength(100)
  })

  it('with one pattern beyond its limit allows nothing to be known', () => {
    const robots = `User-agent: *\nAllow: /a\nAllow: ${'x'.repeat(patternLengthMax + 1)}`
    expect(readRobots(robots, 'PurveyorBot').isBeyondLimits).toBe(true)
  })

  it.each([
    ['rules', (count: number) => 'Disallow: /x\n'.repeat(count), rulesMax],
    ['characters in a pattern', (count: number) => `Allow: ${'x'.repeat(count)}`, patternLengthMax],
    ['wildcards in a pattern', (count: number) => `Allow: ${'*'.repeat(count)}`, wildcardsMax],
  ])('with more %s than its limit allows nothing to be known', (_what, rules, limit) => {
    const read = (count: number) => readRobots(`User-agent: *\n${rules(count)}`, 'PurveyorBot')
    expect(read(limit).isBeyondLimits).toBe(false)
    expect(read(limit + 1)).toMatchObject({ isBeyondLimits: true, rules: [] })
  })

  it('that is beyond the limits for other robots alone is within ours', () => {
    const others = `User-agent: other\n${'Disallow: /x\n'.repeat(rulesMax + 1)}`
    const robots = `${others}User-agent: *\nDisallow: /a`
    expect(readRobots(robots, 'PurveyorBot').isBeyondLimits).toBe(false)
    expect(allowed(robots, '/a')).toBe(false)
  })
})

describe('a pattern', () => {
  it('matches what its regular expression matches', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$'), maxLength: 10 })
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 20 })
    fc.assert(
      fc.property(letters, path, (pattern, rest) => {
        const glob = pattern.replace(/\$$/, '')
        const end = pattern.endsWith('$') ? '$' : ''
        const escaped = glob.replaceAll('$', '\\$').replaceAll('*', '.*')
        const expected = new RegExp(`^${escaped}${end}`).test(`/${rest}`)
        expect(matchesPath(readPathPattern(pattern), `/${rest}`)).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('finds a part that begins like its own continuation', () => {
    const text = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength })
    fc.assert(
      fc.property(text(7), text(40), (part, rest) => {
        const path = `/${rest}`
        expect(matchesPath(readPathPattern(`/*${part}`), path)).toBe(rest.includes(part))
      }),
      { numRuns: 2_000 },
    )
  })
})
