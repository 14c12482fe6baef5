import { matchesPath, type PathPattern, readPathPattern, sameSpelling } from './path-pattern.ts'

/** The rules of a robots.txt for one crawler (RFC 9309). */
export type RobotsRules = {
  /** The rule that decides comes before the rules that it outweighs. */
  readonly rules: readonly Rule[]
  /** The rules are more, longer or have more wildcards than we match. Nobody knows what they allow, so nothing is. */
  readonly isBeyondLimits: boolean
  /** `Crawl-delay` is no part of the RFC. Suppliers use it all the same. */
  readonly delaySeconds: number | undefined
  readonly sitemaps: readonly string[]
}

type Rule = { readonly allow: boolean; readonly pattern: PathPattern }

/** RFC 9309, 2.5: a crawler reads at least 500 KiB. A longer file is beyond our limits. */
export const robotsBytesMax = 512_000
/** The limits of the rules for one crawler. With them, a link takes at most some 0.1 s to match. */
export const rulesMax = 10_000
/** A longer pattern matches no address that we read: see `normaliseAddress`. */
export const patternLengthMax = 2_000
export const wildcardsMax = 20

const sitemapsMax = 100
/** A longer wish is cut. `CRAWL_HOST_DELAY_MAX_SECONDS` cuts further. */
const delaySecondsMax = 86_400

type Group = {
  agents: string[]
  rules: { allow: boolean; path: string }[]
  delaySeconds: number | undefined
}

/** Reads the groups for the product token of the crawler. If there is none, those for `*`. Groups for one name are one group. */
export function readRobots(text: string, productToken: string): RobotsRules {
  const { groups, sitemaps } = readGroups(text)
  const token = productToken.toLowerCase()
  const own = groups.filter(({ agents }) => agents.includes(token))
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  const rules = chosen.flatMap((group) => group.rules)
  const isBeyondLimits = rules.length > rulesMax || rules.some(({ path }) => isTooLong(path))
  return {
    rules: isBeyondLimits ? [] : rules.map(compileRule).sort(strongestFirst),
    isBeyondLimits,
    delaySeconds: chosen.find(({ delaySeconds }) => delaySeconds !== undefined)?.delaySeconds,
    sitemaps,
  }
}

function isTooLong(path: string): boolean {
  return path.length > patternLengthMax || path.split('*').length - 1 > wildcardsMax
}

const compileRule = ({ allow, path }: Group['rules'][number]): Rule => ({
  allow,
  pattern: readPathPattern(path),
})

function readGroups(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let group: Group | undefined
  let isNaming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const { name, value } = lineOf(line)
    if (name === 'user-agent') {
      if (!isNaming || !group) {
        group = { agents: [], rules: [], delaySeconds: undefined }
        groups.push(group)
      }
      group.agents.push(productOf(value))
      isNaming = true
      continue
    }
    if (name === 'sitemap' && sitemaps.length < sitemapsMax) sitemaps.push(value)
    // Any other line that is known ends the names of a group. `Sitemap` belongs to none.
    if (name !== 'allow' && name !== 'disallow' && name !== 'crawl-delay') continue
    isNaming = false
    if (!group) continue
    if (name === 'crawl-delay') {
      const seconds = Number(value)
      if (value !== '' && seconds >= 0) group.delaySeconds = Math.min(seconds, delaySecondsMax)
    } else if (value !== '') group.rules.push({ allow: name === 'allow', path: value })
  }
  return { groups, sitemaps }
}

function lineOf(line: string): { name: string; value: string } {
  const [content = ''] = line.split('#', 1)
  const colon = content.indexOf(':')
  if (colon < 0) return { name: '', value: '' }
  return {
    name: content.slice(0, colon).trim().toLowerCase(),
    value: content.slice(colon + 1).trim(),
  }
}

/** `PurveyorBot/1.0 (+https://…)` names the product `purveyorbot`. */
function productOf(value: string): string {
  if (value.startsWith('*')) return '*'
  return (/^[A-Za-z_-]+/.exec(value)?.[0] ?? value).toLowerCase()
}

/** The rule with the longest matching pattern decides. Of two with the same length, `Allow` does. */
export function isAllowed({ rules }: RobotsRules, url: string): boolean {
  const { pathname, search } = new URL(url)
  if (pathname === '/robots.txt') return true
  const path = sameSpelling(pathname + search)
  return rules.find(({ pattern }) => matchesPath(pattern, path))?.allow ?? true
}

const strongestFirst = (one: Rule, other: Rule): number =>
  other.pattern.text.length - one.pattern.text.length || Number(other.allow) - Number(one.allow)
