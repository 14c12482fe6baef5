import { randomBytes } from 'node:crypto'
import { identitySettings } from '#modules/identity'
import {
  type AppEnvironment,
  type ConfigReadiness,
  configReadiness,
  type SettingsReading,
} from '#platform/config'
import { platformSettings } from '#platform/deployment'
import { type SealKeys, sealKeysFrom } from '#platform/seal'

/**
 * The keys for the cookies of an admin runtime that runs alone. It stores nothing sealed, so any secret that its processes share will
 * do. Without a secret each process makes a key.
 */
export function adminSealKeys(settings: SettingsReading): SealKeys {
  const { DATA_ENCRYPTION_KEYS: dataEncryptionKeys } = settings.of(platformSettings)
  const secrets = settings.of(identitySettings)
  const ring = dataEncryptionKeys ? sealKeysFrom({ dataEncryptionKeys, fallbackSecret: '' }) : []
  const derived = [
    secrets.JWT_REFRESH_SECRET,
    secrets.JWT_ACCESS_SECRET,
    // While the access secret is replaced, some processes still seal with the other one.
    secrets.JWT_ACCESS_SECRET_PREVIOUS,
  ].flatMap((secret) => (secret ? sealKeysFrom({ fallbackSecret: secret }) : []))
  const [first, ...others] = [...ring, ...derived]
  if (first) return [first, ...others]
  return sealKeysFrom({ fallbackSecret: randomBytes(32).toString('base64') })
}

/** What an admin runtime that runs alone needs: an address of the API. The settings of the other roles are not missing here. */
export function adminReadiness(settings: SettingsReading): ConfigReadiness {
  const { APP_ENV, API_BASE_URL, BASE_URL } = settings.of(platformSettings)
  const apiAddress = API_BASE_URL ?? BASE_URL
  const facts = settings.facts.map((fact) => {
    const requiredWhenDeployed = fact.name === 'API_BASE_URL'
    if (fact.name === 'DATA_ENCRYPTION_KEYS') {
      return { ...fact, requiredWhenDeployed, shown: fact.shown ?? cookieKeyOf(settings) }
    }
    // BASE_URL is the default of API_BASE_URL.
    const source =
      requiredWhenDeployed && fact.source === 'absent' && apiAddress ? 'default' : fact.source
    return { ...fact, requiredWhenDeployed, source } as const
  })
  const readiness = configReadiness(APP_ENV as AppEnvironment, facts)
  // The workers send alerts, so their transports are no condition here.
  const blockers = readiness.missing.map((name) => `${name} is missing`)
  return { ...readiness, promotion: { ready: blockers.length === 0, blockers } }
}

/** Where the key comes from while DATA_ENCRYPTION_KEYS is absent. */
function cookieKeyOf(settings: SettingsReading): string {
  const { JWT_REFRESH_SECRET, JWT_ACCESS_SECRET } = settings.of(identitySettings)
  if (JWT_REFRESH_SECRET) return 'derived from JWT_REFRESH_SECRET'
  if (JWT_ACCESS_SECRET) return 'derived from JWT_ACCESS_SECRET'
  return 'made at the start: sign-ins end with this process'
}
