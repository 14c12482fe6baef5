import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { RowsToCopy, sendRows } from './copy-rows.ts'

/** Called with the text of every query before it is sent; what it throws, the caller of the query gets. */
export type Inspect = (text: string) => Promise<void> | void

/** A server keeps a prepared statement, and its plan, until the connection closes. */
const preparedMax = 500
/** More parameters than this is a batch, whose text depends on its length. */
const preparedParametersMax = 64

/**
 * The pool as Kysely sees it: every ordinary statement is prepared under a digest of its text, so that the server
 * parses and plans it once for each connection.
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

function preparingClient(client: pg.PoolClient, inspect?: Inspect): PostgresPoolClient {
  const prepared = new Set<string>()
  let spoiled = false

  const send = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const [first] = values
    if (first instanceof RowsToCopy) return sendRows(client, text, first)
    const name = nameOf(text, values, prepared)
    if (name === undefined) return client.query(text, [...values])
    try {
      return await client.query({ name, text, values: [...values] })
    } catch (error) {
      // A migration has changed what this statement returns. The connection's other plans may be as old.
      if (!isStalePlan(error)) throw error
      spoiled = true
      if (client.getTransactionStatus() !== 'I') throw error
      return client.query(text, [...values])
    }
  }

  async function query<Row>(text: unknown, values?: readonly unknown[]): Promise<Row> {
    if (typeof text !== 'string')
      throw new Error('Cursors hold a connection: read in keyset batches.')
    await inspect?.(text)
    try {
      return (await send(text, values ?? [])) as Row
    } catch (error) {
      // The answer to this query may still arrive, and must not be taken for the answer to the next one.
      if (error instanceof Error && error.message === 'Query read timeout') spoiled = true
      throw error
    }
  }

  return {
    query: query as PostgresPoolClient['query'] &
      (<Row>(text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<Row>>),
    release: (destroy) => client.release(destroy || spoiled),
  }
}

const controlsTransaction = /^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i

function nameOf(
  text: string,
  values: readonly unknown[],
  prepared: Set<string>,
): string | undefined {
  if (values.length > preparedParametersMax || controlsTransaction.test(text)) return undefined
  const name = digestOf(text)
  if (!prepared.has(name)) {
    if (prepared.size >= preparedMax) return undefined
    prepared.add(name)
  }
  return name
}

/** The texts of a process are few and come again and again: looking one up costs a tenth of its digest. */
const digests = new Map<string, string>()
const digestsMax = 2_000

function digestOf(text: string): string {
  const known = digests.get(text)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  if (digests.size >= digestsMax) digests.clear()
  digests.set(text, digest)
  return digest
}

function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}
