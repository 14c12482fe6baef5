import type { Actor } from '#kernel/actor'
import { after, hoursMs } from '#kernel/time'
import { type EraseDeps, type Erased, erasePerson } from './erase-person.ts'
import { deleteLeftParts } from './export-part-store.ts'
import { expireExports, type PrivacyExport } from './export-store.ts'
import {
  type ExportDeps,
  type ExportLink,
  getExport,
  linkExport,
  prepareExport,
  requestExport,
  takeExport,
  takeTable,
} from './exports.ts'
import { identityData } from './identity-data.ts'

export type Privacy = {
  requestExport(actor: Actor): Promise<PrivacyExport>
  getExport(actor: Actor, exportId: string): Promise<PrivacyExport>
  linkExport(actor: Actor, exportId: string): Promise<ExportLink>
  takeExport(token: string): Promise<AsyncIterable<string>>
  takeTable(token: string, table: string): Promise<AsyncIterable<string>>
  erase(actor: Actor, userId: string): Promise<Erased>
  /** For the worker. */
  prepareExport(exportId: string): Promise<void>
  expireExports(): Promise<void>
}

/** Longer than the download of an export takes. */
const sendingMs = hoursMs(1)

/** `sources`: the personal data of the other modules. */
export function createPrivacy(given: ExportDeps & EraseDeps): Privacy {
  const deps = { ...given, sources: [...given.sources, identityData] }
  return {
    requestExport: (actor) => requestExport(deps, actor),
    getExport: (actor, exportId) => getExport(deps, actor, exportId),
    linkExport: (actor, exportId) => linkExport(deps, actor, exportId),
    takeExport: (token) => takeExport(deps, token),
    takeTable: (token, table) => takeTable(deps, token, table),
    erase: (actor, userId) => erasePerson(deps, actor, userId),
    prepareExport: (exportId) => prepareExport(deps, exportId),
    expireExports: async () => {
      const { pool } = deps.database
      await expireExports(pool, deps.now())
      await deleteLeftParts(pool, after(deps.now(), -sendingMs))
    },
  }
}
