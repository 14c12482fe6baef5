import { randomBytes } from 'node:crypto'

/** A prefix that names the kind of record, and 26 characters that sort by time: `ord_01m7xb82dw3khw78phh28dvacd`. */
export type Id<Prefix extends string> = `${Prefix}_${string}`

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const shape = /^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}$/

/** 48 bits of milliseconds and 80 random bits in Crockford's base 32 (the layout of a ULID, in lower case). */
export function newId<Prefix extends string>(prefix: Prefix, now: Date): Id<Prefix> {
  return `${prefix}_${encodeTime(now.getTime())}${encodeRandom(nextRandom())}`
}

/**
 * Several ids of one instant, in ascending order. Their rows go to the end of an index one after the other, which takes less work
 * and space.
 */
export function newIds<Prefix extends string>(prefix: Prefix, count: number, now: Date) {
  return Array.from({ length: count }, () => newId(prefix, now)).sort()
}

const randomEach = 10
/** Random bytes are fetched for a few hundred ids at a time: the call costs more than the bytes. */
let random = randomBytes(0)
let bytesTaken = 0

function nextRandom(): Uint8Array {
  if (bytesTaken === random.length) {
    random = randomBytes(randomEach * 400)
    bytesTaken = 0
  }
  bytesTaken += randomEach
  return random.subarray(bytesTaken - randomEach, bytesTaken)
}

/** The smallest possible id of an instant: lets a range of time be read as a range of ids. */
export function firstIdAt<Prefix extends string>(prefix: Prefix, at: Date): Id<Prefix> {
  return `${prefix}_${encodeTime(at.getTime())}${'0'.repeat(16)}`
}

export function isId<Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.startsWith(`${prefix}_`) && shape.test(text)
}

/** The time at which an id was made, to the millisecond. */
export function timeOfId(id: string): Date {
  const text = id.slice(id.indexOf('_') + 1).slice(0, 10)
  let milliseconds = 0
  for (const character of text) milliseconds = milliseconds * 32 + alphabet.indexOf(character)
  return new Date(milliseconds)
}

/** The smallest and the largest id, so that a query opens only the daily partitions that contain them. */
export function idRange(ids: readonly string[]): { readonly first: string; readonly last: string } {
  const sorted = [...ids].sort()
  return { first: sorted.at(0) ?? '', last: sorted.at(-1) ?? '' }
}

/** The text of the last instant. Ids are often made many at a time. */
let lastTime = { milliseconds: -1, text: '' }

function encodeTime(milliseconds: number): string {
  if (milliseconds === lastTime.milliseconds) return lastTime.text
  let rest = milliseconds
  let text = ''
  for (let place = 0; place < 10; place += 1) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  lastTime = { milliseconds, text }
  return text
}

/** Every value of ten bits as two characters. */
const pairs = Array.from({ length: 1_024 }, (_, bits) => {
  return alphabet.charAt(bits >> 5) + alphabet.charAt(bits & 31)
})

/** Five bytes are four groups of ten bits. */
function encodeRandom(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < randomEach; at += 5) {
    const a = bytes[at] as number
    const b = bytes[at + 1] as number
    const c = bytes[at + 2] as number
    const d = bytes[at + 3] as number
    const e = bytes[at + 4] as number
    text += `${pairs[(a << 2) | (b >> 6)]}${pairs[((b & 63) << 4) | (c >> 4)]}`
    text += `${pairs[((c & 15) << 6) | (d >> 2)]}${pairs[((d & 3) << 8) | e]}`
  }
  return text
}
