import type { Conn } from '#platform/db'
import type { Seal } from '#platform/seal'
import { anchorMatches } from './anchor-chains.ts'
import { listAnchors } from './anchor-store.ts'
import { chainStart, linkHash } from './chain.ts'
import { countUnlinked, type Link, readChain } from './link-store.ts'

export type ChainReading =
  | {
      readonly intact: true
      readonly length: number
      /** Entries of the last moments, which are written and not linked yet. */
      readonly waiting: number
    }
  | { readonly intact: false; readonly problem: ChainProblem; readonly sequence?: number }

/**
 * `entry_changed`: an entry or a hash was changed. `entry_missing`, `link_missing`: it was removed. `entry_stray`: the entry is in
 * no chain. `anchor_broken`: the chain is complete but differs from the sealed one.
 */
export type ChainProblem =
  | 'entry_changed'
  | 'entry_missing'
  | 'link_missing'
  | 'entry_stray'
  | 'anchor_broken'

const batchMax = 500

/** Verifies the whole chain of a company. With the seal it also compares the chain with its anchors. */
export async function verifyAuditChain(
  conn: Conn,
  companyId: string,
  seal?: Seal,
): Promise<ChainReading> {
  const anchors = new Map((await listAnchors(conn, companyId)).map((one) => [one.sequence, one]))
  let last: Link | undefined
  for (;;) {
    const stretch = await readChain(conn, companyId, {
      after: last?.sequence ?? 0,
      limit: batchMax,
    })
    for (const { link, entry } of stretch) {
      const { sequence } = link
      const broken = (problem: ChainProblem) => ({ intact: false, problem, sequence }) as const
      if (sequence !== (last?.sequence ?? 0) + 1) return broken('link_missing')
      if (!entry) return broken('entry_missing')
      const hash = linkHash(last?.hash ?? chainStart, sequence, entry)
      if (!hash.equals(link.hash)) return broken('entry_changed')
      const anchor = anchors.get(sequence)
      if (anchor && (!hash.equals(anchor.hash) || (seal && !anchorMatches(seal, anchor)))) {
        return broken('anchor_broken')
      }
      anchors.delete(sequence)
      last = link
    }
    if (stretch.length < batchMax) break
  }
  // The anchor is beyond the end of the chain: the end was cut off.
  const [beyond] = anchors.keys()
  if (beyond !== undefined) return { intact: false, problem: 'link_missing', sequence: beyond }
  const { waiting, stray } = await countUnlinked(conn, companyId)
  if (stray > 0) return { intact: false, problem: 'entry_stray' }
  return { intact: true, length: last?.sequence ?? 0, waiting }
}
