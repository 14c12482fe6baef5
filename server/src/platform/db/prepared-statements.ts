import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { RowsToCopy, sendRows } from './copy-rows.ts'
import { ridesAlong } from './in-index-order.ts'
import { createPlannedForAll, plannedForAll } from './planned-for-all.ts'
import { type Answer, RoundTrip, type Step } from './round-trip.ts'
import { noRows } from './row-shape.ts'
import { type Prepared, stepOf, unnamed } from './statement-names.ts'
import { isLastStatement } from './transaction-guard.ts'

/** Called with the text of every query before it is sent; what it throws, the caller of the query gets. */
export type Inspect = (text: string) => Promise<void> | void

/**
 * The pool as Kysely sees it: every ordinary statement is prepared under a digest of its text, so that the server
 * parses and plans it once for each connection. A transaction's beginning goes out with its first statement, and its end
 * with its last one where that is known: each of them alone would be a round trip.
 */
export function preparing(connections: pg.Pool, inspect?: Inspect): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: connections.options,
    Client: pg.Client,
    end: () => connections.end(),
    connect: async () => {
      const client = await connections.connect()
      const before = known.get(client)
      if (before) return before
      const wrapped = preparingClient(client, inspect)
      known.set(client, wrapped)
      return wrapped
    },
  }
}

/**
 * There is no transaction; the server has not been told of it; it goes on; what went out with its beginning has failed; it is
 * over, and Kysely has not asked for that yet.
 */
type Stage = 'none' | 'announced' | 'open' | 'failed' | 'committed'

const controlsTransaction = /^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i

function preparingClient(client: pg.PoolClient, inspect?: Inspect): PostgresPoolClient {
  const prepared: Prepared = new Map()
  const planned = createPlannedForAll(prepared)
  /** Settings that go out with the next statement. */
  let waiting: Step[] = []
  let stage: Stage = 'none'
  let spoiled = false

  const send = async (steps: readonly Step[]): Promise<readonly Answer[]> => {
    const answers = await roundTrip(client, steps)
    for (const [at, { name, shape }] of steps.entries()) {
      if (name !== '' && shape === undefined) prepared.set(name, answers[at]?.shape)
    }
    return answers
  }

  /** What would go out with the next statement goes out alone: that one is no part of a round trip. */
  const sendAhead = async (): Promise<void> => {
    const begins = stage === 'announced'
    const ahead = begins ? [stepOf('begin', [], prepared), ...waiting] : waiting
    waiting = []
    if (ahead.length === 0) return
    if (begins) stage = 'failed'
    await send(ahead)
    if (begins) stage = 'open'
  }

  const carryOut = async (
    text: string,
    values: readonly unknown[],
  ): Promise<Pick<Answer, 'command' | 'rowCount' | 'rows'>> => {
    if (stage === 'failed') throw new Error('The transaction has failed, and can only be undone.')
    if (stage === 'committed') throw new Error('Query behind the last one: an `await` is missing.')
    const [first] = values
    if (first instanceof RowsToCopy) {
      await sendAhead()
      return sendRows(client, text, first)
    }
    const forAll = text.endsWith(plannedForAll) ? planned(text, values) : undefined
    const own = forAll?.own ?? stepOf(text, values, prepared)
    if (stage !== 'none' && ridesAlong.has(text)) {
      waiting.push(own)
      return nothing
    }
    const begins = stage === 'announced'
    const ends = stage !== 'none' && isLastStatement(text)
    const before = begins ? [stepOf('begin', [], prepared), ...waiting] : waiting
    waiting = []
    if (forAll) before.push(forAll.before)
    try {
      const answers = await send([
        ...before,
        own,
        ...(ends ? [stepOf('commit', [], prepared)] : []),
      ])
      if (begins) stage = 'open'
      if (ends) stage = 'committed'
      return answers[before.length] as Answer
    } catch (error) {
      if (begins) stage = 'failed'
      // A migration has changed what this statement returns. The connection's other plans may be as old.
      if (!isStalePlan(error)) throw error
      spoiled = true
      if (stage !== 'none') throw error
      const [answer] = await send([unnamed(text, values)])
      return answer as Answer
    }
  }

  /** What Kysely says of transactions, in its own words. */
  const control = async (text: string): Promise<{ readonly command: string }> => {
    const before = stage
    if (text === 'begin') {
      stage = 'announced'
      return { command: 'BEGIN' }
    }
    if (text === 'commit' || text === 'rollback') {
      stage = 'none'
      waiting = []
      const isSilent = before === 'announced' || (before === 'committed' && text === 'commit')
      if (isSilent) return { command: text.toUpperCase() }
      const [answer] = await roundTrip(client, [
        unnamed(before === 'failed' ? 'rollback' : text, []),
      ])
      return { command: answer?.command ?? '' }
    }
    await sendAhead()
    stage = 'open'
    const [answer] = await roundTrip(client, [unnamed(text, [])])
    return { command: answer?.command ?? '' }
  }

  async function query<Row>(text: unknown, values: readonly unknown[] = []): Promise<Row> {
    if (typeof text !== 'string')
      throw new Error('Cursors hold a connection: read in keyset batches.')
    await inspect?.(text)
    try {
      return (await (controlsTransaction.test(text)
        ? control(text)
        : carryOut(text, values))) as Row
    } catch (error) {
      // The answer to this query may still arrive, and must not be taken for the answer to the next one.
      if (error instanceof Error && error.message === 'Query read timeout') spoiled = true
      throw error
    }
  }

  return {
    query: query as PostgresPoolClient['query'] &
      (<Row>(text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<Row>>),
    // A transaction that nobody has ended must not become that of the next one.
    release: (destroy) => client.release(destroy || spoiled || stage !== 'none'),
  }
}

const nothing: Answer = { command: 'SET', rowCount: null, rows: [], shape: noRows }

function roundTrip(client: pg.PoolClient, steps: readonly Step[]): Promise<readonly Answer[]> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, answers: readonly Answer[]) =>
      error ? reject(error) : resolve(answers)
    client.query(new RoundTrip(steps, done))
  })
}

function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}
