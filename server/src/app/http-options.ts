import { createHmac } from 'node:crypto'
import { identitySettings } from '#modules/identity'
import type { SettingsReading } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import type { Http, Routes } from '#platform/http'
import type { AppOptions } from './app-options.ts'
import { tagDescriptions } from './modules.ts'

/** The options that every kind of process gives to its HTTP server. */
export function httpOptions({ settings, log, metrics, now, version, strict }: AppOptions) {
  const values = settings.of(platformSettings)
  return {
    log,
    metrics,
    now,
    version,
    tagDescriptions,
    publicUrl: values.BASE_URL,
    cursorKey: cursorKey(settings),
    healthToken: values.HEALTH_TOKEN,
    metricsToken: values.METRICS_TOKEN,
    trustedProxies: listOf(values.TRUST_PROXY),
    allowedOrigins: listOf(values.CORS_ORIGINS),
    limits: {
      credential: {
        quota: values.RATE_LIMIT_PER_MINUTE,
        windowSeconds: 60,
        burst: values.RATE_LIMIT_BURST,
      },
      company: {
        quota: values.RATE_LIMIT_COMPANY_PER_MINUTE,
        windowSeconds: 60,
        burst: values.RATE_LIMIT_BURST,
      },
      // This limit guards passwords and codes. When the cache is away, it must not grow with the number of processes.
      auth: { quota: values.RATE_LIMIT_AUTH_PER_MINUTE, windowSeconds: 60, aloneShare: 0.25 },
      address: { quota: values.RATE_LIMIT_ADDRESS_PER_MINUTE, windowSeconds: 60 },
      signed: { quota: values.RATE_LIMIT_SIGNED_PER_MINUTE, windowSeconds: 60 },
    },
    validateAnswers: strict ?? false,
  }
}

/** Plugins load when the server becomes ready. What they register comes after the routes. */
export function register(http: Http, routes: readonly Routes[]): void {
  for (const each of routes) http.register(each as never)
}

/** The key is the same on every process of a deployment, because it is derived from a secret that they share. */
function cursorKey(settings: SettingsReading): Buffer {
  const secret = settings.of(identitySettings).JWT_ACCESS_SECRET ?? 'no cursor is ever signed'
  return createHmac('sha256', secret).update('purveyor/cursors').digest()
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
