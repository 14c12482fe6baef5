import { createHash } from 'node:crypto'
import { type Actor, callerIdOf } from '#kernel/actor'
import { canonicalJson, type Hashable } from '#kernel/canonical'
import type { Tx } from '#platform/db'
import { fail } from './failures.ts'

/**
 * A client's promise that this is one request, however often it arrives. The HTTP layer makes the claim, and a use case passes it
 * to `claimKey` in its transaction. `claimKey` sets `firstId`: the record that the key stands for.
 */
export type IdempotencyClaim = {
  readonly key: string
  /** The digest of the request. For a streamed body it lacks the body until `completeClaim` adds what the handler has read. */
  fingerprint: Buffer
  /** The record that the key stands for, set by `claimKey`. */
  firstId?: string
  /** Whether another request was first, so that this answer is a repetition. */
  isRepeat?: boolean
  /** Keeps an answer. Undefined if answers are not kept. */
  keepWithin?: (tx: Tx, body: object) => void
  /** The body that was kept with it. */
  keptBody?: string
  /**
   * The last statement of the transaction writes the key, and nobody has looked it up before. For a use case in which a repetition
   * soon meets what the first request changed. It is true until the commit. After that the claim is like any other.
   */
  isWrittenLast?: boolean
  /** The sealed answer of a key that is written last. */
  sealedAnswer?: string
}

/** Resets the claim of a request that starts again, and now has to look for an earlier request first. */
export function claimFirst(claim: IdempotencyClaim): void {
  claim.isWrittenLast = false
  delete claim.firstId
  delete claim.isRepeat
  delete claim.keptBody
  delete claim.sealedAnswer
}

/** The parts that make two requests equal. `route` is the pattern: `/api/v1/orders/:orderId/cancel`. */
export type RequestContent = {
  readonly method: string
  readonly route: string
  readonly params: unknown
  readonly query: unknown
  /** The headers that the route declares. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export function claimOf(key: string, actor: Actor, content: RequestContent): IdempotencyClaim {
  const { method, route, params, query, headers, body } = content
  const text = canonicalJson([
    method,
    route,
    actor.companyId,
    callerIdOf(actor),
    params,
    query,
    headers,
    body ?? null,
  ] as Hashable)
  return { key, fingerprint: createHash('sha256').update(text).digest() }
}

/** Adds the digest of a body that was read: requests with different bodies are different requests. Call it before `claimKey`. */
export function completeClaim(claim: IdempotencyClaim, bodyDigest: Buffer): void {
  claim.fingerprint = createHash('sha256').update(claim.fingerprint).update(bodyDigest).digest()
}

const longestKey = 255
const printable = /^[\x20-\x7e]+$/

/** The key may be bare, or quoted as in the IETF draft: `"abc"` and `abc` are one key. */
export function parseKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const key = isQuoted(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text
  if (key.length > longestKey || !printable.test(key)) throw fail('idempotency_key_invalid')
  return key
}

function isQuoted(text: string): boolean {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
}
