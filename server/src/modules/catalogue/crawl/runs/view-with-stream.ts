import type { Principal } from '#kernel/actor'
import type { Http } from '#platform/http'
import type { SeenRun } from './run.ts'
import { viewRun } from './schemas.ts'

/** A run with a new address of its stream. */
export function viewWithStream(http: Pick<Http, 'tickets'>, actor: Principal, run: SeenRun) {
  const path = `/api/v1/crawls/${run.id}/stream`
  const { text, expiresAt } = http.tickets.issue(path, actor, 'products:read')
  const stream = { url: `${path}?ticket=${text}`, expiresAt: expiresAt.toISOString() }
  return viewRun(run, actor.companyId, stream)
}
