import { defineModule, type Runtime } from '#platform/module'
import { approvalsWorkers, type CarryDeps } from './carry-requests.ts'

/**
 * The composition root passes in the function that places an order or ends it, because approvals must not import
 * orders.
 */
type Needs = Runtime & { readonly fulfilment: Pick<CarryDeps, 'carryOn'> }

/** The workers of the approvals. A separate module, because orders are made after approvals and before this. */
export const carryRequestsModule = defineModule({
  name: 'approvals.carry_requests',
  make: ({ database, wake, now, log, fulfilment: { carryOn } }: Needs) => ({
    services: {},
    startWorkers: () => approvalsWorkers({ database, wake, carryOn, now, log }),
  }),
})
