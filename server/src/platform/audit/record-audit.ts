import type { Principal } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { currentRequest } from '#platform/request-context'
import { ringAfterCommit } from '#platform/wake'
import { cleanDetails, cleanText, type Details } from './clean.ts'
import { insertEntry } from './store.ts'
import { auditTopic } from './topic.ts'

export type AuditTarget = { readonly type: string; readonly id: string }

export type Audited = {
  readonly companyId: string
  /** The actor. Left out when nobody is known, for example after a failed sign-in or in a worker. */
  readonly actor?: (Principal & { readonly clientId?: string }) | undefined
  /** `module.noun_verbed`, past tense. */
  readonly action: `${string}.${string}`
  readonly target: AuditTarget
  readonly outcome: 'done' | 'refused'
  /**
   * Ids, states and counts. Never a name, an e-mail address or a secret: an entry stays longer than the data of the person that it
   * is about.
   */
  readonly details?: Details
  readonly now: Date
}

/** The chain of entries that belong to no company, such as a sign-in with an unknown address. */
export const noCompany = 'platform'

/**
 * Writes an entry in the transaction of the change that it records, so that both exist or neither does. The actor, the network and
 * the request id come from the request that is being served.
 */
export function recordAudit(tx: Tx, audited: Audited): void {
  const { actor, now } = audited
  const request = currentRequest()
  insertEntry(tx, {
    id: newId('aud', now),
    companyId: audited.companyId,
    occurredAt: now,
    actor: actor && {
      kind: actor.kind,
      id: actor.id,
      clientId: actor.clientId,
      sessionId: actor.sessionId,
    },
    action: audited.action,
    target: { type: audited.target.type, id: cleanText(audited.target.id) },
    outcome: audited.outcome,
    details: cleanDetails(audited.details ?? {}),
    requestId: request?.requestId,
    address: request?.address,
    userAgent: request?.userAgent && cleanText(request.userAgent),
  })
  ringAfterCommit(tx, auditTopic)
}
