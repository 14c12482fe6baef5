import { createIdentity, type Identity, peppersFrom } from '#modules/identity'
import { type Cache, createMemoryCache } from '#platform/cache'
import type { Database } from '#platform/db'
import { createJobs, type Jobs } from '#platform/jobs'
import { createSeal, sealKeysFrom } from '#platform/seal'
import { createWake } from '#platform/wake'

export const accessSecret = 'a secret of at least 32 bytes, no. 1'
export const refreshSecret = 'a secret of at least 32 bytes, no. 2'
export const relyingParty = { id: 'localhost', origins: ['http://localhost:3000'] }

type Settings = Parameters<typeof createIdentity>[0]['settings']

type Options = {
  readonly database: Database
  readonly now: () => Date
  readonly cache?: Cache
  readonly settings?: Partial<Settings>
}

const sealKeys = sealKeysFrom({ fallbackSecret: refreshSecret })

export const aSealOfTests = createSeal(sealKeys)

/** Identity as the service composes it, with a clock of the test's own. */
export function anIdentity({ database, now, cache, settings }: Options): Identity {
  return createIdentity({
    database,
    cache: cache ?? createMemoryCache(now),
    seal: aSealOfTests,
    wake: createWake(createMemoryCache(now)),
    now,
    settings: {
      resetPageUrl: 'https://purveyor.example/account/reset-password',
      mailCodePageUrl: 'https://purveyor.example/account/mailed-code',
      invitationPageUrl: 'https://purveyor.example/account/invitation',
      accessSecret,
      refreshSecret,
      accessTokenSeconds: 600,
      sessionDays: 30,
      sessionIdleDays: 7,
      relyingParty,
      keyMode: 'test',
      peppers: peppersFrom(undefined, sealKeys),
      requestsPerMinute: 600,
      ...settings,
    },
  })
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The worker of identity's own jobs. */
export function identityJobs(database: Database, identity: Identity, now: () => Date): Jobs {
  const wake = createWake(createMemoryCache(now))
  return createJobs({ database, handlers: identity.sessionJobs, wake, now, log: silent })
}

export const bearer = (token: string) => ({
  authorization: `Bearer ${token}`,
  'x-api-key': undefined,
})
