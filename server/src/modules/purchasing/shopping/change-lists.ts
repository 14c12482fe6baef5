import { type Actor, may, ownerIdOf } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import { requireOpenUnit, unitsOfMember } from '#modules/structure'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { fail } from './failures.ts'
import { listsMax, mayChange, mayRead, type ShoppingList, type Visibility } from './list.ts'
import {
  deleteList,
  findList,
  insertList,
  lockList,
  lockListsOf,
  updateList,
} from './list-store.ts'

export type ListInput = {
  readonly name: string
  readonly visibility: Visibility
  /** The unit of a list for a unit. Default: the unit of the actor. */
  readonly unitId?: string | undefined
}

export type ChangeDeps = { readonly database: Database; readonly now: Clock }

/** Throws `shopping.list_not_found` for a list of others that is not shared with the actor, as for an unknown one. */
export async function readList(conn: Conn, actor: Actor, listId: string): Promise<ShoppingList> {
  const list = await findList(conn, actor.companyId, listId)
  if (!list || !(await isReadable(conn, actor, list))) throw fail('list_not_found', { listId })
  return list
}

/** Locks a list that the actor is going to change, until the transaction ends. */
export async function lockOwnList(tx: Tx, actor: Actor, listId: string): Promise<ShoppingList> {
  const list = await lockList(tx, actor.companyId, listId)
  if (!list || !(await isReadable(tx, actor, list))) throw fail('list_not_found', { listId })
  if (!mayChange(actor, list)) throw fail('list_of_another', { listId })
  return list
}

/** Participant: creates an empty list in the caller's transaction. */
export async function createList(
  tx: Tx,
  actor: Actor,
  input: ListInput,
  now: Date,
): Promise<ShoppingList> {
  const { companyId } = actor
  const ownerId = ownerIdOf(actor)
  const list: ShoppingList = {
    id: newId('lst', now),
    companyId,
    ownerId,
    name: input.name.trim(),
    visibility: input.visibility,
    unitId: await unitFor(tx, actor, input),
    version: 1,
    createdAt: now,
    changedAt: now,
  }
  if ((await lockListsOf(tx, companyId, ownerId)) >= listsMax) {
    throw fail('lists_limit_reached', { limit: listsMax })
  }
  await insertList(tx, list)
  auditList(tx, actor, 'created', list, now)
  return list
}

/** Absent fields do not change. Another visibility than `UNIT` takes the unit away. */
export async function changeList(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  listId: string,
  change: Partial<ListInput>,
): Promise<ShoppingList> {
  const now = clock()
  return database.transaction(async (tx) => {
    const before = await lockOwnList(tx, actor, listId)
    const { name = before.name, visibility = before.visibility } = change
    const wasForUnit = before.visibility === 'UNIT' && visibility === 'UNIT'
    const unitId =
      wasForUnit && change.unitId === undefined
        ? before.unitId
        : await unitFor(tx, actor, { name, visibility, unitId: change.unitId })
    const list = {
      ...before,
      name: name.trim(),
      visibility,
      unitId,
      version: before.version + 1,
      changedAt: now,
    }
    await updateList(tx, list)
    auditList(tx, actor, 'changed', list, now)
    return list
  })
}

export async function removeList(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  listId: string,
): Promise<ShoppingList> {
  const now = clock()
  return database.transaction(async (tx) => {
    const list = await lockOwnList(tx, actor, listId)
    await deleteList(tx, list)
    auditList(tx, actor, 'deleted', list, now)
    return list
  })
}

/** Records that items of a locked list change: who reads the list by its changes, finds it. */
export async function noteItemsChanged(
  tx: Tx,
  before: ShoppingList,
  now: Date,
): Promise<ShoppingList> {
  const list = { ...before, version: before.version + 1, changedAt: now }
  await updateList(tx, list)
  return list
}

async function isReadable(conn: Conn, actor: Actor, list: ShoppingList): Promise<boolean> {
  const isOfUnits = list.visibility === 'UNIT'
  const units = isOfUnits ? await unitsOfMember(conn, actor.companyId, actor.id) : new Set<string>()
  return mayRead(actor, list, units)
}

async function unitFor(
  tx: Tx,
  actor: Actor,
  { visibility, unitId }: ListInput,
): Promise<string | undefined> {
  if (visibility !== 'UNIT') {
    if (unitId !== undefined) throw fail('unit_not_expected')
    return undefined
  }
  // The first one is the actor's own unit.
  const units = await unitsOfMember(tx, actor.companyId, actor.id)
  const [own] = units
  const chosen = unitId ?? own
  if (chosen === undefined) throw fail('unit_required')
  await requireOpenUnit(tx, actor.companyId, chosen)
  if (!units.has(chosen) && !may(actor, 'administer_company')) {
    throw fail('unit_of_others', { unitId: chosen })
  }
  return chosen
}

function auditList(
  tx: Tx,
  actor: Actor,
  done: 'created' | 'changed' | 'deleted',
  { id, companyId, visibility, unitId }: ShoppingList,
  now: Date,
): void {
  recordAudit(tx, {
    companyId,
    actor,
    action: `shopping.list_${done}`,
    target: { type: 'shopping_list', id },
    outcome: 'done',
    details: { visibility, ...(unitId !== undefined && { unitId }) },
    now,
  })
}
