import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Conn, Database } from '#platform/db'
import { fail } from '../failures.ts'
import type { CachedControls } from './cached-controls.ts'
import {
  type Controls,
  type ControlsChange,
  readControls,
  saveCompanyControls,
  saveViewerControls,
} from './control-store.ts'
import { type Viewer, viewerOf } from './viewer.ts'

export type ViewerControls = {
  read(actor: Actor, viewerId: string | undefined): Promise<Controls>
  /** Absent fields do not change. Throws `ads.hidden_advertisers_unknown`. */
  change(actor: Actor, viewerId: string | undefined, change: ControlsChange): Promise<Controls>
  readCompany(actor: Actor): Promise<{ readonly sponsored: boolean }>
  changeCompany(actor: Actor, sponsored: boolean): Promise<{ readonly sponsored: boolean }>
}

type Deps = {
  readonly database: Database
  readonly now: Clock
  readonly cached: CachedControls
  /** The names of those of the companies that exist. */
  readonly namesOf: (conn: Conn, companyIds: readonly string[]) => Promise<Map<string, string>>
}

export function createViewerControls(deps: Deps): ViewerControls {
  const { database, cached, now } = deps
  return {
    read: (actor, viewerId) => readControls(database.pool, viewerOf(actor, viewerId)),
    change: (actor, viewerId, change) => changeControls(deps, viewerOf(actor, viewerId), change),
    readCompany: async ({ companyId }) => {
      const { companyOff } = await readControls(database.pool, nobodyOf(companyId))
      return { sponsored: !companyOff }
    },
    changeCompany: async (actor, sponsored) => {
      const { companyId, id } = actor
      const at = now()
      await database.transaction(async (tx) => {
        await saveCompanyControls(tx, companyId, sponsored, id, at)
        recordAudit(tx, {
          companyId,
          actor,
          action: 'ads.company_controls_changed',
          target: { type: 'company', id: companyId },
          outcome: 'done',
          details: { sponsored },
          now: at,
        })
      })
      await cached.announceCompany(companyId)
      return { sponsored }
    },
  }
}

/** The company's own choice is read with the controls of any viewer, also of one without a row. */
const nobodyOf = (companyId: string): Viewer => ({ companyId, id: '', isOnePerson: false })

async function changeControls(
  { database, now, cached, namesOf }: Deps,
  viewer: Viewer,
  { optedOut, hidden }: ControlsChange,
): Promise<Controls> {
  if (hidden) {
    const known = await namesOf(database.pool, hidden)
    const unknown = hidden.filter((id) => !known.has(id))
    if (unknown.length > 0) throw fail('hidden_advertisers_unknown', { companyIds: unknown })
  }
  const controls = await database.transaction(async (tx) => {
    const change = { optedOut, hidden: hidden && [...new Set(hidden)] }
    await saveViewerControls(tx, viewer, change, now())
    return readControls(tx, viewer)
  })
  await cached.announce(viewer, controls)
  return controls
}
