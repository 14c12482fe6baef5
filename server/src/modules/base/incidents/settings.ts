import { Type } from 'typebox'
import { defineSettings } from '#platform/config'

const address = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+',
      example: 'https://alerts.example.com/purveyor',
      description,
    }),
  )
const bearer = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, secret: true, description }))

const format = (description: string) =>
  Type.Enum(['generic', 'alertmanager', 'pagerduty'], { default: 'generic', description })

export const incidentsSettings = defineSettings(
  'incidents',
  Type.Object({
    INCIDENT_ALERT_WEBHOOK_URL: address('The address that receives the alerts of incidents.'),
    INCIDENT_ALERT_WEBHOOK_BEARER_TOKEN: bearer('Bearer token of that address.'),
    INCIDENT_ALERT_SECONDARY_WEBHOOK_URL: address(
      'Where incidents go that the first did not take.',
    ),
    INCIDENT_ALERT_SECONDARY_WEBHOOK_BEARER_TOKEN: bearer('Bearer token of the second address.'),
    INCIDENT_HEARTBEAT_URL: address(
      'Called every minute while the workers and the database are well: whoever listens there tells when it stops.',
    ),
    INCIDENT_ALERT_FORMAT: format(
      'What the first address reads. With pagerduty its bearer token is the routing key.',
    ),
    INCIDENT_ALERT_SECONDARY_FORMAT: format(
      'What the second address reads. With pagerduty its bearer token is the routing key.',
    ),
  }),
)
