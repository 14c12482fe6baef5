import { createHmac, timingSafeEqual } from 'node:crypto'
import { after, minutesMs } from '#kernel/time'
import { createLocalCache } from '#platform/local-cache'
import type { SealKeys } from '#platform/seal'

/** What a click on a place costs, and for whom. No target: that comes from the campaign. */
export type ClickToken = {
  readonly auctionId: string
  readonly slot: number
  readonly supplierId: string
  readonly campaignId: string
  readonly productId: string
  readonly priceMinor: number
  readonly currency: string
  /** A keyed digest of the viewer. Undefined: the integration did not say who looks. */
  readonly viewer: string | undefined
  /** A keyed digest of the viewer's company. */
  readonly company: string
  /** A keyed digest of the credential that asked for the auction. */
  readonly credential: string
  readonly expiresAt: Date
}

export type ClickTokens = {
  sign(content: Omit<ClickToken, 'expiresAt'>, now: Date): string
  /** Undefined: this service did not sign it. An expired token is read too: the caller decides. */
  read(text: string): ClickToken | undefined
  /** A digest that names nobody. It differs between installations. */
  digest(text: string): string
}

/** A click is charged within this time after the auction. */
const lifetimeMs = minutesMs(30)
const longest = 1_000
const digestBytes = 16
const digestsMax = 10_000

type Payload = [
  version: 1,
  auctionId: string,
  slot: number,
  supplierId: string,
  campaignId: string,
  productId: string,
  priceMinor: number,
  currency: string,
  viewer: string,
  company: string,
  expiresAt: number,
  credential: string,
]

/** `kid.payload.signature`. A token that was signed with an older key of the ring is still read. */
export function createClickTokens(ring: SealKeys): ClickTokens {
  const keys = new Map(
    ring.map(({ kid, key }) => [
      kid,
      createHmac('sha256', key).update('purveyor ad clicks').digest(),
    ]),
  )
  const [{ kid: current, key: sealKey }] = ring
  const digestKey = createHmac('sha256', sealKey).update('purveyor ad viewers').digest()
  const digests = createLocalCache<string>({ entriesMax: digestsMax })
  const signatureOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

  return {
    sign: (content, now) => {
      const payload: Payload = [
        1,
        content.auctionId,
        content.slot,
        content.supplierId,
        content.campaignId,
        content.productId,
        content.priceMinor,
        content.currency,
        content.viewer ?? '',
        content.company,
        Math.floor(after(now, lifetimeMs).getTime() / 1_000),
        content.credential,
      ]
      const text = `${current}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
      const key = keys.get(current) as Buffer
      return `${text}.${signatureOf(key, text).toString('base64url')}`
    },
    read: (text) => {
      const [kid = '', payload = '', signature = '', ...rest] =
        text.length > longest ? [] : text.split('.')
      const key = keys.get(kid)
      if (!key || rest.length > 0) return undefined
      const given = Buffer.from(signature, 'base64url')
      const ours = signatureOf(key, `${kid}.${payload}`)
      const isCanonical = given.toString('base64url') === signature
      if (!isCanonical || given.length !== ours.length || !timingSafeEqual(given, ours)) {
        return undefined
      }
      return contentOf(payload)
    },
    digest: (text) => {
      const known = digests.get(text)
      if (known !== undefined) return known
      const bytes = createHmac('sha256', digestKey).update(text).digest()
      const digest = bytes.subarray(0, digestBytes).toString('base64url')
      digests.set(text, digest)
      return digest
    },
  }
}

function contentOf(payload: string): ClickToken {
  const [
    ,
    auctionId,
    slot,
    supplierId,
    campaignId,
    productId,
    priceMinor,
    currency,
    viewer,
    company,
    until,
    credential,
  ] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Payload
  return {
    auctionId,
    slot,
    supplierId,
    campaignId,
    productId,
    priceMinor,
    currency,
    viewer: viewer === '' ? undefined : viewer,
    company,
    credential,
    expiresAt: new Date(until * 1_000),
  }
}
