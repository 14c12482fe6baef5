import { Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const fxSettings = defineSettings(
  'fx',
  Type.Object({
    EXCHANGE_RATE_API_KEY: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        secret: true,
        requiredWhenDeployed: true,
        description: 'Key for the provider of exchange rates.',
      }),
    ),
    EXCHANGE_RATE_BASE_URL: Type.String({
      default: 'https://v6.exchangerate-api.com',
      pattern: '^https?://[^/?#]+[^?#]*$',
      example: 'https://v6.exchangerate-api.com',
      description:
        'Address of the provider of exchange rates, which must answer in the form of ExchangeRate-API v6.',
    }),
    FX_REFERENCE_RATES_URL: Type.String({
      default: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
      pattern: '^https?://[^?#]+$',
      example: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
      description:
        'Address of the reference rates of the European Central Bank, as XML of the last 90 days. Invoices convert taxes with them. The service reads them only if a provider of exchange rates is set.',
    }),
    FX_FRESH_HOURS: Type.Integer({
      default: 26,
      minimum: 1,
      maximum: 720,
      description: 'Age up to which exchange rates count as fresh.',
    }),
    FX_STALE_GRACE_HOURS: Type.Integer({
      default: 72,
      minimum: 0,
      maximum: 720,
      description:
        'Hours beyond that age in which exchange rates are still used, and reported as degraded.',
    }),
  }),
)
