import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, callerIdOf } from '#kernel/actor'
import type { Database, Tx } from '#platform/db'
import type { Seal } from '#platform/seal'
import type { IdempotencyClaim } from './claim.ts'
import { fail } from './failures.ts'
import {
  findKey,
  holdKey,
  type KeyRecord,
  keepAnswer,
  keepAnswerBeforeCommit,
  releaseHold,
  renewHold,
} from './store.ts'

/** The answer as it was sent. */
export type KeptAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The HTTP layer calls these functions before and after a handler. */
export type IdempotencyKeeper = {
  /** The first request with this key, if there was one. Throws when the key was used for something else. */
  find(actor: Actor, claim: IdempotencyClaim): Promise<FirstRequest | undefined>
  /** For handlers without a claim of their own: waits for a twin, and holds the key while the handler runs. */
  hold(actor: Actor, claim: IdempotencyClaim): Promise<KeptAnswer | HeldKey>
  /** Keeps the answer of a use case that has claimed its key. Returns the answer to send, which is the first one. */
  keep(actor: Actor, claim: IdempotencyClaim, answer: KeptAnswer): Promise<KeptAnswer>
  /** Keeps the answer in the transaction that has claimed the key, before its commit. There can be no other answer yet. */
  keepWithin(tx: Tx, actor: Actor, claim: IdempotencyClaim, answer: KeptAnswer): void
}

/** Without an answer if it was not kept yet, or never. The record of the key then gives the answer. */
export type FirstRequest = { readonly answer: KeptAnswer | undefined }

export type HeldKey = {
  keep(answer: KeptAnswer): Promise<void>
  /** The request failed, so the key may be used again. */
  release(): Promise<void>
  /** Stops renewing the hold, which then expires. */
  abandon(): void
}

export type KeeperOptions = {
  readonly database: Database
  readonly seal: Seal
  readonly now: () => Date
  readonly waitMs?: number
  readonly holdMs?: number
}

const defaultWaitMs = 5_000
const defaultHoldMs = 30_000
const pollMs = 50
/** No handler runs this long. A hold that is still renewed after that shows a bug. */
const longestHoldMs = 600_000

export function createIdempotencyKeeper(options: KeeperOptions): IdempotencyKeeper {
  const { database, seal } = options
  return {
    find: async (actor, claim) => {
      const record = await findKey(database.pool, actor, claim.key)
      return record && { answer: answerIn(seal, actor, claim, record) }
    },
    hold: (actor, claim) => holdOrWait(options, actor, claim),
    keep: async (actor, claim, answer) => {
      const sealed = sealAnswer(seal, actor, claim, answer)
      const first = await keepAnswer(database.pool, actor, claim, sealed, undefined)
      return first === undefined || first === sealed
        ? answer
        : openAnswer(seal, actor, claim, first)
    },
    keepWithin: (tx, actor, claim, answer) =>
      keepAnswerBeforeCommit(tx, actor, claim, sealAnswer(seal, actor, claim, answer)),
  }
}

async function holdOrWait(
  options: KeeperOptions,
  actor: Actor,
  claim: IdempotencyClaim,
): Promise<KeptAnswer | HeldKey> {
  const { database, seal, now, waitMs = defaultWaitMs } = options
  const holder = randomUUID()
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    if (await holdKey(database.pool, actor, claim, holdFrom(options, holder))) {
      return heldKey(options, actor, claim, holder)
    }
    const record = await findKey(database.pool, actor, claim.key)
    const answer = record && answerIn(seal, actor, claim, record)
    if (answer) return answer
    const free = !record || (record.heldUntil && record.heldUntil < now())
    if (!free && performance.now() >= giveUpAt) throw fail('idempotency_in_flight')
    if (!free) await sleep(pollMs)
  }
}

function holdFrom({ now, holdMs = defaultHoldMs }: KeeperOptions, holder: string) {
  const from = now()
  return { holder, now: from, until: new Date(from.getTime() + holdMs) }
}

function heldKey(
  options: KeeperOptions,
  actor: Actor,
  claim: IdempotencyClaim,
  holder: string,
): HeldKey {
  const { pool } = options.database
  const { holdMs = defaultHoldMs } = options
  const startedAt = performance.now()
  const renewal = setInterval(() => {
    if (performance.now() - startedAt > longestHoldMs) clearInterval(renewal)
    // After a renewal that fails another one follows. If none succeeds, the hold ends as if the process had died.
    renewHold(pool, actor, claim, holdFrom(options, holder)).catch(() => undefined)
  }, holdMs / 3)
  renewal.unref()

  return {
    keep: async (answer) => {
      clearInterval(renewal)
      const sealed = sealAnswer(options.seal, actor, claim, answer)
      await keepAnswer(pool, actor, claim, sealed, holder)
    },
    release: async () => {
      clearInterval(renewal)
      await releaseHold(pool, actor, claim, holder)
    },
    abandon: () => clearInterval(renewal),
  }
}

function answerIn(
  seal: Seal,
  actor: Actor,
  claim: IdempotencyClaim,
  record: KeyRecord,
): KeptAnswer | undefined {
  if (!record.fingerprint.equals(claim.fingerprint)) throw fail('idempotency_key_reused')
  return record.answer === undefined ? undefined : openAnswer(seal, actor, claim, record.answer)
}

/** An answer may contain a new secret that only its reader may see. So it is stored sealed, bound to its place. */
function sealAnswer(seal: Seal, actor: Actor, claim: IdempotencyClaim, answer: KeptAnswer): string {
  return seal.seal(JSON.stringify(answer), placeOf(actor, claim))
}

function openAnswer(seal: Seal, actor: Actor, claim: IdempotencyClaim, sealed: string): KeptAnswer {
  return JSON.parse(seal.open(sealed, placeOf(actor, claim))) as KeptAnswer
}

const placeOf = (actor: Actor, claim: IdempotencyClaim) =>
  JSON.stringify(['platform.idempotency', actor.companyId, callerIdOf(actor), claim.key])
