import { Environment } from '@marcbachmann/cel-js'
import { nearestTo } from '#kernel/slips'
import { type Compute, ComputeStopped } from '#platform/compute'
import type { EventKind } from '#platform/outbox'
import type { Accepted } from '../cel/accept.ts'
import { limits } from '../cel/environment.ts'
import { createEvaluator, type Evaluator } from '../cel/evaluator.ts'
import { type ConditionForm, formOf } from '../cel/form.ts'
import type { JsonSchema } from '../cel/shape.ts'
import { fail } from '../failures.ts'
import type { ConditionInput } from './automation.ts'

/**
 * Saves, shows and evaluates conditions, and checks answers of language models against the schema of their action. Child
 * processes evaluate: this process only parses conditions that were accepted before.
 */
export type Conditions = Pick<Evaluator, 'evaluate' | 'problemOf'> & {
  /** Returns the CEL of a condition for a kind of events. Rejects if it is invalid, and says where. */
  accept(companyId: string, eventType: string, condition: ConditionInput): Promise<string>
  /** Rejects a schema against which no answer can be checked, and says where. */
  acceptSchema(companyId: string, schema: Readonly<Record<string, unknown>>): Promise<void>
  /** The rows of a form, if a form can express the condition. */
  formOf(condition: string): ConditionForm | undefined
}

export function createConditions(compute: Compute, kinds: readonly EventKind[]): Conditions {
  const shapes = kinds
    .filter((kind) => kind.public)
    .map(({ type, data }) => ({ type, data: plainSchema(data) }))
  const startingTypes = shapes.map(({ type }) => type).filter((type) => type !== 'webhook.test')
  const { accept, acceptSchema, evaluate, problemOf } = createEvaluator(compute, shapes)
  const parser = new Environment({ limits })
  return {
    evaluate,
    problemOf,
    acceptSchema: async (companyId, schema) => {
      const accepted = await acceptSchema(companyId, schema).catch((error) => {
        throw fail('schema_invalid', { at: '', reason: tooLargeOrBusy(error) })
      })
      if (accepted.outcome === 'accepted') return
      throw fail('schema_invalid', { at: accepted.at, reason: accepted.message })
    },
    accept: async (companyId, eventType, condition) => {
      if (!shapes.some(({ type }) => type === eventType)) {
        const didYouMean = nearestTo(eventType, startingTypes)
        throw fail('event_unknown', { event: eventType, ...(didYouMean && { didYouMean }) })
      }
      return conditionOf(await accept(companyId, eventType, condition).catch(tooExpensive))
    },
    formOf: (condition) => {
      try {
        return formOf(parser.parse(condition).ast)
      } catch {
        return undefined
      }
    },
  }
}

function conditionOf(accepted: Accepted): string {
  switch (accepted.outcome) {
    case 'accepted':
      return accepted.condition
    case 'invalid':
      throw fail('condition_invalid', { ...accepted.problem })
    case 'form_invalid':
      throw fail('form_invalid')
    case 'form_number': {
      const { field, operator, value } = accepted
      throw fail('form_number', { field, operator, value })
    }
  }
}

/** Saving a condition means checking it, and a condition that cannot be checked in time cannot run in time. */
function tooExpensive(error: unknown): never {
  const message = tooLargeOrBusy(error)
  throw fail('condition_invalid', { reason: 'too_large', message, start: 0, end: 0 })
}

/** Says why the check costs too much. Throws if it could not be made. */
function tooLargeOrBusy(error: unknown): string {
  if (!(error instanceof ComputeStopped)) throw error
  const { why, message } = error
  if (why === 'busy' || why === 'closed' || why === 'broken') throw fail('evaluation_busy')
  return message
}

/** JSON Schema alone, because it is sent to child processes. */
function plainSchema(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema
}
