import type { Action } from '../editing/automation.ts'

type AskModel = Extract<Action, { type: 'ask_model' }>
type Fields = Readonly<Record<string, unknown>>

/** The schema of an answer as the provider gets it. The answer is checked against the same schema. */
export type RequestedSchema = {
  readonly schema: Fields
  readonly strict: boolean
  /** The fields that the answer has, if the schema only lists fields: others are left out of the answer. */
  readonly names: readonly string[] | undefined
}

/**
 * A schema that only lists plain fields asks for all of them and no other, which every provider can guarantee. Any other schema
 * means what JSON Schema says, and goes to the provider as it is.
 */
export function requestedSchemaOf({ schema, strict }: Pick<AskModel, 'schema' | 'strict'>) {
  const names = listedFields(schema)
  const requested: RequestedSchema = names
    ? {
        schema: { ...schema, required: names, additionalProperties: false },
        strict: strict ?? true,
        names,
      }
    : { schema, strict: strict ?? false, names }
  return requested
}

/** The names of the fields of a schema that has nothing but plain fields. */
function listedFields({ type, properties, title, description, ...rest }: Fields) {
  if (type !== 'object' || !isObject(properties) || Object.keys(rest).length > 0) return undefined
  const isList = Object.values(properties).every((field) => isPlain(field) || isListOfPlain(field))
  return isList ? Object.keys(properties) : undefined
}

const plainTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean']

function isPlain(field: unknown): boolean {
  return isObject(field) && plainTypes.includes(field.type)
}

function isListOfPlain(field: unknown): boolean {
  return isObject(field) && field.type === 'array' && isPlain(field.items)
}

/** The JSON in the text of a model. Undefined if it is not JSON. */
export function readAnswer({ names }: RequestedSchema, text: string): unknown {
  const given = parseJson(text)
  if (!names || !isObject(given)) return given
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
