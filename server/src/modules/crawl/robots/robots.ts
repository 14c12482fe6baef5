/** The rules of a robots.txt for one crawler (RFC 9309). */
export type RobotsRules = {
  readonly rules: readonly Rule[]
  /** `Crawl-delay` is no part of the RFC. Suppliers use it all the same. */
  readonly delaySeconds: number | undefined
  readonly sitemaps: readonly string[]
}

type Rule = { readonly allow: boolean; readonly pattern: string }

/** RFC 9309, 2.5: a crawler reads at least 500 KiB. */
export const robotsBytesMax = 512_000

const rulesMax = 10_000
const sitemapsMax = 100

type Group = { agents: string[]; rules: Rule[]; delaySeconds: number | undefined }

/** Reads the groups for the product token of the crawler. If there is none, those for `*`. Groups for one name are one group. */
export function readRobots(text: string, productToken: string): RobotsRules {
  const { groups, sitemaps } = readGroups(text)
  const token = productToken.toLowerCase()
  const own = groups.filter(({ agents }) => agents.includes(token))
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  return {
    rules: chosen.flatMap(({ rules }) => rules),
    delaySeconds: chosen.find(({ delaySeconds }) => delaySeconds !== undefined)?.delaySeconds,
    sitemaps,
  }
}

function readGroups(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let group: Group | undefined
  let isNaming = false
  let count = 0
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
      if (value !== '' && seconds >= 0) group.delaySeconds = seconds
    } else if (value !== '' && count < rulesMax) {
      count += 1
      group.rules.push({ allow: name === 'allow', pattern: sameSpelling(value) })
    }
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
  let best: Rule | undefined
  for (const rule of rules) {
    if (best && rule.pattern.length < best.pattern.length) continue
    if (best && rule.pattern.length === best.pattern.length && best.allow) continue
    if (matches(rule.pattern, path)) best = rule
  }
  return best?.allow ?? true
}

/**
 * `*` stands for any characters, and `$` at the end for the end of the path. It goes back only to the last `*`, so a hostile pattern
 * costs no more than its length times that of the path.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const glob = isWhole ? pattern.slice(0, -1) : `${pattern}*`
  let at = 0
  let star = -1
  let resume = 0
  let place = 0
  while (place < path.length) {
    if (glob[at] === '*') {
      star = at
      resume = place
      at += 1
    } else if (at < glob.length && glob[at] === path[place]) {
      at += 1
      place += 1
    } else if (star >= 0) {
      at = star + 1
      resume += 1
      place = resume
    } else return false
    if (at === glob.length && place === path.length) return true
    if (!isWhole && at === glob.length - 1 && glob[at] === '*') return true
  }
  while (glob[at] === '*') at += 1
  return at === glob.length
}

/** Patterns and paths are compared with the same escapes (RFC 9309, 2.2.2). */
function sameSpelling(text: string): string {
  return text
    .replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[A-Za-z0-9\-._~]/.test(character) ? character : code.toUpperCase()
    })
}
