import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'

/** Goes to the endpoint it is about and to no other, whatever they subscribe to. */
export const WebhookTest = defineEvent({
  type: 'webhook.test',
  version: 1,
  entity: 'webhook',
  public: true,
  data: Type.Object(
    {
      endpointId: Type.String({ description: 'The subscription that is tried out.' }),
      message: Type.String(),
    },
    { description: 'Sent on request, to try out a receiver.' },
  ),
})
