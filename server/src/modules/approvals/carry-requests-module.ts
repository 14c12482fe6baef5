import { defineModule, type Runtime } from '#platform/module'
import { approvalsWorkers, type CarryDeps } from './carry-requests.ts'

/** The process hands in the function that places an order or gives it up, because approvals do not know orders. */
type Needs = Runtime & { readonly fulfilment: Pick<CarryDeps, 'carryOn'> }

/** The workers of the approvals. A module of its own, because orders are made after approvals and before this. */
export const carryRequestsModule = defineModule({
  name: 'approvals.carry_requests',
  make: ({ database, wake, now, log, fulfilment: { carryOn } }: Needs) => ({
    services: {},
    startWorkers: () => approvalsWorkers({ database, wake, carryOn, now, log }),
  }),
})
