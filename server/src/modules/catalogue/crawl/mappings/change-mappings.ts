import type { Actor } from '#kernel/actor'
import { isCurrency } from '#kernel/money'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import type { CrawlDeps } from '../deps.ts'
import {
  type FileShape,
  type FoundProduct,
  fixableFields,
  fixedValueOf,
  type MappedField,
  type Mapping,
} from '../extract/index.ts'
import { fail } from '../failures.ts'
import { Unparsable } from '../parsing/parser.ts'
import { cancelLocked } from '../runs/cancel-run.ts'
import { findLiveRun, lockLiveRun } from '../runs/run-store.ts'
import { ownSource } from '../sources/change-sources.ts'
import type { Source } from '../sources/source.ts'
import {
  confirmMapping,
  findMapping,
  forgetFeed,
  type SourceMapping,
  vanishAll,
  withdrawMapping,
} from './mapping-store.ts'

type Deps = Pick<CrawlDeps, 'database' | 'now' | 'parser' | 'incidents' | 'metrics'>

export type SeenMapping = SourceMapping & {
  readonly sourceName: string
  /** The first products of the file, as the confirmed or the likeliest mapping reads them. */
  readonly preview: readonly FoundProduct[]
}

export async function getMapping(deps: Deps, actor: Actor, sourceId: string): Promise<SeenMapping> {
  const { source, mapping } = await foundMapping(deps, actor, sourceId)
  return seenMapping(deps, source, mapping)
}

/** The first products of the file as a mapping would read them. Nothing is stored. */
export async function previewMapping(
  deps: Deps,
  actor: Actor,
  sourceId: string,
  wanted: Mapping,
): Promise<readonly FoundProduct[]> {
  const { mapping } = await foundMapping(deps, actor, sourceId)
  checkedShape(mapping, wanted)
  return preview(deps, mapping, wanted)
}

/** The operator says what the elements of the file mean. The next run reads the file so. */
export async function confirmSourceMapping(
  deps: Deps,
  actor: Actor,
  sourceId: string,
  wanted: Mapping & { readonly expectedVersion: number },
): Promise<SeenMapping> {
  const { source, mapping } = await foundMapping(deps, actor, sourceId)
  const { item, fields, expectedVersion } = wanted
  if (mapping.version !== expectedVersion) throw conflict(expectedVersion, mapping)
  const shape = checkedShape(mapping, wanted)
  if (fields.name === undefined) throw fail('mapping_incomplete', { field: 'name' })
  if (fields.number === undefined) throw fail('mapping_incomplete', { field: 'number' })
  const now = deps.now()
  const confirmed = await deps.database.transaction(async (tx) => {
    const change = {
      expectedVersion,
      mapping: {
        item,
        fields,
        paths: shape.paths.map(({ path }) => path),
        terms: shape.terms,
      },
      by: actor.id,
      now,
    }
    const changed = await confirmMapping(tx, source, change)
    if (!changed) throw conflict(expectedVersion, (await findMapping(tx, source)) ?? mapping)
    await forgetFeed(tx, source)
    await deps.incidents.resolve(tx, { key: 'crawl.mapping-waiting', dedupeKey: source.id, now })
    audit(tx, actor, 'crawl.mapping_confirmed', source, { item, fields: pairsOf(fields) }, now)
    return changed
  })
  deps.metrics.mapping('confirmed')
  return seenMapping(deps, source, confirmed)
}

/** Nothing of the file is read any more, and its offers leave the list at once: they may be read wrongly. */
export async function withdrawSourceMapping(
  deps: Deps,
  actor: Actor,
  sourceId: string,
): Promise<SeenMapping> {
  const { source } = await foundMapping(deps, actor, sourceId)
  const now = deps.now()
  const withdrawn = await deps.database.transaction(async (tx) => {
    // The run first, as a worker does: it locks its run before anything else.
    const live = await findLiveRun(tx, source)
    const locked = live && (await lockLiveRun(tx, live))
    const changed = await withdrawMapping(tx, source, now)
    if (!changed) throw fail('mapping_not_confirmed', { sourceId })
    if (locked) await cancelLocked(tx, locked, now)
    await forgetFeed(tx, source)
    const offers = await vanishAll(tx, source, now)
    audit(tx, actor, 'crawl.mapping_withdrawn', source, { offers }, now)
    return changed
  })
  deps.metrics.mapping('withdrawn')
  return seenMapping(deps, source, withdrawn)
}

async function foundMapping(deps: Deps, actor: Actor, sourceId: string) {
  const source = await ownSource(deps, actor, sourceId)
  const mapping = await findMapping(deps.database.pool, source)
  if (!mapping) throw fail('mapping_not_found', { sourceId })
  return { source, mapping }
}

async function seenMapping(
  deps: Deps,
  source: Source,
  mapping: SourceMapping,
): Promise<SeenMapping> {
  const wanted = mapping.confirmed?.mapping ?? mapping.shapes[0]
  const products = wanted ? await preview(deps, mapping, wanted) : []
  return { ...mapping, sourceName: source.name, preview: products }
}

/** A mapping that cannot be previewed shows nothing: an operator sees that before anybody else does. */
async function preview(
  { parser, now }: Deps,
  { companyId, shapes, url }: SourceMapping,
  { item, fields }: Mapping,
): Promise<readonly FoundProduct[]> {
  const shape = shapes.find((one) => one.item === item)
  if (!shape) return []
  const { examples, decimal } = shape
  const asked = { url, now: now().toISOString(), examples, fields, ...(decimal && { decimal }) }
  try {
    return await parser.preview(companyId, asked)
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error
    return []
  }
}

/** Each path must be one of the file, and each fixed value one that the field may have. */
function checkedShape({ shapes }: SourceMapping, { item, fields }: Mapping): FileShape {
  const shape = shapes.find((one) => one.item === item)
  if (!shape) throw fail('mapping_item_unknown', { item })
  const known = new Set(shape.paths.map(({ path }) => path))
  for (const [field, path] of Object.entries(fields)) {
    const fixed = fixedValueOf(path)
    const isValid = fixed === undefined ? known.has(path) : isFixable(field as MappedField, fixed)
    if (!isValid) throw fail('mapping_path_unknown', { field, path })
  }
  return shape
}

function isFixable(field: MappedField, value: string): boolean {
  if (!fixableFields.has(field)) return false
  if (field === 'currency') return isCurrency(value)
  if (field === 'tax') return value === 'net' || value === 'gross'
  if (field === 'priceQuantity') return /^[1-9]\d{0,5}$/.test(value)
  return value.trim() !== '' && value.length <= 100
}

const pairsOf = (fields: Mapping['fields']) =>
  Object.entries(fields)
    .map(([field, path]) => `${field}: ${path}`)
    .join(', ')

function conflict(given: number, { version: current }: SourceMapping) {
  return fail('mapping_version_conflict', { given, current })
}

function audit(
  tx: Tx,
  actor: Actor,
  action: `crawl.${string}`,
  { companyId, id }: Source,
  details: Readonly<Record<string, string | number>>,
  now: Date,
): void {
  const target = { type: 'crawl_source', id }
  recordAudit(tx, { companyId, actor, action, target, outcome: 'done', details, now })
}
