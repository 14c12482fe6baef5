import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Alert, AlertFormat } from './alert.ts'
import { alertMessage } from './alert-body.ts'

const firing: Alert = {
  id: 'ina_1',
  incidentId: 'inc_1',
  key: 'webhooks.endpoint-disabled',
  dedupeKey: 'whk_1',
  severity: 'warning',
  status: 'firing',
  summary: 'A webhook endpoint was disabled.',
  details: { failures: 12 },
  occurredAt: new Date('2026-01-02T03:04:05Z'),
  firedAt: new Date('2026-01-02T03:00:00Z'),
  queuedAt: new Date('2026-01-02T03:00:00Z'),
  attempt: 2,
  transport: 'primary',
  givenUp: 0,
}
/** SHA-256 of "production", the key and the dedupe key, a line each. */
const fingerprint = createHash('sha256')
  .update('production\nwebhooks.endpoint-disabled\nwhk_1')
  .digest('hex')
const resolved: Alert = {
  ...firing,
  status: 'resolved',
  occurredAt: new Date('2026-01-05T00:00:00Z'),
}

describe('the body of an alert', () => {
  it('in the generic form', () => {
    expect(written('generic', firing)).toEqual({
      headers: { 'content-type': 'application/json', authorization: 'Bearer a token' },
      body: {
        id: 'ina_1',
        key: 'webhooks.endpoint-disabled',
        severity: 'warning',
        status: 'firing',
        summary: 'A webhook endpoint was disabled.',
        details: { failures: 12 },
        occurredAt: '2026-01-02T03:04:05.000Z',
        environment: 'production',
        dedupeKey: 'whk_1',
        attempt: 2,
      },
    })
  })

  it('for Alertmanager version 4 has one fingerprint from firing to resolved', () => {
    const beginning = written('alertmanager', firing)
    const end = written('alertmanager', resolved)

    expect(beginning.headers.authorization).toBe('Bearer a token')
    expect(beginning.body).toMatchObject({
      version: '4',
      groupKey: fingerprint,
      status: 'firing',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'webhooks.endpoint-disabled', severity: 'warning' },
          annotations: { summary: 'A webhook endpoint was disabled.' },
          startsAt: '2026-01-02T03:00:00.000Z',
          endsAt: '0001-01-01T00:00:00Z',
          fingerprint,
        },
      ],
    })
    expect(end.body).toMatchObject({
      status: 'resolved',
      alerts: [{ status: 'resolved', endsAt: '2026-01-05T00:00:00.000Z', fingerprint }],
    })
  })

  it('for PagerDuty is authorized by the routing key', () => {
    const beginning = written('pagerduty', firing)

    expect(beginning.headers).not.toHaveProperty('authorization')
    expect(beginning.body).toMatchObject({
      routing_key: 'a token',
      event_action: 'trigger',
      dedup_key: fingerprint,
      payload: {
        summary: 'A webhook endpoint was disabled.',
        source: 'purveyor-production',
        severity: 'warning',
        timestamp: '2026-01-02T03:04:05.000Z',
      },
    })
    expect(written('pagerduty', resolved).body).toEqual({
      routing_key: 'a token',
      event_action: 'resolve',
      dedup_key: fingerprint,
    })
  })
})

function written(format: AlertFormat, alert: Alert) {
  const url = 'https://alerts.example/in'
  const transport = { name: 'primary', url, bearerToken: 'a token', format } as const
  const { headers, body } = alertMessage(transport, alert, 'production')
  return { headers, body: JSON.parse(body) as Record<string, unknown> }
}
