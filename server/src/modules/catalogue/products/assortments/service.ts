import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import { oneAfterTheOther, type Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { assertUnitOfBuyers } from '../agreements/assert-unit-of-buyers.ts'
import { termsChanged } from '../agreements/create-terms.ts'
import type { AgreementsDeps } from '../agreements/deps.ts'
import { fail } from '../failures.ts'
import {
  type Assortment,
  assortmentsMax,
  assortmentsOfCompanyMax,
  nothing,
  type Selection,
} from './assortment.ts'
import {
  countAssortments,
  deleteAssortment,
  findAssortment,
  findOverloaded,
  findUnknownParts,
  lockAssortment,
  saveAssortment,
} from './assortment-store.ts'

export type AssortmentDraft = {
  readonly name: string
  readonly included?: Partial<Selection> | undefined
  readonly excluded?: Partial<Selection> | undefined
  readonly companyIds?: readonly string[] | undefined
  /** A unit of the company, for which alone it holds, with all units below it. Null: the whole company. */
  readonly unitId?: string | null | undefined
}

/** Operators decide which products a company sees. Nobody else learns that products are excluded. */
export type Assortments = {
  create(actor: Actor, draft: AssortmentDraft): Promise<Assortment>
  /** Absent fields do not change. A given selection replaces the whole former one. */
  change(actor: Actor, id: string, changes: Partial<AssortmentDraft>): Promise<Assortment>
  remove(actor: Actor, id: string): Promise<void>
  get(id: string): Promise<Assortment>
}

export function createAssortments(deps: AgreementsDeps): Assortments {
  const { database } = deps
  return {
    create: (actor, draft) => create(deps, actor, draft),
    change: (actor, id, changes) => change(deps, actor, id, changes),
    remove: (actor, id) =>
      database.transaction(async (tx) => {
        const assortment = await lockOne(tx, id)
        await deleteAssortment(tx, id)
        recordChange(tx, actor, assortment, 'deleted', deps.now())
      }),
    get: async (id) => {
      const assortment = await findAssortment(database.pool, id)
      if (!assortment) throw fail('assortment_not_found', { assortmentId: id })
      return assortment
    },
  }
}

/** Guards the number of all assortments, and the number for each company. */
const limitsKey = 'catalog.assortments'

async function create(
  deps: AgreementsDeps,
  actor: Actor,
  { name, included, excluded, companyIds = [], unitId }: AssortmentDraft,
): Promise<Assortment> {
  const now = deps.now()
  const assortment: Assortment = {
    id: newId('ast', now),
    name,
    included: { ...nothing, ...included },
    excluded: { ...nothing, ...excluded },
    companyIds: [...new Set(companyIds)],
    unitId: unitId ?? undefined,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  await assertCompaniesKnown(deps, companyIds)
  await assertPartsKnown(deps, [included, excluded])
  await deps.database.transaction(async (tx) => {
    await oneAfterTheOther(tx, limitsKey)
    if ((await countAssortments(tx)) >= assortmentsMax) throw fail('assortments_too_many')
    if (unitId) await assertUnitOfBuyers(tx, unitId, companyIds)
    await save(tx, actor, assortment, 'created')
  })
  return assortment
}

async function change(
  deps: AgreementsDeps,
  actor: Actor,
  id: string,
  { name, included, excluded, companyIds, unitId }: Partial<AssortmentDraft>,
): Promise<Assortment> {
  const now = deps.now()
  await assertCompaniesKnown(deps, companyIds ?? [])
  await assertPartsKnown(deps, [included, excluded])
  return deps.database.transaction(async (tx) => {
    await oneAfterTheOther(tx, limitsKey)
    const before = await lockOne(tx, id)
    const assortment: Assortment = {
      ...before,
      name: name ?? before.name,
      included: included ? { ...nothing, ...included } : before.included,
      excluded: excluded ? { ...nothing, ...excluded } : before.excluded,
      companyIds: companyIds ? [...new Set(companyIds)] : before.companyIds,
      unitId: unitId === undefined ? before.unitId : (unitId ?? undefined),
      version: before.version + 1,
      updatedAt: now,
    }
    if (assortment.unitId !== undefined && (unitId || companyIds)) {
      await assertUnitOfBuyers(tx, assortment.unitId, assortment.companyIds)
    }
    await save(tx, actor, assortment, 'changed')
    return assortment
  })
}

async function lockOne(tx: Tx, id: string): Promise<Assortment> {
  const assortment = await lockAssortment(tx, id)
  if (!assortment) throw fail('assortment_not_found', { assortmentId: id })
  return assortment
}

async function save(
  tx: Tx,
  actor: Actor,
  assortment: Assortment,
  verb: 'created' | 'changed',
): Promise<void> {
  await saveAssortment(tx, assortment)
  const { companyIds, updatedAt } = assortment
  const overloaded = await findOverloaded(tx, companyIds, assortmentsOfCompanyMax)
  if (overloaded) throw fail('assortments_of_company_too_many', { companyId: overloaded })
  recordChange(tx, actor, assortment, verb, updatedAt)
}

async function assertCompaniesKnown(
  { findCompany }: AgreementsDeps,
  companyIds: readonly string[],
): Promise<void> {
  for (const companyId of companyIds) {
    if (!(await findCompany(companyId))) throw fail('company_unknown', { companyId })
  }
}

/** A wrong id would exclude nothing, or almost everything, and nobody would notice. */
async function assertPartsKnown(
  { database, findCompany }: AgreementsDeps,
  selections: readonly (Partial<Selection> | undefined)[],
): Promise<void> {
  const named = (kind: keyof Selection) => selections.flatMap((one) => one?.[kind] ?? [])
  for (const supplierId of named('suppliers')) {
    const company = await findCompany(supplierId)
    if (!company?.supplier) throw fail('supplier_unknown', { supplierId })
  }
  const unknown = await findUnknownParts(database.pool, {
    categories: named('categories'),
    products: named('products'),
  })
  const [category] = unknown.categories
  if (category !== undefined) throw fail('category_unknown', { category })
  if (unknown.products.length > 0) {
    throw fail('products_unknown', { productIds: unknown.products.slice(0, unknownShown) })
  }
}

const unknownShown = 20

function recordChange(
  tx: Tx,
  actor: Actor,
  { id, version, companyIds, unitId }: Assortment,
  verb: 'created' | 'changed' | 'deleted',
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `catalog.assortment_${verb}`,
    target: { type: 'assortment', id },
    outcome: 'done',
    details: {
      version,
      companies: companyIds.length,
      ...(unitId !== undefined && { unitId }),
    },
    now,
  })
  ringAfterCommit(tx, termsChanged)
}
