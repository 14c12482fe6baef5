import { Type } from 'typebox'
import { defineJob } from '#platform/jobs'

export const PrepareExport = defineJob({
  name: 'identity.prepare_privacy_export',
  payload: Type.Object({ exportId: Type.String() }),
  leaseSeconds: 300,
  attemptsMax: 20,
  poison: 'set_aside',
})
