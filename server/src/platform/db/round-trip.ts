import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { type FieldDescription, noRows, type RowShape, rowOf, shapeOf } from './row-shape.ts'

/** One of the statements that go to the server together. */
export type Step = {
  /** What it is prepared under. Empty for one that is not kept. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** What its rows look like, where this connection has prepared it before: then the server is not asked again. */
  readonly shape: RowShape | undefined
  /** One that is given up for it. Not by a statement: a pooler gives them names of its own. */
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
 * Statements that are sent in one piece and answered in one piece, by the extended protocol. There is one `Sync`, behind
 * the last of them: after an error the server skips what follows, so none is ever carried out without those before it.
 *
 * Its methods are those that `pg` calls on what is submitted to a client. It has no `name`, by which `pg` would keep a
 * list of prepared statements of its own.
 */
export class RoundTrip implements pg.Submittable {
  /** `pg` puts its time-out around it. */
  callback: Done
  readonly steps: readonly (Step & { readonly parameters: readonly (string | Buffer | null)[] })[]
  readonly #answers: Answer[] = []
  #shape: RowShape = noRows
  #rows: unknown[] = []
  #unreadable: Error | undefined

  /** Throws where a value cannot be written, and nothing is sent then. */
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
        // It is there already where an error came after it had been prepared. To close one that is not is no error.
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

/** `UPDATE 3`, `INSERT 0 1`: an object's number, which nothing has any more, stands before the count. */
const tag = /^([A-Z]+)(?: (\d+))?(?: (\d+))?/
