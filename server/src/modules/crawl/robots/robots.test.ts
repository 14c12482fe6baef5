import { describe, expect, it } from 'vitest'
import { isAllowed, readRobots, robotsBytesMax } from './robots.ts'

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

  it('that is hostile costs no more than its length', () => {
    const stars = `User-agent: *\nDisallow: /${'*a'.repeat(500)}$`
    expect(allowed(stars, `/${'a'.repeat(2_000)}b`)).toBe(true)
    const long = `User-agent: *\n${'Disallow: /x\n'.repeat(robotsBytesMax / 13)}`
    expect(allowed(long, '/y')).toBe(true)
  })
})
