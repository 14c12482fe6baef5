export const verdicts = ['CHARGED', 'UNFUNDED', 'MARKED'] as const
/** UNFUNDED: the budget of the day was spent. MARKED: invalid traffic, see the reason. Only CHARGED costs anything. */
export type Verdict = (typeof verdicts)[number]

export const markReasons = [
  'OWN_COMPANY',
  'ROBOT',
  'TOO_MANY_CLICKS',
  'TOO_MANY_CHARGES',
  'SEEN_BEFORE',
  'EXPIRED',
] as const
/**
 * Why a click is not charged. SEEN_BEFORE: the viewer was charged for this campaign within 24 hours. TOO_MANY_CHARGES: so was the
 * credential, company or network of the click, more often than people do.
 */
export type MarkReason = (typeof markReasons)[number]

/** A click on a place. */
export type Click = {
  readonly auctionId: string
  readonly slot: number
  readonly supplierId: string
  readonly campaignId: string
  readonly productId: string
  readonly priceMinor: number
  readonly currency: string
  readonly viewer: string | undefined
  /**
   * Digests of the credential and the company that asked for the auction, and of the network that clicked. A caller can invent
   * viewers, but none of these.
   */
  readonly sources: readonly string[]
  /** Known before anything is read. */
  readonly reason: MarkReason | undefined
  readonly clickedAt: Date
}

/** Programs that open links without a person: crawlers, link previews, monitors. */
const robots =
  /bot\b|bot\/|crawl|spider|slurp|headless|facebookexternalhit|preview|lighthouse|pingdom|monitor/i

export function isRobot(headers: Readonly<Record<string, unknown>>, method: string): boolean {
  const { 'user-agent': userAgent, purpose, 'sec-purpose': secPurpose } = headers
  if (method === 'HEAD' || typeof userAgent !== 'string' || userAgent === '') return true
  // A browser that loads a page before the person has chosen it.
  if ([purpose, secPurpose].some((value) => String(value).includes('prefetch'))) return true
  return robots.test(userAgent)
}
