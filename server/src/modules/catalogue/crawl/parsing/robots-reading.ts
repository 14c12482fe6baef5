import { siteOf } from '../addresses/site.ts'
import { productToken } from '../deps.ts'
import { normaliseAddress } from '../extract/index.ts'
import { isAllowed, type RobotsRules, readRobots } from '../robots/robots.ts'
import type { RobotsAnswer, RobotsQuestion } from './questions.ts'

/** A robots.txt of 500 KiB takes about 4 MB when it is read. */
const keptMax = 16

/** The child keeps the rules of the last hosts, so that a file is sent to it once and not with each address. */
export function createRobotsReading(): (question: RobotsQuestion) => { robots: RobotsAnswer } {
  const kept = new Map<string, RobotsRules>()
  return ({ key, text, url, withSitemaps }) => {
    const rules = text === undefined ? kept.get(key) : readRobots(text, productToken)
    if (!rules) return { robots: { isKnown: false } }
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
    kept.set(key, rules)
    const { isBeyondLimits, delaySeconds } = rules
    return {
      robots: {
        isKnown: true,
        isBeyondLimits,
        isAllowed: !isBeyondLimits && isAllowed(rules, url),
        ...(delaySeconds !== undefined && { delaySeconds }),
        sitemaps: withSitemaps ? sitemapsOfSite(rules, url) : [],
      },
    }
  }
}

function sitemapsOfSite({ sitemaps }: RobotsRules, url: string): string[] {
  return sitemaps.flatMap((text) => {
    const sitemap = normaliseAddress(text, url)
    return sitemap !== undefined && siteOf(sitemap) === siteOf(url) ? [sitemap] : []
  })
}
