import { Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const adsSettings = defineSettings(
  'ads',
  Type.Object({
    ADS_DEGRADED_MODE_POLICY: Type.Enum(['fail_open', 'fail_closed'], {
      default: 'fail_open',
      description:
        'What ads do while viewer controls cannot be asked: serve all the same, or serve nothing.',
    }),
  }),
)
