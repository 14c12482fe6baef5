import { Type } from 'typebox'
import { defineSettings } from '#platform/config'
import { defineModule } from '#platform/module'

const adsSettings = defineSettings(
  'ads',
  Type.Object({
    ADS_DEGRADED_MODE_POLICY: Type.Enum(['fail_open', 'fail_closed'], {
      default: 'fail_open',
      description:
        'What ads do while viewer controls cannot be asked: serve all the same, or serve nothing.',
    }),
  }),
)

export const adsModule = defineModule({
  name: 'ads',
  settings: [adsSettings],
  make: () => ({ services: {} }),
})
