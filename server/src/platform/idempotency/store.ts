import { type Actor, callerIdOf } from '#kernel/actor'
import { type Conn, type Gathering, sql, type Tx, writeBeforeCommit } from '#platform/db'
import type { IdempotencyClaim } from './claim.ts'

export type KeyRecord = {
  readonly fingerprint: Buffer
  readonly resultId: string | undefined
  readonly heldUntil: Date | undefined
  readonly answer: string | undefined
}

type KeyRow = {
  readonly fingerprint: Buffer
  readonly result_id: string | null
  readonly held_until: Date | null
  readonly answer: string | null
}

export async function findKey(
  conn: Conn,
  actor: Actor,
  key: string,
): Promise<KeyRecord | undefined> {
  const { rows } = await sql<KeyRow>`
    select fingerprint, result_id, held_until, answer
    from platform.idempotency
    where company_id = ${actor.companyId} and actor_id = ${callerIdOf(actor)} and key = ${key}
  `.execute(conn)
  const [row] = rows
  return (
    row && {
      fingerprint: row.fingerprint,
      resultId: row.result_id ?? undefined,
      heldUntil: row.held_until ?? undefined,
      answer: row.answer ?? undefined,
    }
  )
}

/**
 * Returns false when the key has a row already. Waits for a transaction that is writing the row, as long as `lock_timeout` allows.
 */
export async function insertClaimedKey(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyClaim,
  resultId: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into platform.idempotency (company_id, actor_id, key, fingerprint, result_id, created_at)
    values (${actor.companyId}, ${callerIdOf(actor)}, ${claim.key}, ${claim.fingerprint}, ${resultId}, ${now})
    on conflict do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

export type Hold = { readonly holder: string; readonly until: Date; readonly now: Date }

/** Takes the key if nobody has it, or if its holder is gone. It is one statement, so only one twin gets the key. */
export async function holdKey(
  conn: Conn,
  actor: Actor,
  claim: IdempotencyClaim,
  { holder, until, now }: Hold,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into platform.idempotency as k
      (company_id, actor_id, key, fingerprint, held_by, held_until, created_at)
    values (${actor.companyId}, ${callerIdOf(actor)}, ${claim.key}, ${claim.fingerprint}, ${holder}, ${until}, ${now})
    on conflict (company_id, actor_id, key) do update
      set held_by = excluded.held_by, held_until = excluded.held_until
      where k.answer is null and k.result_id is null and k.held_until < ${now}
        and k.fingerprint = excluded.fingerprint
  `.execute(conn)
  return numAffectedRows === 1n
}

export async function renewHold(
  conn: Conn,
  actor: Actor,
  claim: IdempotencyClaim,
  { holder, until }: Hold,
): Promise<void> {
  await sql`
    update platform.idempotency set held_until = ${until}
    where company_id = ${actor.companyId} and actor_id = ${callerIdOf(actor)} and key = ${claim.key}
      and held_by = ${holder}
  `.execute(conn)
}

export async function releaseHold(
  conn: Conn,
  actor: Actor,
  claim: IdempotencyClaim,
  holder: string,
): Promise<void> {
  await sql`
    delete from platform.idempotency
    where company_id = ${actor.companyId} and actor_id = ${callerIdOf(actor)} and key = ${claim.key}
      and held_by = ${holder}
  `.execute(conn)
}

/**
 * Keeps the first answer, and returns it: ours, or that of a twin which came in between. Returns undefined when the key has no
 * row, because its transaction was rolled back or another process took the hold over.
 *
 * With a record it does not wait for the disk: if PostgreSQL ends before the write, a repetition is answered from the record.
 * Without a record the answer is the only proof that the request was served, so it waits.
 */
export async function keepAnswer(
  conn: Conn,
  actor: Actor,
  claim: IdempotencyClaim,
  answer: string,
  holder: string | undefined,
): Promise<string | undefined> {
  const isRelaxed = holder === undefined
  const { rows } = await sql<{ answer: string }>`
    update platform.idempotency
    set answer = coalesce(answer, ${answer}), held_by = null, held_until = null
    ${isRelaxed ? sql`from (select set_config('synchronous_commit', 'off', true)) as relaxed(it)` : sql``}
    where company_id = ${actor.companyId} and actor_id = ${callerIdOf(actor)} and key = ${claim.key}
      and fingerprint = ${claim.fingerprint}
      and held_by is not distinct from ${holder ?? null} ${isRelaxed ? sql`and relaxed.it = 'off'` : sql``}
    returning answer
  `.execute(conn)
  return rows[0]?.answer
}

type Answered = { readonly actor: Actor; readonly claim: IdempotencyClaim; readonly answer: string }

const answers: Gathering<Answered> = {
  writes: (all) =>
    all.map(({ actor, claim, answer }, at) => ({
      name: `answered_${at}`,
      statement: sql`
        update platform.idempotency set answer = ${answer}
        where company_id = ${actor.companyId} and actor_id = ${callerIdOf(actor)} and key = ${claim.key}
          and fingerprint = ${claim.fingerprint}`,
    })),
}

/** Runs in the transaction that has inserted the key, or will insert it at its end: nobody else can have seen its row yet. */
export function keepAnswerBeforeCommit(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyClaim,
  answer: string,
): void {
  if (claim.isWrittenLast) claim.sealedAnswer = answer
  else writeBeforeCommit(tx, answers, [{ actor, claim, answer }])
}

type LastKey = {
  readonly actor: Actor
  readonly claim: IdempotencyClaim
  readonly resultId: string
  readonly now: Date
}

const lastKeys: Gathering<LastKey> = {
  writes: (all) =>
    all.map(({ actor, claim, resultId, now }, at) => ({
      name: `key_${at}`,
      statement: sql`
        insert into platform.idempotency
          (company_id, actor_id, key, fingerprint, result_id, answer, created_at)
        values (${actor.companyId}, ${callerIdOf(actor)}, ${claim.key}, ${claim.fingerprint}, ${resultId},
                ${claim.sealedAnswer ?? null}, ${now})`,
    })),
}

/** Inserts the key, with its answer if that is known by then. Fails the transaction if the key has a row already. */
export function insertKeyBeforeCommit(
  tx: Tx,
  actor: Actor,
  claim: IdempotencyClaim,
  resultId: string,
  now: Date,
): void {
  writeBeforeCommit(tx, lastKeys, [{ actor, claim, resultId, now }])
}

/** Returns how many it deleted. `idempotency_by_age` finds them. */
export async function deleteOldKeys(conn: Conn, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: keys are forgotten by age alone */
    delete from platform.idempotency
    where (company_id, actor_id, key) in (
      select company_id, actor_id, key from platform.idempotency
      where created_at < ${before}
      order by created_at
      limit ${limit}
    )
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
