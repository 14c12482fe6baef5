import { once } from 'node:events'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../conn.ts'
import { type CopiedRows, createCopiedRows } from './copied-rows.ts'

/**
 * Adds rows to a table, `products.stock (product_id, on_hand)`, without checking existing rows. A row that breaks a constraint
 * fails all of them. PostgreSQL needs far less work for this than for an insert.
 */
export async function copyRows(
  tx: Tx,
  target: RawBuilder<unknown>,
  rows: CopiedRows,
): Promise<void> {
  if (rows.count() === 0) return
  await copyPieces(tx, target, [rows.messages()])
}

/**
 * Like `copyRows`, with a row for each item, written by `write`. Rows are made only as fast as the connection accepts them. So
 * thousands of them are never in memory together, and the server starts with the first ones while the others are made.
 */
export async function copyEach<Item>(
  tx: Tx,
  target: RawBuilder<unknown>,
  items: readonly Item[],
  write: (rows: CopiedRows, item: Item) => void,
): Promise<void> {
  if (items.length === 0) return
  await copyPieces(tx, target, piecesOf(items, write))
}

/** The size of a piece for the connection. The last row of a piece may exceed it. */
const pieceBytes = 131_072
const rowBytes = 16_384

function* piecesOf<Item>(
  items: readonly Item[],
  write: (rows: CopiedRows, item: Item) => void,
): Generator<Uint8Array> {
  const rows = createCopiedRows(pieceBytes + rowBytes)
  for (const item of items) {
    write(rows, item)
    if (rows.size() >= pieceBytes) yield rows.piece()
  }
  yield rows.messages()
}

async function copyPieces(
  tx: Tx,
  target: RawBuilder<unknown>,
  pieces: Iterable<Uint8Array>,
): Promise<void> {
  // For the server the placeholder of the rows is a comment. The rows go to the sender of the text: see `sendRows`.
  await sql`copy ${target} from stdin (format binary) --${new RowsToCopy(pieces)}`.execute(tx)
}

/** The only parameter of such a statement. */
export class RowsToCopy {
  readonly pieces: Iterable<Uint8Array>

  constructor(pieces: Iterable<Uint8Array>) {
    this.pieces = pieces
  }
}

/** Sends the statement, followed by the rows. */
export function sendRows(
  client: pg.ClientBase,
  text: string,
  { pieces }: RowsToCopy,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const settle = (error: Error | null | undefined, result: pg.QueryResult) => {
      over.abort()
      if (error) reject(error)
      else resolve(result)
    }
    const copy = new CopyQuery(text, pieces, over.signal, settle)
    client.query(copy)
  })
}

/**
 * Does not wait for the server to be ready: this process may be busy by then. If the server fails, it skips the messages that
 * follow, as its protocol promises.
 */
class CopyQuery extends pg.Query {
  constructor(
    text: string,
    pieces: Iterable<Uint8Array>,
    over: AbortSignal,
    settle: (error: Error | null | undefined, result: pg.QueryResult) => void,
  ) {
    let unwritable: Error | undefined
    super(text, ((error: Error | null | undefined, result: pg.QueryResult) =>
      settle(error && (unwritable ?? error), result)) as never)
    this.submit = (connection) => {
      connection.query(text)
      sendPieces(connection.stream, pieces, over).catch((error: Error) => {
        if (over.aborted) return
        // The error goes to the server first, which undoes the copy, and then to the caller.
        unwritable = error
        const failing = connection as pg.Connection & { sendCopyFail(reason: string): void }
        failing.sendCopyFail('a row could not be written')
      })
    }
  }

  /** Called by the driver. Its own answer is that there are no rows. */
  handleCopyInResponse(): void {}
}

async function sendPieces(
  stream: NodeJS.WritableStream,
  pieces: Iterable<Uint8Array>,
  over: AbortSignal,
): Promise<void> {
  for (const piece of pieces) {
    if (over.aborted) return
    if (!stream.write(piece)) await once(stream, 'drain', { signal: over })
  }
}
