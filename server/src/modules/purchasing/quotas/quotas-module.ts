import type { Fx } from '#modules/fx'
import type { Agreements } from '#modules/products'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { callOffList } from './call-off-list.ts'
import { quotasEvents } from './events.ts'
import { quotaRoutes } from './quota-routes.ts'
import { createQuotas } from './service.ts'

type Needs = Runtime & { readonly fx: Fx; readonly agreements: Agreements }

export const quotasModule = defineModule({
  name: 'quotas',
  tags: {},
  events: quotasEvents,
  make: ({ database, wake, fx, agreements, now }: Needs) => {
    const quotas = createQuotas({ database, wake, fx, agreements, now })
    return {
      services: { quotas },
      routes: [quotaRoutes(quotas), listRoutes(database, callOffList(quotas))],
    }
  },
})
