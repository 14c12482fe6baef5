import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'

const facts = { version: 1, entity: 'automation_run', public: true } as const

const runData = {
  runId: Type.String(),
  automationId: Type.String(),
  automationName: Type.String(),
  version: Type.Integer(),
  eventId: Type.String({ description: 'The id of the event for which the automation ran.' }),
  eventType: Type.String(),
}
const failedData = {
  ...runData,
  reason: Type.String({ description: 'A code for programs.' }),
  attempts: Type.Integer(),
}

const run = {
  runId: 'run_01m7xb82dw3khw78phh28dvacd',
  automationId: 'aut_01m7x9v1c40e5rk2m8w3tq6zna',
  automationName: 'Large orders are announced',
  version: 3,
  eventId: 'evt_01m7xb82dw3khw78phh28dvacd',
  eventType: 'order.created',
}

export const RunSucceeded = defineEvent({
  ...facts,
  type: 'automation.run.succeeded',
  data: Type.Object(runData, { description: 'The automation run completed every action.' }),
  example: run,
})

export const RunFailed = defineEvent({
  ...facts,
  type: 'automation.run.failed',
  data: Type.Object(failedData, {
    description: 'The automation run ended with an error that a retry would not fix.',
  }),
  example: { ...run, reason: 'condition_failed', attempts: 1 },
})

export const RunDeadLettered = defineEvent({
  ...facts,
  type: 'automation.dead_lettered',
  data: Type.Object(failedData, {
    description:
      'The service gave up the automation run after its last attempt. The run waits for an operator.',
  }),
  example: { ...run, reason: 'action_failed', attempts: 6 },
})

export const ModelAnswered = defineEvent({
  ...facts,
  type: 'automation.model_answered',
  data: Type.Object(
    {
      ...runData,
      entity: Type.Object(
        { type: Type.String(), id: Type.String() },
        { description: 'What that event was about.' },
      ),
      stepId: Type.Integer({ description: 'The position of the action in the list, from 1.' }),
      model: Type.String(),
      answer: Type.Unknown({
        description: 'The answer. It keeps to the JSON Schema of the action.',
      }),
    },
    { description: 'A language model answered the question of an automation.' },
  ),
  example: {
    ...run,
    entity: { type: 'order', id: 'ord_01m7xb82dw3khw78phh28dvacd' },
    stepId: 1,
    model: 'gpt-5',
    answer: { category: 'tools', isUrgent: false },
  },
})

export const automationEvents = [RunSucceeded, RunFailed, RunDeadLettered, ModelAnswered]
