import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import { countMembersOfUnit } from '#modules/identity'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { countCodesOfUnit } from '../codes/code-store.ts'
import { UnitChanged, UnitCreated, UnitEnded, unitDataOf } from '../events.ts'
import { fail } from '../failures.ts'
import { levelsMax, misplacement, type Tree } from './tree.ts'
import { type Unit, type UnitKind, unitsMax } from './unit.ts'
import {
  findByExternalId,
  findUnit,
  insertUnit,
  lockTree,
  lockUnit,
  readTree,
  updateUnit,
} from './unit-store.ts'

export type UnitInput = {
  readonly name: string
  readonly kind: UnitKind
  /** Null: the unit stands at the top. */
  readonly parentId?: string | null | undefined
  readonly externalId?: string | null | undefined
}

/** How many records of later modules belong to the unit. */
export type UsesOfUnit = { readonly budgets: number; readonly addresses: number }

export type StructureDeps = {
  readonly database: Database
  readonly now: Clock
  readonly usesOfUnit: (tx: Tx, companyId: string, unitId: string) => Promise<UsesOfUnit>
  /** Participant. The unit and all below it belong to others than before. */
  readonly unitMoved: (tx: Tx) => void
}

export async function createUnit(
  { database, now: clock }: StructureDeps,
  actor: Actor,
  input: UnitInput,
): Promise<Unit> {
  const now = clock()
  const unit: Unit = {
    id: newId('unt', now),
    companyId: actor.companyId,
    name: input.name.trim(),
    kind: input.kind,
    parentId: input.parentId ?? undefined,
    externalId: input.externalId?.trim() || undefined,
    endedAt: undefined,
    version: 1,
    createdAt: now,
    changedAt: now,
  }
  return database.transaction(async (tx) => {
    await lockTree(tx, actor.companyId)
    const tree = await readTree(tx, actor.companyId)
    if (tree.size >= unitsMax) throw fail('units_limit_reached', { limit: unitsMax })
    assertPlacement(tree, unit)
    await assertExternalIdFree(tx, unit)
    await insertUnit(tx, unit)
    await report(tx, actor, unit, 'created')
    return unit
  })
}

export async function changeUnit(
  { database, now: clock, unitMoved }: StructureDeps,
  actor: Actor,
  unitId: string,
  change: Partial<UnitInput>,
): Promise<Unit> {
  const now = clock()
  return database.transaction(async (tx) => {
    await lockTree(tx, actor.companyId)
    const before = await getOpenUnit(tx, actor, unitId)
    const { parentId = before.parentId, externalId = before.externalId } = change
    const unit: Unit = {
      ...before,
      name: change.name?.trim() ?? before.name,
      kind: change.kind ?? before.kind,
      parentId: parentId ?? undefined,
      externalId: externalId?.trim() || undefined,
      version: before.version + 1,
      changedAt: now,
    }
    if (unit.parentId !== before.parentId) {
      assertPlacement(await readTree(tx, actor.companyId), unit)
      unitMoved(tx)
    }
    await assertExternalIdFree(tx, unit)
    await updateUnit(tx, unit)
    await report(tx, actor, unit, 'changed')
    return unit
  })
}

export async function endUnit(
  { database, now: clock, usesOfUnit }: StructureDeps,
  actor: Actor,
  unitId: string,
): Promise<Unit> {
  const now = clock()
  const { companyId } = actor
  return database.transaction(async (tx) => {
    await lockTree(tx, companyId)
    const before = await getOpenUnit(tx, actor, unitId)
    await lockUnit(tx, before)
    const tree = await readTree(tx, companyId)
    const units = [...tree.values()].filter((parentId) => parentId === unitId).length
    const members = await countMembersOfUnit(tx, companyId, unitId, now)
    const codes = await countCodesOfUnit(tx, companyId, unitId)
    const uses = { members, units, codes, ...(await usesOfUnit(tx, companyId, unitId)) }
    if (Object.values(uses).some((count) => count > 0)) throw fail('unit_in_use', uses)
    const unit = { ...before, endedAt: now, version: before.version + 1, changedAt: now }
    await updateUnit(tx, unit)
    await report(tx, actor, unit, 'ended')
    return unit
  })
}

async function getOpenUnit(tx: Tx, { companyId }: Actor, unitId: string): Promise<Unit> {
  const unit = await findUnit(tx, companyId, unitId)
  if (!unit) throw fail('unit_not_found', { unitId })
  if (unit.endedAt) throw fail('unit_ended', { unitId })
  return unit
}

function assertPlacement(tree: Tree, { id: unitId, parentId }: Unit): void {
  if (parentId === undefined) return
  if (!tree.has(parentId)) throw fail('unit_unknown', { unitId: parentId })
  const reason = misplacement(tree, unitId, parentId)
  if (reason === 'circle') throw fail('unit_circle', { unitId, parentId })
  if (reason === 'too_deep') throw fail('unit_too_deep', { parentId, levelsMax })
}

async function assertExternalIdFree(tx: Tx, { companyId, id, externalId }: Unit): Promise<void> {
  if (externalId === undefined) return
  const unitId = await findByExternalId(tx, companyId, externalId)
  if (unitId === undefined || unitId === id) return
  throw fail('unit_external_id_taken', { externalId, unitId })
}

const kinds = { created: UnitCreated, changed: UnitChanged, ended: UnitEnded }

async function report(tx: Tx, actor: Actor, unit: Unit, done: keyof typeof kinds): Promise<void> {
  const { companyId, id, version, kind, parentId, changedAt } = unit
  recordAudit(tx, {
    companyId,
    actor,
    action: `structure.unit_${done}`,
    target: { type: 'company_unit', id },
    outcome: 'done',
    details: { kind, ...(parentId !== undefined && { parentId }) },
    now: changedAt,
  })
  await emit(tx, kinds[done], {
    companyId,
    entityId: id,
    entityVersion: version,
    data: unitDataOf(unit),
    occurredAt: changedAt,
  })
}
