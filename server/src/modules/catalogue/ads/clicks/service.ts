import type { Clock } from '#kernel/time'
import type { Conn } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { prefersHtml } from '#platform/http'
import { fail } from '../failures.ts'
import { findTarget } from './charge-store.ts'
import type { Charger } from './charger.ts'
import { type Click, isRobot, type MarkReason } from './click.ts'
import type { ClickToken, ClickTokens } from './click-token.ts'

type Caller = {
  readonly headers: Readonly<Record<string, unknown>>
  readonly method: string
  /** The network of the caller's address. Undefined: it is not known. */
  readonly network: string | undefined
}

export type Clicks = {
  /** The address to redirect to. Charges the click once. Throws `ads.click_not_ours` for a token that we did not sign. */
  follow(token: string, caller: Caller): Promise<string>
}

export type ClicksDeps = {
  readonly conn: Conn
  readonly now: Clock
  readonly tokens: ClickTokens
  readonly charger: Charger
  /** The address of a campaign as this process holds it. It serves while the database does not answer. */
  readonly knownTarget: (
    campaignId: string,
  ) => { readonly landingUrl: string | undefined } | undefined
  readonly baseUrl: string
}

export function createClicks(deps: ClicksDeps): Clicks {
  return { follow: (token, caller) => followClick(deps, token, caller) }
}

async function followClick(deps: ClicksDeps, text: string, caller: Caller): Promise<string> {
  const token = deps.tokens.read(text)
  if (!token) throw fail('click_not_ours')
  const clickedAt = deps.now()
  const reason = reasonOf(deps, token, caller, clickedAt)
  const click: Click = { ...token, sources: sourcesOf(deps, token, caller), reason, clickedAt }
  const [target] = await Promise.all([targetOf(deps, token, caller), deps.charger.charge(click)])
  crashPoint('ads.click_charged')
  return target
}

function sourcesOf(
  { tokens }: ClicksDeps,
  { credential, company }: ClickToken,
  { network }: Caller,
): string[] {
  const networks = network === undefined ? [] : [`network/${tokens.digest(network)}`]
  return [`company/${company}`, `credential/${credential}`, ...networks]
}

function reasonOf(
  { tokens }: ClicksDeps,
  { expiresAt, company, supplierId }: ClickToken,
  { headers, method }: Caller,
  now: Date,
): MarkReason | undefined {
  if (now >= expiresAt) return 'EXPIRED'
  if (isRobot(headers, method)) return 'ROBOT'
  return company === tokens.digest(supplierId) ? 'OWN_COMPANY' : undefined
}

/** From the campaign, never from the token. Without the database a known address or the product still opens. */
async function targetOf(
  { conn, knownTarget, baseUrl }: ClicksDeps,
  { supplierId, campaignId, productId }: ClickToken,
  { headers: { accept } }: Caller,
): Promise<string> {
  const known = knownTarget(campaignId)
  const landingUrl = known
    ? known.landingUrl
    : await findTarget(conn, supplierId, campaignId).catch(() => undefined)
  // A browser opens the page of the product, and a program its record.
  const products = prefersHtml(typeof accept === 'string' ? accept : undefined)
    ? `${baseUrl}/products`
    : `${baseUrl}/api/v1/products`
  return landingUrl ?? `${products}/${encodeURIComponent(productId)}`
}
