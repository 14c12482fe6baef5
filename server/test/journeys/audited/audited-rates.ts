import { aHeldRate } from '#testing/fx'
import type { Play } from './audited-changes.ts'

export const ratePlays: Readonly<Record<string, Play>> = {
  'POST /admin/fx/held-rates/:heldRateId/release': async ({ world, operator }, send) => {
    const id = await aHeldRate(world.parts.platform.database, new Date())
    return send(operator, 'POST', `/admin/fx/held-rates/${id}/release`)
  },
}
