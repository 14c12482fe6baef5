import assert from 'node:assert/strict'
import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** A kind of event, declared once by its publisher. */
export type EventKind<Data = unknown> = {
  /** A public kind has the name that webhook subscribers use, `order.created`. Other kinds are `module.noun_verbed`. */
  readonly type: string
  readonly version: number
  /** The record that the event is about. Its id and version are part of every event of the kind. */
  readonly entity: string
  /** Whether webhooks may send it. */
  readonly public: boolean
  /** Facts and ids. Money is a decimal string with its currency. */
  readonly data: TSchema
  /** Sample data for developers of receivers. Every public kind has one. */
  readonly example?: Data
  /** Throws when the data does not fit the schema. That is a bug of the publisher, found before the commit. */
  check(data: Data): void
}

export type EventDefinition<Schema extends TSchema> = {
  readonly type: string
  readonly version: number
  readonly entity: string
  readonly public: boolean
  readonly data: Schema
  readonly example?: Static<Schema>
}

const shape = /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/

export function defineEvent<const Schema extends TSchema>(
  definition: EventDefinition<Schema>,
): EventKind<Static<Schema>> {
  const { type, version, data: schema } = definition
  assert(shape.test(type), `${type} is no name for an event`)
  assert(Number.isInteger(version) && version >= 1, `${type} has no version`)
  let validator: Validator | undefined
  return {
    ...definition,
    check: (data) => {
      validator ??= Compile(schema as TSchema) as Validator
      if (validator.Check(data)) return
      const problems = validator.Errors(data).map(({ instancePath, message }) => {
        return `${instancePath || '/'} ${message}`
      })
      // Only paths and rules: the values may be personal data.
      throw new Error(`The data of ${type} does not fit its schema: ${problems.join('; ')}`)
    },
  }
}

/** The data of a kind, or of any kind in a list. */
export type DataOf<Kind> = Kind extends EventKind<infer Data> ? Data : never
