import { type Compute, ComputeStopped } from '#platform/compute'
import type { ConditionInput } from '../automation.ts'
import type { Accepted } from './accept.ts'
import { isConditionAnswer } from './answers.ts'
import type { EventFacts, KindShape } from './environment.ts'
import type { Evaluation } from './evaluate.ts'
import type { ConditionAnswer, ConditionQuestion, ConditionSetup } from './questions.ts'

/** Checks and evaluates conditions in child processes. Both functions reject with `ComputeStopped`. */
export type Evaluator = {
  evaluate(
    companyId: string,
    type: string,
    expression: string,
    event: EventFacts,
  ): Promise<Evaluation>
  /** Returns whether a condition may be saved, and in what form. */
  accept(companyId: string, type: string, condition: ConditionInput): Promise<Accepted>
}

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
  }
}

const ofAnotherQuestion = () => new ComputeStopped('broken', 'It answered another question.')
