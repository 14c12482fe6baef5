import type { Actor } from '#kernel/actor'
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

export type Structure = {
  /** Throws `structure.unit_not_found`, as the changes do. */
  unit(actor: Actor, unitId: string): Promise<Unit>
  createUnit(actor: Actor, input: UnitInput): Promise<Unit>
  /** Absent fields do not change. */
  changeUnit(actor: Actor, unitId: string, change: Partial<UnitInput>): Promise<Unit>
  /** Throws `structure.unit_in_use` while something belongs to it. */
  endUnit(actor: Actor, unitId: string): Promise<Unit>
}

export function createStructure(deps: StructureDeps): Structure {
  const { pool } = deps.database
  return {
    unit: async ({ companyId }, unitId) => {
      const unit = await findUnit(pool, companyId, unitId)
      if (!unit) throw fail('unit_not_found', { unitId })
      return unit
    },
    createUnit: (actor, input) => createUnit(deps, actor, input),
    changeUnit: (actor, unitId, change) => changeUnit(deps, actor, unitId, change),
    endUnit: (actor, unitId) => endUnit(deps, actor, unitId),
  }
}
