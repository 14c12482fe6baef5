import { TOTP } from 'otpauth'
import { freshDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import type { Identity } from '#modules/identity'
import type { Problem } from '#platform/health'
import { anAdminRuntime, anApi } from '#testing/admin'
import { aCompany, aPerson } from '#testing/identity'
import { buildPages } from './build-pages.ts'

/** An API and an admin runtime, each on a port of its own, with one operator and one buyer. */
export async function anOperatorService() {
  const now = () => new Date()
  const pages = await buildPages()
  const database = await freshDatabase()
  const companyId = await aCompany(database)
  const operator = await aPerson(database, { companyId, role: 'operator' })
  const cautious = await aPerson(database, { companyId, role: 'operator' })
  const buyer = await aPerson(database, { companyId })
  const beginner = await aPerson(database, { companyId, role: 'operator' })
  const readings = {
    problems: [] as Problem[],
    metrics: { reserved: 2, reservedStuck: 0, oldestReservedSeconds: 64 } as Record<string, number>,
  }
  const probes = [
    {
      name: 'checkoutLifecycle',
      surfaces: ['ops', 'detailed'] as const,
      headline: 'reserved',
      read: async () => ({ metrics: readings.metrics, problems: readings.problems }),
    },
  ]
  const api = await anApi({ database, now, probes })
  const recoveryCodes = await enrolled(api.identity, cautious.actor, now())
  const strictApi = await anApi({ database, now, probes, mfaRequiredRoles: ['operator'] })
  const pagesOf = (apiUrl: string) =>
    anAdminRuntime({ apiUrl, now, isSecure: false, webFolder: pages.folder, liveEveryMs: 300 })
  const [admin, strict] = [await pagesOf(api.url), await pagesOf(strictApi.url)]
  return {
    url: admin.url,
    api,
    operator,
    cautious: { ...cautious, recoveryCodes },
    buyer,
    beginner,
    /** The same pages where operators need a second factor. */
    strictUrl: strict.url,
    database,
    readings,
    close: async () => {
      for (const part of [admin, strict, api, strictApi]) await part.close()
      await database.close()
    },
  }
}

/** Gives somebody an authenticator app, and returns the recovery codes that come with it. */
async function enrolled(identity: Identity, actor: Principal, now: Date) {
  const { secret } = await identity.enrolTotp(actor)
  const code = new TOTP({ secret }).generate({ timestamp: now.getTime() })
  return identity.confirmTotp(actor, code)
}

export type AnOperatorService = Awaited<ReturnType<typeof anOperatorService>>
