import { Type } from 'typebox'
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
  }),
)
