import { Type } from 'typebox'
import { answers, ok, type Routes } from '#platform/http'
import type { Fx } from '../service.ts'
import { HeldRateView, viewHeldRate } from './held-rate-list.ts'

const HeldParams = Type.Object({ heldRateId: Type.String({ maxLength: 60 }) })

/** For operators: the decision on a rate that waits. */
export function heldRateRoutes(fx: Fx): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/admin/fx/held-rates/:heldRateId/release',
      config: { access: 'operator', fails: ['fx.held_rate_not_found', 'fx.held_rate_withdrawn'] },
      schema: {
        operationId: 'releaseHeldExchangeRate',
        tags: ['Exchange rates'],
        summary: 'Release a held exchange rate',
        description:
          'Takes the rate into use at once, in a new set of rates. A second release of the same rate changes nothing.',
        params: HeldParams,
        response: answers(HeldRateView),
      },
      handler: async ({ actor, params }) =>
        ok(viewHeldRate(await fx.releaseRate(actor, params.heldRateId))),
    })
  }
}
