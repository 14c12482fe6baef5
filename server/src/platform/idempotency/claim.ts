import { createHash } from 'node:crypto'
import { type Actor, callerIdOf } from '#kernel/actor'
import { canonicalJson, type Hashable } from '#kernel/canonical'
import type { Tx } from '#platform/db'
import { fail } from './failures.ts'

/**
 * A client's promise that this is one request, however often it arrives. The HTTP layer makes it, and a use case hands
 * it to `claimKey` in its transaction. `firstId` is set there: the record that the key stands for.
 */
export type IdempotencyClaim = {
  readonly key: string
  /** Of a body that is streamed, without it, until `completeClaim` has added what the handler has read. */
  fingerprint: Buffer
  /** The record that the key stands for, once `claimKey` has said so. */
  firstId?: string
  /** Whether another request was first, so that this answer is a repetition. */
  isRepeat?: boolean
  /** What keeps an answer. Not there where nobody does. */
  keepWithin?: (tx: Tx, body: object) => void
  /** The body that was kept so. */
  keptBody?: string
  /**
   * The key goes into the last statement of the transaction, and nobody has looked for it before: for a use case whose repetition
   * meets what the first request has changed soon after its beginning. Until the commit; then it is like any other.
   */
  isWrittenLast?: boolean
  /** What goes with a key that is written last. */
  sealedAnswer?: string
}

/** The request begins anew, as one that has to see first whether another one was there before it. */
export function claimFirst(claim: IdempotencyClaim): void {
  claim.isWrittenLast = false
  delete claim.firstId
  delete claim.isRepeat
  delete claim.keptBody
  delete claim.sealedAnswer
}

/** What makes two requests the same one. `route` is the pattern: `/api/v1/orders/:orderId/cancel`. */
export type RequestContent = {
  readonly method: string
  readonly route: string
  readonly params: unknown
  readonly query: unknown
  /** Those that the route declares. */
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

/** The body has been read: two requests with another digest of it are two requests. Before `claimKey`. */
export function completeClaim(claim: IdempotencyClaim, bodyDigest: Buffer): void {
  claim.fingerprint = createHash('sha256').update(claim.fingerprint).update(bodyDigest).digest()
}

const longestKey = 255
const printable = /^[\x20-\x7e]+$/

/** Bare, or quoted as the IETF draft has it: `"abc"` and `abc` are one key. */
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
