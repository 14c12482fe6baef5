import { createHash } from 'node:crypto'
import type { Database } from '#platform/db'
import type { Seal, SealedColumn } from '#platform/seal'
import { type Head, insertAnchor, readGrownHeads } from './anchor-store.ts'

const companiesPerTurn = 200

/** The place that the sealed text of an anchor is bound to. */
const anchorPlace = (companyId: string, sequence: number): string =>
  `${companyId}|platform.audit_anchors|sealed|${sequence}`

/**
 * Seals the last link of every chain that has grown, and logs one digest of all of them. The log leaves the database, so the
 * digest is kept elsewhere too. The key of the seals is never in the database.
 */
export async function anchorAuditChains(
  deps: {
    readonly database: Database
    readonly seal: Seal
    readonly now: () => Date
    readonly log: { info(fields: object, message: string): void }
  },
  signal?: AbortSignal,
): Promise<number> {
  const { database, seal, now, log } = deps
  const digest = createHash('sha256')
  let anchored = 0
  let after = ''
  while (!signal?.aborted) {
    const { heads, last } = await readGrownHeads(database.pool, { after, limit: companiesPerTurn })
    if (last === undefined) break
    await database.transaction(async (tx) => {
      for (const head of heads) {
        digest.update(textOf(head))
        await insertAnchor(tx, { ...head, sealed: sealHead(seal, head) }, now())
      }
    })
    anchored += heads.length
    after = last
  }
  if (anchored > 0) {
    log.info({ chains: anchored, digest: digest.digest('hex') }, 'Audit chains were anchored.')
  }
  return anchored
}

export function anchorMatches(seal: Seal, anchor: Head & { readonly sealed: string }): boolean {
  try {
    const text = seal.open(anchor.sealed, anchorPlace(anchor.companyId, anchor.sequence))
    return text === textOf(anchor)
  } catch {
    return false
  }
}

const sealHead = (seal: Seal, head: Head): string =>
  seal.seal(textOf(head), anchorPlace(head.companyId, head.sequence))

const textOf = ({ companyId, sequence, hash }: Head): string =>
  `${companyId}:${sequence}:${Buffer.from(hash).toString('hex')}`

/** The sealed column of the anchors, for the rotation of its key. */
export const auditSealed: readonly SealedColumn[] = [
  {
    table: 'platform.audit_anchors',
    column: 'sealed',
    key: ['company_id', 'sequence'],
    placeOf: ({ company_id, sequence }) => anchorPlace(String(company_id), Number(sequence)),
  },
]
