import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { type FieldDescription, noRows, type RowShape, rowOf, shapeOf } from './row-shape.ts'

/** One of the statements that are sent to the server together. */
export type Step = {
  /** The name of the prepared statement. Empty for one that is not kept. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** The shape of its rows, if this connection has prepared it before. The server then need not describe it again. */
  readonly shape: RowShape | undefined
  /** A prepared statement to close for this one. It is closed by a protocol message, because a pooler renames statements. */
  readonly closes?: string | undefined
}

export type Answer = {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: unknown[]
  readonly shape: RowShape
}

type Done = (error: Error | null, answers: readonly Answer[]) => void

/**
 * Statements that are sent together and answered together, by the extended protocol. There is one `Sync`, after the last of them.
 * After an error the server skips the rest, so none runs without those before it.
 *
 * Its methods are those that `pg` calls on a submitted query. It has no `name`, with which `pg` would keep its own list of
 * prepared statements.
 */
export class RoundTrip implements pg.Submittable {
  /** `pg` wraps its time-out around this callback. */
  callback: Done
  readonly steps: readonly (Step & { readonly parameters: readonly (string | Buffer | null)[] })[]
  readonly #answers: Answer[] = []
  #shape: RowShape = noRows
  #rows: unknown[] = []
  #unreadable: Error | undefined

  /** Throws if a value cannot be encoded. Nothing is sent then. */
  constructor(steps: readonly Step[], done: Done) {
    this.steps = steps.map((step) => ({
      ...step,
      parameters: step.values.map((value) => prepareValue(value)),
    }))
    this.callback = done
    this.#beginStep()
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection
    stream.cork()
    for (const { name, text, parameters, shape, closes } of this.steps) {
      if (closes !== undefined) connection.close({ type: 'S', name: closes }, true)
      if (shape === undefined) {
        // The statement exists already if an error came after it was prepared. Closing a statement that does not exist is no error.
        if (name !== '') connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values: parameters as string[] }, true)
      if (shape === undefined) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
    }
    connection.sync()
    stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDescription[] }): void {
    this.#shape = shapeOf(fields)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#unreadable) return
    try {
      this.#rows.push(rowOf(this.#shape, fields))
    } catch (error) {
      this.#unreadable = error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const [, command = '', first, last] = tag.exec(text) ?? []
    const count = last ?? first
    const rowCount = count === undefined ? null : Number(count)
    this.#answers.push({ command, rowCount, rows: this.#rows, shape: this.#shape })
    this.#beginStep()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('nothing is copied through here')
  }

  handleError(error: Error): void {
    this.callback(error, [])
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable ?? null, this.#answers)
  }

  #beginStep(): void {
    this.#rows = []
    this.#shape = this.steps[this.#answers.length]?.shape ?? noRows
  }
}

/** `UPDATE 3`, `INSERT 0 1`: an obsolete object number comes before the count of an insert. */
const tag = /^([A-Z]+)(?: (\d+))?(?: (\d+))?/
