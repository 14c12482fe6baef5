import type { Tx } from '#platform/db'
import { isOpen } from './request.ts'
import { lockRequest, markDecided } from './request-store.ts'

/**
 * Participant: nobody has to decide any more. Does nothing if there is no request, or a decided one. It also ends one that everybody has
 * approved and that is not carried out yet: the worker then finds nothing to do.
 */
export async function withdrawRequest(
  tx: Tx,
  companyId: string,
  of: Parameters<typeof lockRequest>[2],
  by: string,
  now: Date,
): Promise<void> {
  const request = await lockRequest(tx, companyId, of)
  if (request && isOpen(request)) await markDecided(tx, request, { to: 'WITHDRAWN', by }, now)
}
