import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './conn.ts'
import type { CopiedRows } from './copied-rows.ts'

/**
 * Adds rows to a table, `catalog.stock (product_id, on_hand)`, without a look at what is there: one that breaks a constraint
 * fails all of them. PostgreSQL takes many rows so with far less work than by an insert.
 */
export async function copyRows(
  tx: Tx,
  target: RawBuilder<unknown>,
  rows: CopiedRows,
): Promise<void> {
  if (rows.count() === 0) return
  // To the server what stands for the rows is a comment. They go to whoever sends the text: see `sendRows`.
  await sql`copy ${target} from stdin (format binary) --${new RowsToCopy(rows)}`.execute(tx)
}

/** The only parameter of such a statement. */
export class RowsToCopy {
  readonly rows: CopiedRows

  constructor(rows: CopiedRows) {
    this.rows = rows
  }
}

/** Sends the statement with the rows behind it. */
export function sendRows(
  client: pg.ClientBase,
  text: string,
  { rows }: RowsToCopy,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null | undefined, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result)
    client.query(new CopyQuery(text, rows, settle))
  })
}

/**
 * The server's word that it is ready is not waited for: this process may be busy by then. Where the server fails, it passes by
 * what comes behind, as its protocol promises.
 */
class CopyQuery extends pg.Query {
  constructor(
    text: string,
    rows: CopiedRows,
    settle: (error: Error | null | undefined, result: pg.QueryResult) => void,
  ) {
    super(text, settle as never)
    this.submit = (connection) => {
      connection.query(text)
      connection.stream.write(rows.messages())
    }
  }

  /** Called by the driver, whose own answer is that there are no rows. */
  handleCopyInResponse(): void {}
}
