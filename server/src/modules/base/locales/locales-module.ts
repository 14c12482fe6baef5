import { minutesMs } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import { runEvery } from '#platform/leases'
import { defineModule, type Runtime } from '#platform/module'
import { localesProbe } from './locales-probe.ts'
import { localesRoutes } from './routes.ts'
import { createSupportedLocales } from './supported-locales.ts'

type Needs = Runtime & { readonly incidents: Incidents }

export const localesModule = defineModule({
  name: 'locales',
  tags: { Languages: 'The languages of answers, mails and documents.' },
  make: (needs: Needs) => {
    const supportedLocales = createSupportedLocales(needs)
    return {
      services: { supportedLocales },
      routes: [localesRoutes(supportedLocales)],
      startWorkers: () => [
        runEvery({
          name: 'locales.check_cache',
          everyMs: minutesMs(1),
          work: () => supportedLocales.checkAndResolve(),
          log: needs.log,
        }),
      ],
      probes: () => [localesProbe(supportedLocales, needs)],
    }
  },
})
