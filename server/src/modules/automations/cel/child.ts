import { answerQuestions } from '#platform/compute'
import { acceptCondition } from './accept.ts'
import { createEnvironments, createEvaluation } from './evaluate.ts'
import type { ConditionAnswer, ConditionSetup, SentQuestion } from './questions.ts'

/** The child process for conditions: expressions are evaluated nowhere else. */
answerQuestions<ConditionSetup, SentQuestion, ConditionAnswer>(({ kinds }) => {
  const environmentOf = createEnvironments(kinds)
  const evaluate = createEvaluation(environmentOf)
  // Loads what the child loads only once, so that the first condition does not pay for it.
  for (const { type } of kinds.slice(0, 1)) acceptCondition(environmentOf(type), '1 + 1 == 2')
  return (question) =>
    question.ask === 'evaluate'
      ? { evaluation: evaluate(question.type, question.expression, question.event) }
      : { accepted: acceptCondition(environmentOf(question.type), question.condition) }
})
