import type { Fx } from '#modules/fx'
import type { Identity } from '#modules/identity'
import type { Agreements } from '#modules/products'
import { publicUrlOf } from '#platform/deployment'
import { listRoutes } from '#platform/lists'
import { mailSettings } from '#platform/mail'
import { defineModule, type Runtime } from '#platform/module'
import { quotasEvents } from './events.ts'
import { frameContractsProbe } from './frame-contracts-probe.ts'
import { quotaRoutes } from './quota-routes.ts'
import { createQuotas } from './service.ts'
import { quotasJobs, quotasSchedules } from './tell-ending.ts'
import { watchedQuotaList } from './watched-quota-list.ts'
import { contractLetters } from './write-letters.ts'

type Needs = Runtime & {
  readonly fx: Fx
  readonly identity: Identity
  readonly agreements: Agreements
}

export const quotasModule = defineModule({
  name: 'quotas',
  tags: {},
  events: quotasEvents,
  schedules: quotasSchedules,
  make: ({ database, wake, fx, identity, agreements, settings, now }: Needs) => {
    const quotas = createQuotas({ database, wake, fx, agreements, now })
    const letters = contractLetters({
      adminsOf: (conn, companyId) => identity.admins(conn, companyId),
      pageOf: (contractId) => `${publicUrlOf(settings)}/account/contracts/${contractId}`,
      isMailTaken: settings.of(mailSettings).MAIL_SMTP_URL !== undefined,
      now,
    })
    return {
      services: { quotas },
      routes: [quotaRoutes(quotas), listRoutes(database, watchedQuotaList(database))],
      jobs: quotasJobs({ database, now }),
      probes: () => [frameContractsProbe({ database, now })],
      subscriptions: [letters],
    }
  },
})
