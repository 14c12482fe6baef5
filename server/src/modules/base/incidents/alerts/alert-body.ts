import { createHash } from 'node:crypto'
import type { Alert, Transport } from './alert.ts'

export type AlertMessage = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The body of an alert, in the format of the transport. */
export function alertMessage(
  transport: Transport,
  alert: Alert,
  environment: string,
): AlertMessage {
  const headers = { 'content-type': 'application/json' }
  const authorization = `Bearer ${transport.bearerToken}`
  switch (transport.format) {
    case 'generic':
      return {
        headers: { ...headers, authorization },
        body: JSON.stringify(genericBody(alert, environment)),
      }
    case 'alertmanager':
      return {
        headers: { ...headers, authorization },
        body: JSON.stringify(alertmanager(transport, alert, environment)),
      }
    case 'pagerduty':
      return { headers, body: JSON.stringify(pagerDuty(transport, alert, environment)) }
  }
}

function genericBody(alert: Alert, environment: string) {
  const { id, key, severity, status, summary, details, occurredAt, dedupeKey, attempt } = alert
  return {
    id,
    key,
    severity,
    status,
    summary,
    details,
    occurredAt: occurredAt.toISOString(),
    environment,
    dedupeKey,
    attempt,
  }
}

/** Alertmanager's value for an alert that has not ended. */
const notEnded = '0001-01-01T00:00:00Z'

/** Version 4 of Alertmanager's webhook. The incident is the group, so that its end matches its beginning. */
function alertmanager(transport: Transport, alert: Alert, environment: string) {
  const { key, dedupeKey, severity, status, summary } = alert
  const fingerprint = fingerprintOf(alert, environment)
  const labels = { alertname: key, severity, dedupeKey, environment }
  const annotations = { summary, details: JSON.stringify(alert.details) }
  return {
    version: '4',
    groupKey: fingerprint,
    truncatedAlerts: 0,
    status,
    receiver: transport.name,
    groupLabels: { alertname: key },
    commonLabels: labels,
    commonAnnotations: annotations,
    externalURL: '',
    alerts: [
      {
        status,
        labels,
        annotations,
        startsAt: alert.firedAt.toISOString(),
        endsAt: status === 'resolved' ? alert.occurredAt.toISOString() : notEnded,
        generatorURL: '',
        fingerprint,
      },
    ],
  }
}

/** Events v2. One `dedup_key` per incident: later notices join it and its end resolves it. */
function pagerDuty(transport: Transport, alert: Alert, environment: string) {
  const { key, dedupeKey, severity, status, summary, details } = alert
  const event = {
    routing_key: transport.bearerToken,
    dedup_key: fingerprintOf(alert, environment),
  }
  if (status === 'resolved') return { ...event, event_action: 'resolve' }
  return {
    ...event,
    event_action: 'trigger',
    payload: {
      summary,
      source: `purveyor-${environment}`,
      severity,
      timestamp: alert.occurredAt.toISOString(),
      class: key,
      custom_details: { ...details, dedupeKey },
    },
  }
}

/**
 * One value per trouble, whichever process reports it: two processes that cannot reach the database report the same.
 * Only one incident of a trouble is open at a time, so its end matches its beginning.
 */
function fingerprintOf({ key, dedupeKey }: Alert, environment: string): string {
  return createHash('sha256').update(`${environment}\n${key}\n${dedupeKey}`).digest('hex')
}
