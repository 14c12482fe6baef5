import { setImmediate as breathe } from 'node:timers/promises'
import type { Tx } from '#platform/db'
import type { Problem } from '../import.ts'
import type { ImportedProduct } from '../reading/imported-product.ts'
import { compareDigests, listSpellings } from './compare-store.ts'
import { type Digested, digestRecord } from './digest.ts'

/** After this number of records, the loop yields to other work. */
const atOnceMax = 200

export type FoundStored = Compared & {
  /** The records with the article numbers of their products. */
  readonly all: readonly ImportedProduct[]
  /** Records that could mean several products, by article number. They are not in `all`. */
  readonly ambiguous: ReadonlyMap<string, Problem>
  /** How the file spells the article number of a product. */
  readonly fileSku: (stored: string) => string
}

type Compared = {
  readonly digests: ReadonlyMap<string, Digested>
  /** For each known product: true if it already equals its record. */
  readonly isSameBySku: ReadonlyMap<string, boolean>
}

/**
 * Finds the product of each record. The same spelling comes first, then one that differs in case alone: the product
 * keeps its own spelling.
 */
export async function findStored(
  tx: Tx,
  supplierCompanyId: string,
  inFile: readonly ImportedProduct[],
): Promise<FoundStored> {
  const exact = await compareRecords(tx, supplierCompanyId, inFile)
  const unknown = inFile.flatMap(({ sku }) => (exact.isSameBySku.has(sku) ? [] : [sku]))
  const spellings = await listSpellings(tx, supplierCompanyId, unknown)
  if (spellings.size === 0) {
    return { ...exact, all: inFile, ambiguous: new Map(), fileSku: (sku) => sku }
  }
  const ambiguous = new Map<string, Problem>()
  const fileSkus = new Map<string, string>()
  const respelled: ImportedProduct[] = []
  const all = inFile.flatMap((one) => {
    const [stored, other] = spellings.get(one.sku) ?? []
    if (stored === undefined) return [one]
    if (other !== undefined) {
      ambiguous.set(one.sku, ambiguityOf(stored, other))
      return []
    }
    const renamed = { ...one, sku: stored }
    fileSkus.set(stored, one.sku)
    respelled.push(renamed)
    return [renamed]
  })
  const others = await compareRecords(tx, supplierCompanyId, respelled)
  return {
    all,
    digests: new Map([...exact.digests, ...others.digests]),
    isSameBySku: new Map([...exact.isSameBySku, ...others.isSameBySku]),
    ambiguous,
    fileSku: (sku) => fileSkus.get(sku) ?? sku,
  }
}

function ambiguityOf(one: string, other: string): Problem {
  const message = `The catalogue has two products with this article number, “${one}” and “${other}”. Spell the number exactly like that of the product you mean.`
  return { code: 'sku_ambiguous', message, field: 'sku', fatal: true }
}

async function compareRecords(
  tx: Tx,
  supplierCompanyId: string,
  records: readonly ImportedProduct[],
): Promise<Compared> {
  if (records.length === 0) return { digests: new Map(), isSameBySku: new Map() }
  const digests = await digestsOf(records)
  const isSameBySku = await compareDigests(
    tx,
    supplierCompanyId,
    records.map(({ sku, onHand, discontinued = false }) => {
      return { sku, onHand, discontinued, digest: digests.get(sku)?.digest ?? '' }
    }),
  )
  return { digests, isSameBySku }
}

async function digestsOf(all: readonly ImportedProduct[]): Promise<ReadonlyMap<string, Digested>> {
  const digests = new Map<string, Digested>()
  for (const [at, one] of all.entries()) {
    if (at % atOnceMax === 0) await breathe()
    digests.set(one.sku, digestRecord(one))
  }
  return digests
}
