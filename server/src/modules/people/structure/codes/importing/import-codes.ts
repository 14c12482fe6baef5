import type { Readable } from 'node:stream'
import type { Actor } from '#kernel/actor'
import type { Conn } from '#platform/db'
import { fail } from '../../failures.ts'
import type { StructureDeps } from '../../units/change-units.ts'
import { listOpenUnits, requireOpenUnit } from '../../units/unit-store.ts'
import { reportCode } from '../change-codes.ts'
import type { CodeKind } from '../code.ts'
import { insertCode, listCodes, lockCodes, updateCode } from '../code-store.ts'
import { namedMax } from './import-schemas.ts'
import { type ImportPlan, type ImportStep, planImport } from './plan-import.ts'
import { type ImportRow, readImport } from './read-import.ts'

/** Tells what the file would do, and changes nothing. */
export async function previewImport(
  { database, now }: StructureDeps,
  actor: Actor,
  kind: CodeKind,
  body: Readable,
): Promise<ImportPlan> {
  return planFor(database.pool, actor, kind, await readImport(body), now())
}

/**
 * Does what the preview with this digest said, all or nothing. A file whose changes are all made already changes nothing, so a request
 * may be repeated.
 */
export async function applyImport(
  { database, now: clock }: StructureDeps,
  actor: Actor,
  kind: CodeKind,
  { body, digest }: { readonly body: Readable; readonly digest: string },
): Promise<ImportPlan> {
  const rows = await readImport(body)
  const now = clock()
  return database.transaction(async (tx) => {
    await lockCodes(tx, actor.companyId, kind)
    const plan = await planFor(tx, actor, kind, rows, now)
    if (plan.problems.length > 0) {
      const problems = plan.problems.slice(0, namedMax)
      throw fail('import_has_problems', { count: plan.problems.length, problems })
    }
    if (plan.steps.length === 0) return plan
    if (plan.digest !== digest) throw fail('import_differs', { digest: plan.digest })
    const units = new Set(
      plan.steps.flatMap(({ code }) => (code.endedAt ? [] : (code.unitId ?? []))),
    )
    for (const unitId of [...units].sort()) await requireOpenUnit(tx, actor.companyId, unitId)
    for (const { action, code } of plan.steps) {
      await (action === 'CREATE' ? insertCode(tx, code) : updateCode(tx, code))
      await reportCode(tx, actor, code, done[action])
    }
    return plan
  })
}

const done = {
  CREATE: 'created',
  CHANGE: 'changed',
  REOPEN: 'changed',
  END: 'ended',
} as const satisfies Readonly<Record<ImportStep['action'], string>>

async function planFor(
  conn: Conn,
  { companyId }: Actor,
  kind: CodeKind,
  rows: readonly ImportRow[],
  now: Date,
): Promise<ImportPlan> {
  const codes = await listCodes(conn, companyId, kind)
  const openUnits = await listOpenUnits(conn, companyId)
  return planImport(rows, { companyId, kind, codes, openUnits, now })
}
