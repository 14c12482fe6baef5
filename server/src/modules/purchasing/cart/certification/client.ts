import { type Actor, ownerIdOf } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { minutesMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import { type ContractStatus, recordClient } from './contract-store.ts'

/** The integration or partner app behind a request. People with a first-party token are no clients of the contract. */
export function clientOf(actor: Actor): string | undefined {
  if (actor.kind === 'oauth_app') return actor.clientId
  return actor.kind === 'api_key' ? ownerIdOf(actor) : undefined
}

export type Clients = {
  /** The contract status of the actor's client. Undefined for people. */
  status(actor: Actor): Promise<ContractStatus | undefined>
  /** Forgets the cached status, because it has changed. */
  forget(actor: Actor): void
}

/** A client that passed in another process keeps its mark here for this long. */
const ttlMs = minutesMs(1)
const entriesMax = 10_000

/**
 * Cached in memory, so that the mark costs a request no query. A cached status may be late, but a status never gets
 * worse.
 */
export function createClients(pool: Conn, now: () => Date): Clients {
  const cache = createLocalCache<ContractStatus>({
    entriesMax,
    ttlMs,
    now: () => now().getTime(),
  })
  return {
    status: async (actor) => {
      const clientId = clientOf(actor)
      if (!clientId) return undefined
      const { companyId } = actor
      return cache.load(keyOf(companyId, clientId), () =>
        recordClient(pool, { companyId, clientId }, now()),
      )
    },
    forget: (actor) => {
      cache.delete(keyOf(actor.companyId, clientOf(actor) ?? ''))
    },
  }
}

function keyOf(companyId: Id<'co'>, clientId: string): string {
  return `${companyId}/${clientId}`
}
