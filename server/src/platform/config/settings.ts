import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import { type AppEnvironment, isDeployed } from './readiness.ts'
import type { SettingFact } from './setting-fact.ts'

/**
 * The settings of one module: a TypeBox object whose keys are environment variables. Extra keywords of a property: `secret` (its
 * value is never shown, except for what `show` returns), `requiredWhenDeployed` (its absence in staging or production is a
 * deployment incident; declare the property optional as well), `deployedDefault` (the default in staging and production), and
 * `example` next to a pattern, because people should not have to read patterns.
 */
export type SettingsSlice<Schema extends TObject = TObject> = {
  readonly module: string
  readonly schema: Schema
  /** Checks that no schema can express: values that must differ, JSON that must parse. Returns sentences, never values. */
  check(values: Static<Schema>): readonly SettingProblem[]
}

export type SettingProblem = { readonly name: string; readonly problem: string }

export type SettingsReading = {
  readonly problems: readonly SettingProblem[]
  readonly facts: readonly SettingFact[]
  /** The values of one slice. Throws when there were problems, because nothing may run on half of its settings. */
  of<Schema extends TObject>(slice: SettingsSlice<Schema>): Static<Schema>
}

export function defineSettings<Schema extends TObject>(
  module: string,
  schema: Schema,
  check: (values: Static<Schema>) => readonly SettingProblem[] = () => [],
): SettingsSlice<Schema> {
  return { module, schema, check }
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads every slice and reports all problems together. `local` has the values that a machine generated for itself. The environment
 * wins over it. An empty string counts as absent, like `NAME= command` in most shells.
 */
export function readSettings(
  slices: readonly SettingsSlice[],
  environment: Environment,
  local: Environment = {},
): SettingsReading {
  const read = slices.map((slice) => readSlice(slice, environment, local))
  const problems = read.flatMap((slice) => slice.problems)
  const valuesBySlice = new Map(slices.map((slice, at) => [slice, read[at]?.values]))
  return {
    problems,
    facts: read.flatMap((slice) => slice.facts),
    of: <Schema extends TObject>(slice: SettingsSlice<Schema>) => {
      if (problems.length > 0) throw new Error('settings with problems were read')
      const values = valuesBySlice.get(slice as unknown as SettingsSlice)
      if (!values) throw new Error(`the settings of ${slice.module} were not read`)
      return values as Static<Schema>
    },
  }
}

type SliceReading = {
  values: Record<string, unknown>
  problems: SettingProblem[]
  facts: SettingFact[]
}

function readSlice(slice: SettingsSlice, environment: Environment, local: Environment) {
  const reading: SliceReading = { values: {}, problems: [], facts: [] }
  for (const [name, schema] of Object.entries(slice.schema.properties)) {
    const keywords = keywordsOf(schema)
    const raw = textOf(environment, name) ?? textOf(local, name)
    const converted =
      raw === undefined ? presetOf(keywords, environment) : Value.Convert(schema, raw)
    const problem = converted === undefined ? undefined : problemOf(schema, keywords, converted)
    if (problem) reading.problems.push({ name, problem })
    else if (converted !== undefined) reading.values[name] = converted
    reading.facts.push({
      name,
      module: slice.module,
      description: keywords.description ?? '',
      secret: keywords.secret === true,
      requiredWhenDeployed: keywords.requiredWhenDeployed === true,
      source: sourceOf(name, environment, local, converted),
      shown: shownOf(keywords, problem ? undefined : converted),
    })
  }
  if (reading.problems.length === 0) reading.problems.push(...slice.check(reading.values))
  return reading
}

type Keywords = {
  description?: string
  default?: unknown
  deployedDefault?: unknown
  secret?: boolean
  requiredWhenDeployed?: boolean
  example?: string
  show?: (value: string) => string
}

/** The environment decides, not a slice: each slice is read by itself. */
function presetOf({ default: preset, deployedDefault }: Keywords, environment: Environment) {
  const isInDeployment = isDeployed(textOf(environment, 'APP_ENV') as AppEnvironment)
  return isInDeployment ? (deployedDefault ?? preset) : preset
}

/** A value that cannot be read is not shown either: it may be a secret in the wrong place. */
function shownOf({ secret, show }: Keywords, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (show) return show(String(value))
  return secret ? undefined : String(value)
}

function keywordsOf(schema: object): Keywords {
  return schema
}

function textOf(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim()
  return text === '' ? undefined : text
}

function problemOf(schema: object, { example }: Keywords, value: unknown): string | undefined {
  if (Value.Check(schema, value)) return undefined
  const messages = Value.Errors(schema, value).map((error) => {
    if (error.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
    if (error.keyword === 'pattern' && example) return `must look like ${example}`
    return error.message === 'must be integer' ? 'must be a whole number' : error.message
  })
  return [...new Set(messages)].join(', ') || 'is malformed'
}

function sourceOf(name: string, environment: Environment, local: Environment, value: unknown) {
  if (textOf(environment, name) !== undefined) return 'environment'
  if (textOf(local, name) !== undefined) return 'local'
  return value === undefined ? 'absent' : 'default'
}
