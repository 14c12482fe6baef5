import type { Readable } from 'node:stream'
import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import type { Conn } from '#platform/db'
import {
  type CodeInput,
  changeCode,
  createCode,
  getCode,
  setCodeEnded,
} from './codes/change-codes.ts'
import type { AccountingCode, CodeKind } from './codes/code.ts'
import { applyImport, previewImport } from './codes/importing/import-codes.ts'
import type { ImportPlan } from './codes/importing/plan-import.ts'
import { type NamedCodes, refusalOfCodes } from './codes/refusal-of-codes.ts'
import { fail } from './failures.ts'
import {
  changeUnit,
  createUnit,
  endUnit,
  type StructureDeps,
  type UnitInput,
} from './units/change-units.ts'
import type { Unit } from './units/unit.ts'
import { findUnit } from './units/unit-store.ts'

type CodeOf = { readonly kind: CodeKind; readonly id: string }

export type Structure = {
  /** Throws `structure.unit_not_found`, as the changes do. */
  unit(actor: Actor, unitId: string): Promise<Unit>
  createUnit(actor: Actor, input: UnitInput): Promise<Unit>
  /** Absent fields do not change. */
  changeUnit(actor: Actor, unitId: string, change: Partial<UnitInput>): Promise<Unit>
  /** Throws `structure.unit_in_use` while something belongs to it. */
  endUnit(actor: Actor, unitId: string): Promise<Unit>
  /** Throws `structure.code_not_found`, as the changes do. */
  code(actor: Actor, kind: CodeKind, id: string): Promise<AccountingCode>
  createCode(actor: Actor, kind: CodeKind, input: CodeInput): Promise<AccountingCode>
  /** Absent fields do not change. */
  changeCode(actor: Actor, code: CodeOf, change: Partial<CodeInput>): Promise<AccountingCode>
  /** Ends the code, or opens it again. */
  setCodeEnded(actor: Actor, code: CodeOf, isEnded: boolean): Promise<AccountingCode>
  /** What the CSV file would do. Changes nothing. */
  previewImport(actor: Actor, kind: CodeKind, body: Readable): Promise<ImportPlan>
  /** Does what the preview with this digest said, all or nothing. */
  importCodes(
    actor: Actor,
    kind: CodeKind,
    file: { readonly body: Readable; readonly digest: string },
  ): Promise<ImportPlan>
  /** `structure.code_unknown` if the company keeps a list of this kind and one of the codes cannot be named today. */
  refusalOfCodes(conn: Conn, companyId: string, named: NamedCodes): Promise<Failure | undefined>
  /** Throws it. */
  assertCodesListed(conn: Conn, companyId: string, named: NamedCodes): Promise<void>
}

export function createStructure(deps: StructureDeps): Structure {
  const { pool } = deps.database
  const refusal = (conn: Conn, companyId: string, named: NamedCodes) =>
    refusalOfCodes(conn, companyId, named, deps.now())
  return {
    unit: async ({ companyId }, unitId) => {
      const unit = await findUnit(pool, companyId, unitId)
      if (!unit) throw fail('unit_not_found', { unitId })
      return unit
    },
    createUnit: (actor, input) => createUnit(deps, actor, input),
    changeUnit: (actor, unitId, change) => changeUnit(deps, actor, unitId, change),
    endUnit: (actor, unitId) => endUnit(deps, actor, unitId),
    code: (actor, kind, id) => getCode(pool, actor, kind, id),
    createCode: (actor, kind, input) => createCode(deps, actor, kind, input),
    changeCode: (actor, code, change) => changeCode(deps, actor, code, change),
    setCodeEnded: (actor, code, isEnded) => setCodeEnded(deps, actor, code, isEnded),
    previewImport: (actor, kind, body) => previewImport(deps, actor, kind, body),
    importCodes: (actor, kind, file) => applyImport(deps, actor, kind, file),
    refusalOfCodes: refusal,
    assertCodesListed: async (conn, companyId, named) => {
      const refused = await refusal(conn, companyId, named)
      if (refused) throw refused
    },
  }
}
