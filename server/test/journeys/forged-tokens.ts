import { createHash, createHmac } from 'node:crypto'

type Part = Record<string, unknown>
export type Forgery = {
  readonly header?: Part
  readonly claims?: Part
  /** Undefined signs with the secret of the service. `none` leaves the signature out. */
  readonly secret?: string
  readonly hash?: 'sha256' | 'sha512'
  readonly unsigned?: boolean
}

/**
 * A token that differs from a good one in exactly what the test says, and is signed by hand: no library stands between
 * the attack and the service.
 */
export function forge(good: string, serviceSecret: string, wishes: Forgery = {}): string {
  const [header = '', claims = ''] = good.split('.')
  const secret = wishes.secret ?? serviceSecret
  const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)
  const head = encode({ ...decode(header), kid, ...wishes.header })
  const body = encode({ ...decode(claims), ...wishes.claims })
  if (wishes.unsigned) return `${head}.${body}.`
  const signature = createHmac(wishes.hash ?? 'sha256', secret).update(`${head}.${body}`)
  return `${head}.${body}.${signature.digest('base64url')}`
}

/** Whatever is given as undefined is left out. */
const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')

export function decode(part: string): Part {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Part
}

export const claimsOf = (token: string): Part => decode(token.split('.')[1] ?? '')
