import { type Static, Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const offersSettings = defineSettings(
  'offers',
  Type.Object({
    OFFERS_ANSWER_DAYS: Type.Integer({
      default: 14,
      minimum: 1,
      maximum: 365,
      description: 'Days within which an offer request is answered. Then it expires.',
    }),
    OFFERS_RETENTION_DAYS: Type.Integer({
      default: 365,
      minimum: 1,
      maximum: 3_650,
      description:
        'How long an offer request can be read after it is declined or has expired. Then it is deleted. Orders stay.',
    }),
    OFFERS_ALERT_WAITING_HOURS: Type.Integer({
      default: 48,
      minimum: 1,
      maximum: 8_760,
      description:
        'Operators are notified if an offer request waits longer than this for an answer.',
    }),
  }),
)

export type OffersSettings = Static<(typeof offersSettings)['schema']>
