import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Errors } from 'typebox/value'
import { textOf } from '../answering/answer-text.ts'
import { fail } from '../failures.ts'
import { capitalCodes } from './capital-codes.ts'
import { closeSchema } from './close-schema.ts'
import { coerceQuery } from './coerce-query.ts'
import { withCountryCode } from './country-hint.ts'
import { formsAfterLengths } from './forms-after-lengths.ts'
import './instant-format.ts'
import { isStorable } from './json-body.ts'
import { narrowLists } from './narrow-lists.ts'
import { type Problem, problemsOf } from './problems.ts'

const partNames: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'params',
  headers: 'headers',
}

/** Bodies are not converted. Text in an address is converted to the type of the schema. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({
  schema,
  httpPart = 'body',
}) => {
  const part = partNames[httpPart] ?? httpPart
  const isText = httpPart === 'querystring' || httpPart === 'params'
  const closed = httpPart === 'headers' ? schema : closeSchema(schema)
  const validator = Compile(closed)
  const inCapitals = capitalCodes(closed)
  // Most routes never refuse, and a second form of every schema would take memory.
  let explained: TSchema | undefined
  return (given: unknown) => {
    const read = isText ? coerceQuery(closed as Record<string, unknown>, given) : given
    const value = inCapitals ? inCapitals(read) : read
    if (httpPart === 'params') assertParamsNotEmpty(value as Record<string, unknown>)
    if (isText) assertTextsStorable(part, value as Record<string, unknown>)
    if (validator.Check(value)) return { value }
    const numbers = narrowLists(value, () => !validator.Check(value))
    explained ??= formsAfterLengths(closed)
    const problems = problemsOf(part, explained, Errors(explained, value), numbers).map((problem) =>
      withCountryCode(isText ? withRepetition(problem, closed, value) : problem, value),
    )
    problems.push(...missingChoice(part, closed, value))
    return { error: fail('request_invalid', { problems }) }
  }
}

/** A body that needs one of these fields: `{ [needsOneOf]: ['lines', 'cart'] }`. Its handler checks it; a refusal names it too. */
export const needsOneOf: unique symbol = Symbol('needsOneOf')

function missingChoice(part: string, schema: unknown, value: unknown): Problem[] {
  const { [needsOneOf]: fields } = schema as { [needsOneOf]?: readonly string[] }
  if (!fields || typeof value !== 'object' || value === null) return []
  if (fields.some((field) => field in value)) return []
  return [
    { path: `${part}.${fields[0]}`, message: `is required, or ${fields.slice(1).join(' or ')}` },
  ]
}

/** A known parameter that takes one value, and came several times. */
function withRepetition(problem: Problem, schema: unknown, value: unknown): Problem {
  const name = problem.path.slice(problem.path.indexOf('.') + 1)
  const values = (value as Record<string, unknown>)[name]
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (!Array.isArray(values) || !property || property.type === 'array') return problem
  return { ...problem, message: `is given ${values.length} times: give it once` }
}

/** `/orders/` is not an order with an empty id. */
function assertParamsNotEmpty(params: Readonly<Record<string, unknown>>): void {
  if (Object.values(params).includes('')) throw fail('route_not_found')
}

/** Like json-body.ts for bodies: PostgreSQL cannot store these characters in a text. */
function assertTextsStorable(part: string, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    const texts = [name, ...[value].flat()].filter((text) => typeof text === 'string')
    if (texts.every(isStorable)) continue
    throw fail('request_invalid', {
      problems: [{ path: `${part}.${name}`, message: 'holds a character that cannot be stored' }],
    })
  }
}

/** Answers are written as they are. In tests they are first checked against their schema, with its objects closed. */
export function serializerCompiler(validateAnswers: boolean) {
  return ({ schema, method, url }: { schema: unknown; method: string; url: string }) => {
    if (!validateAnswers) return textOf
    const closed = closeSchema(schema) as TSchema
    const validator = Compile(closed)
    return (answer: unknown) => {
      const text = textOf(answer)
      const sent: unknown = JSON.parse(text)
      if (!validator.Check(sent)) {
        const problems = problemsOf('answer', closed, validator.Errors(sent))
        throw new Error(
          `${method} ${url} does not answer what it declares: ${JSON.stringify(problems)}`,
        )
      }
      return text
    }
  }
}
