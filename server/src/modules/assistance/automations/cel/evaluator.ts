import { type Compute, ComputeStopped } from '#platform/compute'
import type { ConditionInput } from '../editing/automation.ts'
import type { SchemaAccepted } from '../editing/check-schema.ts'
import type { Accepted } from './accept.ts'
import { isConditionAnswer } from './answers.ts'
import type { EventFacts, KindShape } from './environment.ts'
import type { Evaluation } from './evaluate.ts'
import type { ConditionAnswer, ConditionQuestion, ConditionSetup } from './questions.ts'

/** Checks and evaluates conditions and schemas in child processes. All functions reject with `ComputeStopped`. */
export type Evaluator = {
  evaluate(
    companyId: string,
    type: string,
    expression: string,
    event: EventFacts,
  ): Promise<Evaluation>
  /** Returns whether a condition may be saved, and in what form. */
  accept(companyId: string, type: string, condition: ConditionInput): Promise<Accepted>
  /** Returns whether answers can be checked against a JSON schema. */
  acceptSchema(companyId: string, schema: Fields): Promise<SchemaAccepted>
  /** Returns the first place where the answer does not keep to the schema. Undefined: it keeps to it. */
  problemOf(companyId: string, schema: Fields, answer: unknown): Promise<string | undefined>
}

type Fields = Readonly<Record<string, unknown>>

export function createEvaluator(compute: Compute, kinds: readonly KindShape[]): Evaluator {
  const setup: ConditionSetup = { kinds }
  const pool = compute.openPool<ConditionQuestion, ConditionAnswer>({
    name: 'automation_conditions',
    entry: new URL('./child.ts', import.meta.url),
    setup,
    isAnswer: isConditionAnswer,
  })
  return {
    evaluate: async (companyId, type, expression, { data, ...facts }) => {
      const { id, version, occurredAt, sequence, entity } = facts
      const event = { id, type: facts.type, version, occurredAt, sequence, entity, data }
      const answer = await pool.ask(companyId, { ask: 'evaluate', type, expression, event })
      if (!('evaluation' in answer)) throw ofAnotherQuestion()
      return answer.evaluation
    },
    accept: async (companyId, type, condition) => {
      const answer = await pool.ask(companyId, { ask: 'accept', type, condition })
      if (!('accepted' in answer)) throw ofAnotherQuestion()
      return answer.accepted
    },
    acceptSchema: async (companyId, schema) => {
      const answer = await pool.ask(companyId, { ask: 'accept_schema', schema })
      if (!('schema' in answer)) throw ofAnotherQuestion()
      return answer.schema
    },
    problemOf: async (companyId, schema, given) => {
      const answer = await pool.ask(companyId, { ask: 'check_answer', schema, answer: given })
      if (!('problem' in answer)) throw ofAnotherQuestion()
      return answer.problem ?? undefined
    },
  }
}

const ofAnotherQuestion = () => new ComputeStopped('broken', 'It answered another question.')
