import { defineModule, type Runtime } from '#platform/module'
import { approvalsWorkers, type ContinueDeps } from './continue-requests.ts'

/**
 * The composition root passes in the function that places an order or ends it, because approvals must not import
 * orders.
 */
type Needs = Runtime & { readonly fulfilment: Pick<ContinueDeps, 'continueRequest'> }

/** The workers of the approvals. A separate module, because orders are made after approvals and before this. */
export const continueRequestsModule = defineModule({
  name: 'approvals.carry_requests',
  make: ({ database, wake, now, log, fulfilment: { continueRequest } }: Needs) => ({
    services: {},
    startWorkers: () => approvalsWorkers({ database, wake, continueRequest, now, log }),
  }),
})
