import type { Static } from 'typebox'
import type { incidentsSettings } from '../settings.ts'
import type { Transport } from './alert.ts'

type Settings = Static<(typeof incidentsSettings)['schema']>

/** Which halves of a transport are set, as the contract's readiness metrics name them. */
export type TransportReadiness = {
  readonly primaryWebhookConfigured: boolean
  readonly primaryBearerTokenConfigured: boolean
  readonly secondaryWebhookConfigured: boolean
  readonly secondaryBearerTokenConfigured: boolean
}

/**
 * The transports with both halves. The first one is notified first. Without the primary, the secondary is the only
 * one.
 */
export function transportsFrom(settings: Settings): readonly Transport[] {
  const {
    INCIDENT_ALERT_WEBHOOK_URL: primaryUrl,
    INCIDENT_ALERT_WEBHOOK_BEARER_TOKEN: primaryToken,
    INCIDENT_ALERT_SECONDARY_WEBHOOK_URL: secondaryUrl,
    INCIDENT_ALERT_SECONDARY_WEBHOOK_BEARER_TOKEN: secondaryToken,
  } = settings
  const transports: Transport[] = []
  if (primaryUrl && primaryToken) {
    const format = settings.INCIDENT_ALERT_FORMAT
    transports.push({ name: 'primary', url: primaryUrl, bearerToken: primaryToken, format })
  }
  if (secondaryUrl && secondaryToken) {
    const format = settings.INCIDENT_ALERT_SECONDARY_FORMAT
    transports.push({ name: 'secondary', url: secondaryUrl, bearerToken: secondaryToken, format })
  }
  return transports
}

export function transportReadiness(settings: Settings): TransportReadiness {
  return {
    primaryWebhookConfigured: settings.INCIDENT_ALERT_WEBHOOK_URL !== undefined,
    primaryBearerTokenConfigured: settings.INCIDENT_ALERT_WEBHOOK_BEARER_TOKEN !== undefined,
    secondaryWebhookConfigured: settings.INCIDENT_ALERT_SECONDARY_WEBHOOK_URL !== undefined,
    secondaryBearerTokenConfigured:
      settings.INCIDENT_ALERT_SECONDARY_WEBHOOK_BEARER_TOKEN !== undefined,
  }
}
