import type { Actor } from '#kernel/actor'
import { type EraseDeps, type Erased, erasePerson } from './erase-person.ts'
import { expireExports, type PrivacyExport } from './export-store.ts'
import {
  type ExportDeps,
  getExport,
  linkExport,
  prepareExport,
  requestExport,
  takeExport,
} from './exports.ts'
import { identityData } from './identity-data.ts'

export type Privacy = {
  requestExport(actor: Actor): Promise<PrivacyExport>
  getExport(actor: Actor, exportId: string): Promise<PrivacyExport>
  linkExport(actor: Actor, exportId: string): Promise<{ url: string; expiresAt: Date }>
  takeExport(token: string): Promise<string>
  erase(actor: Actor, userId: string): Promise<Erased>
  /** For the worker. */
  prepareExport(exportId: string): Promise<void>
  expireExports(): Promise<void>
}

/** `sources`: what the other parts of the product hold of people. */
export function createPrivacy(given: ExportDeps & EraseDeps): Privacy {
  const deps = { ...given, sources: [...given.sources, identityData] }
  return {
    requestExport: (actor) => requestExport(deps, actor),
    getExport: (actor, exportId) => getExport(deps, actor, exportId),
    linkExport: (actor, exportId) => linkExport(deps, actor, exportId),
    takeExport: (token) => takeExport(deps, token),
    erase: (actor, userId) => erasePerson(deps, actor, userId),
    prepareExport: (exportId) => prepareExport(deps, exportId),
    expireExports: () => expireExports(deps.database.pool, deps.now()),
  }
}
