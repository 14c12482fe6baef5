import type { Actor } from '#kernel/actor'
import type { Conn } from '#platform/db'
import { type CompanyEvents, type EventKind, listCompanyEvents, type Side } from '#platform/outbox'
import { assertKindsKnown } from './endpoints/create-endpoint.ts'
import { typesMatching } from './event-kinds.ts'

export type EventSearch = {
  readonly side: Side
  /** A kind or a family. Undefined: all. */
  readonly kind?: string | undefined
  readonly limit: number
}

/** The public events of the actor's company, whether or not a webhook sends them. */
export async function listEvents(
  deps: { readonly conn: Conn; readonly kinds: readonly EventKind[] },
  { companyId }: Actor,
  { side, kind = '*', limit }: EventSearch,
): Promise<CompanyEvents> {
  assertKindsKnown(deps, [kind])
  const types = typesMatching([kind], deps.kinds)
  return listCompanyEvents(deps.conn, companyId, { side, types, limit })
}
