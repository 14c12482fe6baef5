import { answerQuestions } from '#platform/compute'
import { acceptSchema, firstProblemOf } from '../editing/check-schema.ts'
import { acceptCondition } from './accept.ts'
import { createEnvironments, createEvaluation } from './evaluate.ts'
import type { ConditionAnswer, ConditionSetup, SentQuestion } from './questions.ts'

/** The child process for conditions and for schemas of answers: they are evaluated nowhere else. */
answerQuestions<ConditionSetup, SentQuestion, ConditionAnswer>(({ kinds }) => {
  const environmentOf = createEnvironments(kinds)
  const evaluate = createEvaluation(environmentOf)
  // Loads what the child loads only once, so that the first condition does not pay for it.
  for (const { type } of kinds.slice(0, 1)) acceptCondition(environmentOf(type), '1 + 1 == 2')
  acceptSchema({ type: 'object' })
  return (question) => {
    switch (question.ask) {
      case 'evaluate':
        return { evaluation: evaluate(question.type, question.expression, question.event) }
      case 'accept':
        return { accepted: acceptCondition(environmentOf(question.type), question.condition) }
      case 'accept_schema':
        return { schema: acceptSchema(question.schema) }
      case 'check_answer':
        return { problem: firstProblemOf(question.schema, question.answer) ?? null }
    }
  }
})
