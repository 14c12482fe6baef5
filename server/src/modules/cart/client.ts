import { type Actor, ownerIdOf } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { minutesMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import { type ContractStatus, recordClient } from './contract-store.ts'

/** The integration or partner app behind a request. People who came with a first-party token are no clients of the contract. */
export function clientOf(actor: Actor): string | undefined {
  if (actor.kind === 'oauth_app') return actor.clientId
  return actor.kind === 'api_key' ? ownerIdOf(actor) : undefined
}

export type Clients = {
  /** How the actor's client stands with the contract. Undefined for people. */
  status(actor: Actor): Promise<ContractStatus | undefined>
  /** Its standing has changed. */
  forget(actor: Actor): void
}

/** A client that has passed elsewhere is marked here for this long still. */
const ttlMs = minutesMs(1)
const entriesMax = 10_000

/** Kept in memory, so that the mark costs a request no query; a standing only ever changes for the better. */
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
