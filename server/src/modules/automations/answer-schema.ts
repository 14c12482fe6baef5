import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'

/** Parts of a record are not closed by the check of requests. */
const closed = { additionalProperties: false } as const
const description = Type.Optional(Type.String({ minLength: 1, maxLength: 500 }))
const allowed = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 50 }),
)

const TextField = record(
  'AnswerText',
  'A text. `enum`: the texts that it may be.',
  { type: Type.Literal('string'), enum: allowed, description },
  closed,
)
const ValueField = record(
  'AnswerValue',
  'A number, or true or false.',
  { type: Type.Enum(['number', 'integer', 'boolean']), description },
  closed,
)
const ListField = record(
  'AnswerList',
  'Several values, at most 100.',
  { type: Type.Literal('array'), items: Type.Union([TextField, ValueField]), description },
  closed,
)
const Field = Type.Union([TextField, ValueField, ListField])

/** The part of JSON Schema that an automation may ask for: flat, so that conditions can read all of it. */
export const AnswerSchema = record(
  'AnswerSchema',
  'The fields of the answer, as a JSON Schema. The answer has all of them, and no other.',
  {
    type: Type.Literal('object'),
    properties: Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }), Field, {
      minProperties: 1,
      maxProperties: 30,
      additionalProperties: false,
    }),
  },
)
export type AnswerSchema = Static<typeof AnswerSchema>
export type Answer = Readonly<Record<string, unknown>>

/** The same, as providers want it where an answer has to keep to a schema exactly. */
export function strictSchemaOf({ properties }: AnswerSchema): Readonly<Record<string, unknown>> {
  const required = Object.keys(properties)
  return { type: 'object', properties, required, additionalProperties: false }
}

const listMax = 100

/** The answer in this text, without fields that nobody asked for. Undefined if it does not keep to the schema. */
export function readAnswer({ properties }: AnswerSchema, text: string): Answer | undefined {
  const given = parsed(text)
  if (!given) return undefined
  const answer: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (!(field.type === 'array' ? isListOf(field.items, value) : isOne(field, value))) {
      return undefined
    }
    answer[name] = value
  }
  return answer
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

type One = Static<typeof TextField> | Static<typeof ValueField>

function isListOf(item: One, value: unknown): boolean {
  return Array.isArray(value) && value.length <= listMax && value.every((one) => isOne(item, one))
}

function isOne(field: One, value: unknown): boolean {
  if (field.type === 'integer') return Number.isSafeInteger(value)
  if (typeof value !== field.type) return false
  return field.type !== 'string' || (field.enum?.includes(value as string) ?? true)
}
