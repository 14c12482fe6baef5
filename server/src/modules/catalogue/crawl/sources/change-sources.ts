import { type Actor, may } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, hoursMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import type { CrawlDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { cancelLocked } from '../runs/cancel-run.ts'
import { findLiveRun, lockLiveRun } from '../runs/run-store.ts'
import { checkAddress } from './check-address.ts'
import type { Source, SourceKind, SourceState } from './source.ts'
import {
  findSource,
  insertSource,
  markSourceDeleted,
  sourcesMax,
  updateSource,
} from './source-store.ts'
import { companiesReadBy, companyOfSources, mayChange } from './visible-to.ts'

type Deps = Pick<CrawlDeps, 'database' | 'now' | 'outbound' | 'isSupplier' | 'incidents'>

export type NewSource = {
  readonly name: string
  readonly kind: SourceKind
  readonly url: string
  readonly supplierId?: string | undefined
  readonly everyHours?: number | undefined
}

/** Operators make sources that everybody sees. An administrator makes sources that the company alone sees. */
export async function createSource(deps: Deps, actor: Actor, given: NewSource): Promise<Source> {
  const url = await checkAddress(deps.outbound, given.url)
  await assertSupplierKnown(deps, given.supplierId)
  const at = deps.now()
  const { name, kind, supplierId, everyHours } = given
  const companyId = companyOfSources(actor)
  const source: Source = {
    companyId,
    id: newId('csrc', at),
    name,
    kind,
    url,
    supplierId,
    isSupplierConfirmed: mayConfirm(actor, companyId, supplierId),
    state: 'ACTIVE',
    everyHours,
    nextRunAt: everyHours === undefined ? undefined : at,
    createdAt: at,
    updatedAt: at,
  }
  await deps.database.transaction(async (tx) => {
    const inserted = await insertSource(tx, source)
    if (inserted === 'full') throw fail('sources_too_many', { sourcesMax })
    if (inserted !== 'inserted') throw fail('source_exists', { sourceId: inserted.exists })
    audit(tx, actor, 'crawl.source_created', source, { kind, ...supplierDetails(supplierId) }, at)
  })
  return source
}

export type SourceEdit = {
  readonly name?: string | undefined
  readonly supplierId?: string | null | undefined
  readonly state?: SourceState | undefined
  /** Null: no schedule. */
  readonly everyHours?: number | null | undefined
}

export async function changeSource(
  deps: Deps,
  actor: Actor,
  sourceId: string,
  edit: SourceEdit,
): Promise<Source> {
  const { database, now } = deps
  const source = await ownSource(deps, actor, sourceId)
  await assertSupplierKnown(deps, edit.supplierId ?? undefined)
  const at = now()
  const everyHours =
    edit.everyHours === undefined ? source.everyHours : (edit.everyHours ?? undefined)
  const isReplanned = everyHours !== source.everyHours
  const supplierId =
    edit.supplierId === undefined ? source.supplierId : (edit.supplierId ?? undefined)
  const isSameSupplier = supplierId === source.supplierId
  const changed = {
    name: edit.name ?? source.name,
    supplierId,
    isSupplierConfirmed:
      (isSameSupplier && source.isSupplierConfirmed) ||
      (edit.supplierId !== undefined && mayConfirm(actor, source.companyId, supplierId)),
    state: edit.state ?? source.state,
    everyHours,
    nextRunAt: isReplanned
      ? everyHours === undefined
        ? undefined
        : after(at, hoursMs(everyHours))
      : source.nextRunAt,
  }
  await database.transaction(async (tx) => {
    if (!(await updateSource(tx, source, changed, at))) throw fail('source_not_found', { sourceId })
    const details = { state: changed.state, ...(edit.supplierId && supplierDetails(supplierId)) }
    audit(tx, actor, 'crawl.source_changed', source, details, at)
  })
  return { ...source, ...changed, updatedAt: at }
}

/** Its live run is cancelled, and its offers are seen no more. */
export async function deleteSource(deps: Deps, actor: Actor, sourceId: string): Promise<void> {
  const { database, now, incidents } = deps
  const source = await ownSource(deps, actor, sourceId)
  const at = now()
  await database.transaction(async (tx) => {
    if (!(await markSourceDeleted(tx, source, at))) throw fail('source_not_found', { sourceId })
    const live = await findLiveRun(tx, source)
    const locked = live && (await lockLiveRun(tx, live))
    if (locked) await cancelLocked(tx, locked, at)
    await incidents.resolve(tx, { key: 'crawl.mapping-waiting', dedupeKey: sourceId, now: at })
    audit(tx, actor, 'crawl.source_deleted', source, {}, at)
  })
}

/** A source that the actor sees and may not change is refused like one that does not exist. */
export async function ownSource(
  { database }: Pick<Deps, 'database'>,
  actor: Actor,
  sourceId: string,
): Promise<Source> {
  const source = await findSource(database.pool, companiesReadBy(actor), sourceId)
  if (!source || !mayChange(actor, source.companyId)) throw fail('source_not_found', { sourceId })
  return source
}

async function assertSupplierKnown({ isSupplier }: Deps, supplierId?: string): Promise<void> {
  if (supplierId !== undefined && !(await isSupplier(supplierId))) {
    throw fail('supplier_unknown', { supplierId })
  }
}

/**
 * Whether this actor's word is enough that the source shows the goods of this company. Otherwise an administrator could send the
 * offer requests of any site to any company.
 */
function mayConfirm(actor: Actor, companyId: string, supplierId: string | undefined): boolean {
  if (supplierId === undefined) return false
  return supplierId === companyId || may(actor, 'operate_platform')
}

const supplierDetails = (supplierId: string | undefined): { readonly supplierId?: string } =>
  supplierId === undefined ? {} : { supplierId }

function audit(
  tx: Tx,
  actor: Actor,
  action: `crawl.${string}`,
  { companyId, id }: Source,
  details: Readonly<Record<string, string>>,
  now: Date,
): void {
  const target = { type: 'crawl_source', id }
  recordAudit(tx, { companyId, actor, action, target, outcome: 'done', details, now })
}
