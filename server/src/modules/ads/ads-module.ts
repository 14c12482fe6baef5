import { Type } from 'typebox'
import { defineSettings } from '#platform/config'
import { defineModule } from '#platform/module'

const adsSettings = defineSettings(
  'ads',
  Type.Object({
    ADS_DEGRADED_MODE_POLICY: Type.Enum(['fail_open', 'fail_closed'], {
      default: 'fail_open',
      description:
        'What the service does with ads while the viewer controls cannot be reached: serve them all the same, or serve none.',
    }),
  }),
)

export const adsModule = defineModule({
  name: 'ads',
  settings: [adsSettings],
  make: () => ({ services: {} }),
})
