import { answerQuestions } from '#platform/compute'
import { acceptCondition } from './accept.ts'
import { createEnvironments, createEvaluation } from './evaluate.ts'
import type { ConditionAnswer, ConditionSetup, SentQuestion } from './questions.ts'

/** The child process that works on conditions: nothing of an expression is evaluated anywhere else. */
answerQuestions<ConditionSetup, SentQuestion, ConditionAnswer>(({ kinds }) => {
  const environmentOf = createEnvironments(kinds)
  const evaluate = createEvaluation(environmentOf)
  // The first condition must not pay for what the child loads only once.
  for (const { type } of kinds.slice(0, 1)) acceptCondition(environmentOf(type), '1 + 1 == 2')
  return (question) =>
    question.ask === 'evaluate'
      ? { evaluation: evaluate(question.type, question.expression, question.event) }
      : { accepted: acceptCondition(environmentOf(question.type), question.condition) }
})
