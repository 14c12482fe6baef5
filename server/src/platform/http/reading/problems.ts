import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import { formatOf, formOf } from './form-words.ts'
import type { EntryNumbers } from './narrow-lists.ts'

// Enough to report one mistake in every field of a form at once. The library's default is eight.
Settings.Set({ maxErrors: 64 })

/** One problem of a request: where it is, and what is expected there. Never the value. */
export type Problem = { readonly path: string; readonly message: string }

const atMost = 20

/** `part` is `body`, `query`, `params` or `headers`. Every path starts with it. */
export function problemsOf(
  part: string,
  schema: unknown,
  found: readonly TLocalizedValidationError[],
  numbers: EntryNumbers = new Map(),
): Problem[] {
  const errors = numbers.size === 0 ? found : found.map((error) => renumberEntries(error, numbers))
  const seen = new Set<string>()
  const problems = explain(schema, errors).map(({ path, message }) => ({
    path: `${part}${path}`,
    message,
  }))
  return problems.filter(({ path }) => !seen.has(path) && seen.add(path)).slice(0, atMost)
}

/** Replaces the numbers of list entries by their numbers in the request. */
function renumberEntries(error: TLocalizedValidationError, numbers: EntryNumbers) {
  const shortened: string[] = ['']
  const sent: string[] = ['']
  for (const step of error.instancePath.split('/').slice(1)) {
    shortened.push(step)
    sent.push(String(numbers.get(shortened.join('/')) ?? step))
  }
  return { ...error, instancePath: sent.join('/') }
}

/** Every branch of a union reports its own errors. People need one message, so a union is explained as a whole. */
function explain(schema: unknown, errors: readonly TLocalizedValidationError[]): Problem[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')
  const outermost = unions.filter(
    (union) => !unions.some((other) => other !== union && isWithin(union, branchesOf(other))),
  )
  const single = errors.filter(
    (error) =>
      !unions.some((union) => union === error) &&
      !outermost.some((union) => isWithin(error, branchesOf(union))),
  )
  return [
    ...single.flatMap((error) => toProblems(schema, error)),
    ...outermost.flatMap((union) => explainUnion(schema, union, errors)),
  ]
}

const branchesOf = (union: TLocalizedValidationError) => `${union.schemaPath}/${union.keyword}/`

const isWithin = (error: TLocalizedValidationError, path: string) =>
  error.schemaPath.startsWith(path)

function explainUnion(
  schema: unknown,
  union: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
): Problem[] {
  const path = pathOf(union.instancePath)
  const branches = branchSchemas(schema, union)
  const literals = branches.map((branch) => branch.const)
  if (literals.every((literal) => literal !== undefined)) {
    return [{ path, message: `must be one of ${literals.join(', ')}` }]
  }
  const perBranch = branches.map((_, index) =>
    errors.filter((error) => isInBranch(error, `${branchesOf(union)}${index}`)),
  )
  const meant = perBranch.filter((inBranch) => !inBranch.some((error) => rulesOut(error, union)))
  const [only] = meant
  if (only && meant.length === 1) return explain(schema, only)
  return [wrongKind(path, union, branches, perBranch)]
}

/** The value matches the intent of no branch, or of several. The message says what all branches require, if that is one thing. */
function wrongKind(
  path: string,
  union: TLocalizedValidationError,
  branches: readonly Record<string, unknown>[],
  perBranch: readonly (readonly TLocalizedValidationError[])[],
): Problem {
  const decisive = perBranch.map((errors) => errors.find((error) => rulesOut(error, union)))
  const [first] = decisive
  if (decisive.every((error) => error?.keyword === 'type')) {
    const types = new Set(branches.map(({ type }) => typeName(String(type))))
    return { path, message: `must be ${[...types].join(' or ')}` }
  }
  const tags = decisive.flatMap((error) =>
    error?.keyword === 'const' && error.instancePath === first?.instancePath
      ? [String(error.params.allowedValue)]
      : [],
  )
  if (first && tags.length === branches.length) {
    return { path: pathOf(first.instancePath), message: `must be one of ${tags.join(', ')}` }
  }
  return { path, message: 'does not have any of the forms that are allowed here' }
}

const isInBranch = (error: TLocalizedValidationError, branch: string) =>
  error.schemaPath === branch || error.schemaPath.startsWith(`${branch}/`)

/** The client did not mean a branch when the value has another type, or its tag (`kind: 'card'`) has another value. */
function rulesOut(error: TLocalizedValidationError, union: TLocalizedValidationError): boolean {
  if (error.instancePath === union.instancePath) return error.keyword === 'type'
  const below = error.instancePath.slice(union.instancePath.length + 1)
  return error.keyword === 'const' && !below.includes('/')
}

function branchSchemas(
  schema: unknown,
  union: TLocalizedValidationError,
): readonly Record<string, unknown>[] {
  return (schemaAt(schema, union.schemaPath)[union.keyword] ?? []) as readonly Record<
    string,
    unknown
  >[]
}

function schemaAt(schema: unknown, schemaPath: string): Record<string, unknown> {
  let found = schema as Record<string, unknown>
  for (const step of schemaPath.split('/').slice(1)) {
    found = (found?.[unescapeStep(step)] ?? {}) as Record<string, unknown>
  }
  return found
}

const unescapeStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** `/lines/0/quantity` becomes `.lines[0].quantity`, as code writes it. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^[0-9]+$/.test(step) ? `[${step}]` : `.${shortName(unescapeStep(step))}`))
    .join('')
}

/** A field name from a client may have any length. */
export const shortName = (field: string) => (field.length > 64 ? `${field.slice(0, 64)}…` : field)

function toProblems(schema: unknown, error: TLocalizedValidationError): Problem[] {
  const path = pathOf(error.instancePath)
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((field) => ({
        path: `${path}.${field}`,
        message: requiredSentence(schemaAt(schema, error.schemaPath), field),
      }))
    case 'additionalProperties':
      return unknownFields(path, error.params.additionalProperties)
    case 'unevaluatedProperties':
      return unknownFields(
        path,
        error.params.unevaluatedProperties.filter((field) => typeof field === 'string'),
      )
    case 'boolean':
      return [{ path, message: 'is not a known field' }]
    default:
      return [{ path, message: sentence(error) }]
  }
}

/** An object that is missing as a whole names its own required fields, so that they do not take a second request. */
function requiredSentence({ properties }: Record<string, unknown>, field: string): string {
  const { required = [] } =
    ((properties ?? {}) as Record<string, { required?: string[] }>)[field] ?? {}
  return required.length === 0 ? 'is required' : `is required, with ${required.join(', ')}`
}

function unknownFields(path: string, fields: readonly string[]): Problem[] {
  return fields.map((field) => ({
    path: `${path}.${shortName(field)}`,
    message: 'is not a known field',
  }))
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const typeName = (type: string) => typeNames[type] ?? type

function sentence(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${[error.params.type].flat().map(typeName).join(' or ')}`
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`
    case 'enum':
      return `must be one of ${error.params.allowedValues.join(', ')}`
    case 'minLength':
      return error.params.limit === 1
        ? 'must not be empty'
        : `must have at least ${error.params.limit} characters`
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`
    case 'pattern':
      return formOf(error.params.pattern)
    case 'format':
      return formatOf(error.params.format)
    case 'minimum':
      return `must be at least ${error.params.limit}`
    case 'maximum':
      return `must be at most ${error.params.limit}`
    case 'exclusiveMinimum':
      return `must be more than ${error.params.limit}`
    case 'exclusiveMaximum':
      return `must be less than ${error.params.limit}`
    case 'multipleOf':
      return `must be a multiple of ${error.params.multipleOf}`
    case 'minItems':
      return `must have at least ${error.params.limit} entries`
    case 'maxItems':
      return `must have at most ${error.params.limit} entries`
    case 'uniqueItems':
      return 'must not name the same thing twice'
    default:
      return error.message
  }
}
