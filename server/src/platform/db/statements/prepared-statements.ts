import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { RowsToCopy, sendRows } from '../copying/copy-rows.ts'
import { isLastStatement } from '../transaction-guard.ts'
import { sentWithNextStatement } from './in-index-order.ts'
import { createPlannedForAll, plannedForAll } from './planned-for-all.ts'
import { type Answer, RoundTrip, type Step } from './round-trip.ts'
import { noRows } from './row-shape.ts'
import { type Prepared, stepOf, unnamedStep } from './statement-names.ts'

/** Called with the text of every query before it is sent. If it throws, the caller of the query gets the error. */
export type Inspect = (text: string) => Promise<void> | void

/**
 * The pool as Kysely sees it. Every ordinary statement is prepared under a digest of its text, so the server parses and plans it
 * once for each connection. The begin of a transaction is sent with its first statement, and the end with its last statement if
 * that one is known. Each of them alone would be a round trip.
 *
 * So a connection is a `Session`. `controlTransaction` gets Kysely's transaction commands, and mostly only records them in
 * `stage`. `carryOut` gets every other statement, and sends it with everything that waits for it.
 */
export function preparingPool(connections: pg.Pool, inspect?: Inspect): PostgresPool {
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

/** One connection, its prepared statements, and the stage of its transaction. */
type Session = {
  readonly client: pg.PoolClient
  readonly prepared: Prepared
  readonly planned: ReturnType<typeof createPlannedForAll>
  /** Settings that are sent with the next statement. */
  waiting: Step[]
  stage: Stage
  /** Close the connection when it is released. */
  spoiled: boolean
}

/**
 * The stage of the transaction:
 * - `none`: there is no transaction.
 * - `announced`: Kysely has begun one, and the server does not know yet.
 * - `open`: the server has begun it.
 * - `failed`: the statement that was sent with its begin has failed.
 * - `committed`: it is over, and Kysely has not asked for the commit yet.
 */
type Stage = 'none' | 'announced' | 'open' | 'failed' | 'committed'

const controlsTransaction = /^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i

function preparingClient(client: pg.PoolClient, inspect?: Inspect): PostgresPoolClient {
  const prepared: Prepared = new Map()
  const planned = createPlannedForAll(prepared)
  const session: Session = { client, prepared, planned, waiting: [], stage: 'none', spoiled: false }

  async function query<Row>(text: unknown, values: readonly unknown[] = []): Promise<Row> {
    if (typeof text !== 'string')
      throw new Error('Cursors hold a connection: read in keyset batches.')
    await inspect?.(text)
    try {
      return (await (controlsTransaction.test(text)
        ? controlTransaction(session, text)
        : carryOut(session, text, values))) as Row
    } catch (error) {
      // The answer to this query may still arrive, and must not be taken for the answer to the next one.
      if (error instanceof Error && error.message === 'Query read timeout') session.spoiled = true
      throw error
    }
  }

  return {
    query: query as PostgresPoolClient['query'] &
      (<Row>(text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<Row>>),
    // The next user of the connection must not continue a transaction that nobody has ended.
    release: (destroy) => client.release(destroy || session.spoiled || session.stage !== 'none'),
  }
}

/** Handles Kysely's transaction commands. The server never learns of a transaction without statements. */
async function controlTransaction(
  session: Session,
  text: string,
): Promise<{ readonly command: string }> {
  const before = session.stage
  if (text === 'begin') {
    session.stage = 'announced'
    return { command: 'BEGIN' }
  }
  if (text === 'commit' || text === 'rollback') {
    session.stage = 'none'
    session.waiting = []
    const isSilent = before === 'announced' || (before === 'committed' && text === 'commit')
    if (isSilent) return { command: text.toUpperCase() }
    return sendCommand(session, before === 'failed' ? 'rollback' : text)
  }
  await sendAhead(session)
  session.stage = 'open'
  return sendCommand(session, text)
}

async function sendCommand({ client }: Session, text: string): Promise<{ command: string }> {
  const [answer] = await roundTrip(client, [unnamedStep(text, [])])
  return { command: answer?.command ?? '' }
}

type Result = Pick<Answer, 'command' | 'rowCount' | 'rows'>

async function carryOut(
  session: Session,
  text: string,
  values: readonly unknown[],
): Promise<Result> {
  const { stage, prepared, planned } = session
  if (stage === 'failed')
    throw new Error('The transaction has failed, and can only be rolled back.')
  if (stage === 'committed')
    throw new Error('Query after the last one of its transaction: an `await` is missing.')
  const [first] = values
  if (first instanceof RowsToCopy) {
    await sendAhead(session)
    return sendRows(session.client, text, first)
  }
  const forAll = text.endsWith(plannedForAll) ? planned(text, values) : undefined
  const own = forAll?.own ?? stepOf(text, values, prepared)
  if (stage !== 'none' && sentWithNextStatement.has(text)) {
    session.waiting.push(own)
    return nothing
  }
  try {
    return await sendInTransaction(session, own, forAll?.before)
  } catch (error) {
    // A migration has changed what this statement returns. The other plans of the connection may be just as old.
    if (!isStalePlan(error)) throw error
    session.spoiled = true
    if (session.stage !== 'none') throw error
    const [answer] = await send(session, [unnamedStep(text, values)])
    return answer as Answer
  }
}

/** Sends one statement, with the begin or the end of the transaction if it is the first or the last one. */
async function sendInTransaction(
  session: Session,
  own: Step,
  rightBefore: Step | undefined,
): Promise<Answer> {
  const { stage, prepared } = session
  const begins = stage === 'announced'
  const ends = stage !== 'none' && isLastStatement(own.text)
  const steps = takeAhead(session)
  if (rightBefore) steps.push(rightBefore)
  const at = steps.length
  steps.push(own)
  if (ends) steps.push(stepOf('commit', [], prepared))
  try {
    const answers = await send(session, steps)
    if (begins) session.stage = 'open'
    if (ends) session.stage = 'committed'
    return answers[at] as Answer
  } catch (error) {
    if (begins) session.stage = 'failed'
    throw error
  }
}

/** Sends the begin and the settings by themselves, because the next statement cannot be part of a round trip. */
async function sendAhead(session: Session): Promise<void> {
  const begins = session.stage === 'announced'
  const steps = takeAhead(session)
  if (steps.length === 0) return
  if (begins) session.stage = 'failed'
  await send(session, steps)
  if (begins) session.stage = 'open'
}

/** Takes what has to be sent before the next statement: the begin of the transaction, and the settings that wait. */
function takeAhead(session: Session): Step[] {
  const { stage, waiting, prepared } = session
  session.waiting = []
  if (stage === 'announced') waiting.unshift(stepOf('begin', [], prepared))
  return waiting
}

async function send(session: Session, steps: readonly Step[]): Promise<readonly Answer[]> {
  const answers = await roundTrip(session.client, steps)
  for (const [at, { name, shape }] of steps.entries()) {
    if (name !== '' && shape === undefined) session.prepared.set(name, answers[at]?.shape)
  }
  return answers
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
