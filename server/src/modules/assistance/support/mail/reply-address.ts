import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { after, daysMs } from '#kernel/time'
import type { SealKeys } from '#platform/seal'

/** One person of one ticket, as a reply address names them. */
export type AddressedPerson = {
  readonly ticketId: string
  /** The number of the person among those of the ticket. */
  readonly number: number
}

/** Signs the addresses to which people reply by mail, and verifies them. */
export type ReplyAddresses = {
  addressOf(of: AddressedPerson & { readonly personId: string }, now: Date): string
  /** What the address says. Nothing of it is proved yet. Undefined if it is no reply address. */
  read(address: string): ReadAddress | undefined
  /** Whether we signed the address for this person, and it has not expired. */
  isSigned(read: ReadAddress, personId: string, now: Date): boolean
}

export type ReadAddress = AddressedPerson & {
  /** The day of its expiry, counted from 1970. */
  readonly day: number
  readonly signature: string
}

/**
 * `r`, the ticket, the number, the day of expiry and the signature: 58 of the 64 characters that a local part may have. All are
 * lower case, because mail servers may change the case. 24 characters of base 32 are 120 bits.
 */
const shape = /^r([0-9a-z]{26})([0-9a-z]{3})([0-9a-z]{4})([0-9a-v]{24})$/
const digits = '0123456789abcdefghijklmnopqrstuv'
const dayMs = daysMs(1)

/** The first key of the ring signs, and each of them verifies, so that addresses survive a rotation. */
export function createReplyAddresses(given: {
  readonly sealKeys: SealKeys
  readonly domain: string
  readonly validDays: number
}): ReplyAddresses {
  const { sealKeys, validDays } = given
  const domain = given.domain.toLowerCase()
  const keys = sealKeys.map(({ key }) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'purveyor support replies v1', 32))),
  )
  return {
    addressOf: ({ ticketId, number, personId }, now) => {
      const day = dayOf(after(now, daysMs(validDays)))
      const signature = signatureOf(keys[0] as KeyObject, { ticketId, number, day }, personId)
      const place = number.toString(36).padStart(3, '0')
      const suffix = ticketId.replace(/^tkt_/, '')
      return `r${suffix}${place}${day.toString(36).padStart(4, '0')}${signature}@${domain}`
    },
    read: (address) => {
      const [local = '', host, ...more] = address.toLowerCase().split('@')
      if (host !== domain || more.length > 0) return undefined
      const [, suffix, number = '', day = '', signature = ''] = shape.exec(local) ?? []
      if (suffix === undefined) return undefined
      return {
        ticketId: `tkt_${suffix}`,
        number: Number.parseInt(number, 36),
        day: Number.parseInt(day, 36),
        signature,
      }
    },
    isSigned: ({ signature, ...said }, personId, now) => {
      const sent = Buffer.from(signature)
      const isOurs = keys
        .map((key) => timingSafeEqual(sent, Buffer.from(signatureOf(key, said, personId))))
        .includes(true)
      return isOurs && said.day >= dayOf(now)
    },
  }
}

const dayOf = (instant: Date): number => Math.floor(instant.getTime() / dayMs)

function signatureOf(
  key: KeyObject,
  { ticketId, number, day }: Omit<ReadAddress, 'signature'>,
  personId: string,
): string {
  const digest = createHmac('sha256', key)
    .update(JSON.stringify([ticketId, number, personId, day]))
    .digest()
  return Array.from(digest.subarray(0, 24), (byte) => digits[byte & 31]).join('')
}
