import { Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const fxSettings = defineSettings(
  'fx',
  Type.Object({
    EXCHANGE_RATE_API_KEY: Type.Optional(
      Type.String({
        minLength: 1,
        secret: true,
        requiredWhenDeployed: true,
        description: 'Key of the provider of exchange rates.',
      }),
    ),
  }),
)
