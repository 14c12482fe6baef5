import type { EventKind } from '#platform/outbox'
import type { ConditionInput } from './automation.ts'
import { compileCondition } from './cel/compile.ts'
import { findFailing } from './cel/constants.ts'
import { type ConditionEnvironment, createEnvironment, type KindShape } from './cel/environment.ts'
import { type ConditionForm, compileForm, formOf, testsOf } from './cel/form.ts'
import type { JsonSchema } from './cel/shape.ts'
import { fail } from './failures.ts'

/** Reads conditions as they are saved and shown. Of them it evaluates only what reads nothing of an event. */
export type Conditions = {
  readonly shapes: readonly KindShape[]
  /** The CEL of a condition for a kind of events. Throws where it is not one, and says where. */
  accept(eventType: string, condition: ConditionInput): string
  /** The rows of a form, where the condition says no more than they can. */
  formOf(eventType: string, condition: string): ConditionForm | undefined
}

/** Without a condition a rule runs for every event of its kind. */
const always = 'true'

export function createConditions(kinds: readonly EventKind[]): Conditions {
  const shapes = kinds
    .filter((kind) => kind.public)
    .map(({ type, data }) => ({ type, data: plainSchema(data) }))
  const environments = new Map<string, ConditionEnvironment>()
  const environmentOf = (eventType: string): ConditionEnvironment => {
    const known = environments.get(eventType)
    if (known) return known
    const shape = shapes.find(({ type }) => type === eventType)
    if (!shape) throw fail('event_unknown', { event: eventType })
    const made = createEnvironment(shape)
    environments.set(eventType, made)
    return made
  }
  return {
    shapes,
    accept: (eventType, condition) => {
      const environment = environmentOf(eventType)
      const text = typeof condition === 'string' ? condition.trim() : compileForm(condition)
      if (text === undefined) throw fail('form_invalid')
      const compiled = compileCondition(environment, text || always)
      if (!compiled.ok && typeof condition !== 'string') refuseNumbers(environment, condition)
      if (!compiled.ok) throw fail('condition_invalid', { ...compiled.problem })
      const failing = findFailing(environment, text, compiled.run.ast)
      if (failing) throw fail('condition_invalid', { ...failing })
      return text || always
    },
    formOf: (eventType, condition) => {
      const compiled = compileCondition(environmentOf(eventType), condition)
      return compiled.ok ? formOf(compiled.run.ast) : undefined
    },
  }
}

/** Amounts are text in events. Whoever filled in a form never saw the CEL that an error would speak of. */
function refuseNumbers(environment: ConditionEnvironment, form: ConditionForm): void {
  for (const row of testsOf(form)) {
    if (typeof row.value !== 'number') continue
    const value = String(row.value)
    const text = compileForm({ all: [{ ...row, value }] })
    const fits = (cel: string | undefined) =>
      cel !== undefined && compileCondition(environment, cel).ok
    if (!fits(compileForm({ all: [row] })) && fits(text)) {
      throw fail('form_number', { field: row.field, operator: row.operator, value })
    }
  }
}

/** What JSON Schema says and nothing else: it is sent to threads. */
function plainSchema(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema
}
