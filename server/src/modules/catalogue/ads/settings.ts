import { type Static, Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const adsSettings = defineSettings(
  'ads',
  Type.Object({
    ADS_DEGRADED_MODE_POLICY: Type.Enum(['fail_open', 'fail_closed'], {
      default: 'fail_open',
      description:
        'What the service does with ads while the viewer controls cannot be reached: serve them all the same, or serve none.',
    }),
    ADS_CURRENCY: Type.String({
      default: 'EUR',
      pattern: '^[A-Z]{3}$',
      example: 'EUR',
      description: 'The one currency of bids, budgets and charges.',
    }),
    ADS_RESERVE_PRICE_MINOR: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 1_000_000,
      description: 'The lowest price of a click, in the smallest unit of ADS_CURRENCY.',
    }),
    ADS_DEADLINE_MS: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 5_000,
      description: 'How long an answer waits for its sponsored places. After that it has none.',
    }),
    ADS_FREQUENCY_CAP: Type.Integer({
      default: 100,
      minimum: 1,
      maximum: 1_000_000,
      description: 'How often one viewer is shown one campaign in 24 hours.',
    }),
    ADS_CLICKS_PER_MINUTE_MAX: Type.Integer({
      default: 20,
      minimum: 1,
      maximum: 100_000,
      description: 'Clicks of one viewer in a minute. Further clicks are marked and not charged.',
    }),
    ADS_SHARED_CLICKS_PER_MINUTE_MAX: Type.Integer({
      default: 60,
      minimum: 1,
      maximum: 100_000,
      description:
        'Clicks in a minute through one credential, of one company, or from one network. Further clicks are marked and not charged.',
    }),
    ADS_SHARED_CHARGES_PER_DAY_MAX: Type.Integer({
      default: 10,
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Charged clicks on one campaign in 24 hours through one credential, of one company, or from one network. Further clicks are marked and not charged.',
    }),
    ADS_AUCTIONS_RETENTION_DAYS: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3_650,
      description: 'How long the record of an auction is kept.',
    }),
  }),
)

export type AdsSettings = Static<(typeof adsSettings)['schema']>
