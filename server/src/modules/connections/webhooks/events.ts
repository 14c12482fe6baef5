import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'

export const testMessage = 'This is a test. Your receiver works if it answers with 2xx.'

/** Goes only to the endpoint that the test is about, whatever the endpoints subscribe to. */
export const WebhookTest = defineEvent({
  type: 'webhook.test',
  version: 1,
  entity: 'webhook',
  public: true,
  data: Type.Object(
    {
      endpointId: Type.String({ description: 'The id of the webhook that is tested.' }),
      message: Type.String(),
    },
    { description: 'Sent on request, to test a receiver.' },
  ),
  example: {
    endpointId: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
    message: testMessage,
  },
})

const StateData = (description: string) =>
  Type.Object(
    {
      endpointId: Type.String({ description: 'The id of the webhook.' }),
      name: Type.String({ description: 'The label of the webhook.' }),
    },
    { description },
  )
const stateExample = { endpointId: 'whk_01m7x9v1c40e5rk2m8w3tq6zna', name: 'ERP, production' }

export const WebhookPaused = defineEvent({
  type: 'webhook.paused',
  version: 1,
  entity: 'webhook',
  public: true,
  data: StateData(
    'Somebody paused a webhook. Its deliveries are held until it is resumed. The other webhooks of the company get this event.',
  ),
  example: stateExample,
})

export const WebhookResumed = defineEvent({
  type: 'webhook.resumed',
  version: 1,
  entity: 'webhook',
  public: true,
  data: StateData(
    'A paused or disabled webhook is active again. Its held deliveries are sent. The other webhooks of the company get this event.',
  ),
  example: stateExample,
})

export const webhookEvents = [WebhookTest, WebhookPaused, WebhookResumed]
