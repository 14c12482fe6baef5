import type { Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import {
  countPoison,
  discardPoison,
  findPoison,
  listPoison,
  type PoisonCount,
  type PoisonQueue,
  type PoisonRecord,
  retryPoison,
} from '#platform/leases'
import { fail } from './failures.ts'

export type PoisonPage = {
  readonly after: Pick<PoisonRecord, 'queue' | 'id'> | undefined
  readonly limit: number
}

/** Records of all queues during whose work processes have died, and what operators may do about them. */
export type PoisonRecords = {
  readonly queues: readonly string[]
  list(page: PoisonPage): Promise<PoisonRecord[]>
  counts(): Promise<PoisonCount[]>
  retry(operator: Principal, queue: string, id: string): Promise<PoisonRecord>
  discard(operator: Principal, queue: string, id: string, note: string): Promise<PoisonRecord>
}

type Deps = {
  readonly database: Database
  readonly queues: readonly PoisonQueue[]
  readonly now: Clock
}

export function createPoisonRecords({ database, queues, now }: Deps): PoisonRecords {
  const { pool } = database
  const all = queues.map(({ queue }) => queue)
  const get = async (name: string, id: string) => {
    const owner = queues.find(({ queue }) => queue.table === name)
    const record = owner && (await findPoison(pool, owner.queue, id))
    if (!owner || !record) throw fail('record_not_found', { queue: name, id })
    return { owner, record }
  }
  return {
    queues: all.map(({ table }) => table),
    list: (page) => listPoison(pool, all, page),
    counts: () => countPoison(pool, all),
    retry: async (operator, name, id) => {
      const { owner, record } = await get(name, id)
      const { queue, resets = [] } = owner
      const isSetAside = record.state === 'SET_ASIDE'
      if (isSetAside && queue.poison.is === 'ended_by_owner') throw notRetryable(record)
      if (isSetAside && owner.retry) {
        await owner.retry(operator, id)
        return record
      }
      const retried = database.transaction(async (tx) => {
        if (!(await retryPoison(tx, queue, id, { now: now(), resets }))) throw notRetryable(record)
        if (isSetAside) await owner.onRetried?.(tx, id)
        audit(tx, operator, 'record_retried', record, {}, now())
      })
      await retried.catch((error: unknown) => {
        const { constraint } = (error ?? {}) as { readonly constraint?: string }
        throw constraint && constraint === owner.oneAtATime ? notRetryable(record) : error
      })
      return record
    },
    discard: async (operator, name, id, note) => {
      const { owner, record } = await get(name, id)
      if (record.state !== 'SET_ASIDE') throw fail('record_not_set_aside', { state: record.state })
      if (owner.discard) {
        await owner.discard(operator, id, note)
        return record
      }
      await database.transaction(async (tx) => {
        if (!(await discardPoison(tx, owner.queue, id))) {
          throw fail('record_not_found', { queue: name, id })
        }
        audit(tx, operator, 'record_discarded', record, { note }, now())
      })
      return record
    },
  }
}

function notRetryable({ queue, id, state }: PoisonRecord) {
  return fail('record_not_retryable', { queue, id, state })
}

function audit(
  tx: Tx,
  operator: Principal,
  done: 'record_retried' | 'record_discarded',
  { queue, id, companyId, state, deaths }: PoisonRecord,
  decision: { readonly note?: string },
  now: Date,
): void {
  recordAudit(tx, {
    companyId: operator.companyId,
    actor: operator,
    action: `ops.${done}`,
    target: { type: 'record', id },
    outcome: 'done',
    details: { queue, ...(companyId !== undefined && { companyId }), state, deaths, ...decision },
    now,
  })
}
