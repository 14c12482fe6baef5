import { type Actor, ownerIdOf } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { minutesMs } from '#kernel/time'
import type { Conn } from '#platform/db'
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
const keptMs = minutesMs(1)
const keptMax = 10_000

/** Kept in memory, so that the mark costs a request no query; a standing only ever changes for the better. */
export function createClients(pool: Conn, now: () => Date): Clients {
  const kept = new Map<string, { readonly status: ContractStatus; readonly until: number }>()
  return {
    status: async (actor) => {
      const clientId = clientOf(actor)
      if (!clientId) return undefined
      const at = now()
      const key = keyOf(actor.companyId, clientId)
      const found = kept.get(key)
      if (found && found.until > at.getTime()) return found.status

      const status = await recordClient(pool, { companyId: actor.companyId, clientId }, at)
      if (kept.size >= keptMax) kept.clear()
      kept.set(key, { status, until: at.getTime() + keptMs })
      return status
    },
    forget: (actor) => {
      kept.delete(keyOf(actor.companyId, clientOf(actor) ?? ''))
    },
  }
}

function keyOf(companyId: Id<'co'>, clientId: string): string {
  return `${companyId}/${clientId}`
}
