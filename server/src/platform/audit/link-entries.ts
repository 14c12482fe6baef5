import type { Database } from '#platform/db'
import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Wake } from '#platform/wake'
import { chainStart, linkHash } from './chain.ts'
import type { AuditEntry } from './entry.ts'
import {
  becomeLinker,
  hasPending,
  insertLinks,
  type Link,
  readHeads,
  readPending,
} from './link-store.ts'
import { auditTopic } from './topic.ts'

const batchMax = 500

/** Links entries that have committed into the chains of their companies. Returns how many. */
export async function linkEntries(database: Database): Promise<number> {
  if (!(await hasPending(database.pool))) return 0
  return database.transaction(async (tx) => {
    if (!(await becomeLinker(tx))) return 0
    const entries = await readPending(tx, batchMax)
    const companyIds = [...new Set(entries.map(({ companyId }) => companyId))]
    await insertLinks(tx, linksOf(entries, await readHeads(tx, companyIds)))
    return entries.length
  })
}

function linksOf(entries: readonly AuditEntry[], known: ReadonlyMap<string, Link>): Link[] {
  const heads = new Map(known)
  return entries.map((entry) => {
    const { companyId } = entry
    const head = heads.get(companyId)
    const sequence = (head?.sequence ?? 0) + 1
    const hash = linkHash(head?.hash ?? chainStart, sequence, entry)
    const link = { companyId, sequence, entryId: entry.id, hash }
    heads.set(companyId, link)
    return link
  })
}

/** Every process with the role worker may run one: the lock of a row decides which process links. */
export function runAuditLinker(deps: {
  readonly database: Database
  readonly wake: Wake
  readonly log: WorkLog
}): Loop {
  const { database, wake, log } = deps
  const work = () => linkEntries(database)
  return runLoop({ name: 'audit.linker', wake, topics: [auditTopic], work, log })
}
