import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, minutesMs } from '#kernel/time'
import type { Sighting } from './incident.ts'
import { createIncidents, isIncidentKey } from './index.ts'

const start = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const incidents = createIncidents({ database, now: () => after(start, minutesMs(60)) })

describe('notify', () => {
  it('opens an incident with all given details', async () => {
    const { id, isNotice } = await notify({ dedupeKey: 'whk_1', companyId: 'co_1' })

    expect(isNotice).toBe(true)
    expect(await listed('whk_1')).toMatchObject([
      {
        id,
        key: 'webhooks.endpoint-disabled',
        severity: 'warning',
        status: 'firing',
        summary: 'A webhook endpoint was disabled.',
        details: { failures: 12 },
        companyId: 'co_1',
        occurrences: 1,
        notices: 1,
        firedAt: start,
      },
    ])
  })

  it('only counts repeats within 15 minutes', async () => {
    const first = await notify({ dedupeKey: 'again' })
    const second = await notify({ dedupeKey: 'again' })
    const third = await notify({ dedupeKey: 'again', now: after(start, minutesMs(14)) })

    expect([first.isNotice, second.isNotice, third.isNotice]).toEqual([true, false, false])
    expect(new Set([first.id, second.id, third.id]).size).toBe(1)
    expect(await listed('again')).toMatchObject([{ occurrences: 3, notices: 1 }])
  })

  it('alerts again after 15 minutes', async () => {
    await notify({ dedupeKey: 'lasting' })
    const later = await notify({ dedupeKey: 'lasting', now: after(start, minutesMs(15)) })
    const soonAfter = await notify({ dedupeKey: 'lasting', now: after(start, minutesMs(16)) })

    expect([later.isNotice, soonAfter.isNotice]).toEqual([true, false])
    expect(await listed('lasting')).toMatchObject([
      { occurrences: 3, notices: 2, firedAt: start, noticedAt: after(start, minutesMs(15)) },
    ])
  })

  it('keeps the worst severity and the latest text', async () => {
    await notify({ dedupeKey: 'worse', severity: 'critical' })
    await notify({ dedupeKey: 'worse', severity: 'info', summary: 'Still so.' })

    expect(await listed('worse')).toMatchObject([{ severity: 'critical', summary: 'Still so.' }])
  })

  it('alerts at once, and once, when the severity rises', async () => {
    const first = await notify({ dedupeKey: 'rising', severity: 'info' })
    const later = (minutes: number, severity: 'warning' | 'critical') =>
      notify({ dedupeKey: 'rising', severity, now: after(start, minutesMs(minutes)) })
    const seen = [
      await later(1, 'critical'),
      await later(2, 'critical'),
      await later(3, 'warning'),
      await later(16, 'warning'),
    ]

    expect(seen.map(({ isNotice }) => isNotice)).toEqual([true, false, false, true])
    expect(await listed('rising')).toMatchObject([
      { id: first.id, severity: 'critical', notices: 3, noticedAt: after(start, minutesMs(16)) },
    ])
  })

  it('makes one incident and one alert of simultaneous calls', async () => {
    const seen = await Promise.all(Array.from({ length: 8 }, () => notify({ dedupeKey: 'storm' })))

    expect(seen.filter(({ isNotice }) => isNotice)).toHaveLength(1)
    expect(await listed('storm')).toMatchObject([{ occurrences: 8, notices: 1 }])
  })

  it('rolls back with its transaction', async () => {
    const failing = database.transaction(async (tx) => {
      await incidents.notify(tx, sighting({ dedupeKey: 'undone' }))
      throw new Error('rolled back')
    })

    await expect(failing).rejects.toThrow('rolled back')
    expect(await listed('undone')).toEqual([])
  })

  it('refuses an undeclared key', async () => {
    // @ts-expect-error: the compiler refuses it as well.
    await expect(notify({ key: 'webhooks.unheard-of' })).rejects.toThrow('no known incident key')
  })
})

describe('resolve', () => {
  it('resolves the open incident; the next notify opens another', async () => {
    const end = { key: 'webhooks.endpoint-disabled', dedupeKey: 'over', now: start } as const
    const first = await notify({ dedupeKey: 'over' })

    expect(await database.transaction((tx) => incidents.resolve(tx, end))).toBe(true)
    expect(await database.transaction((tx) => incidents.resolve(tx, end))).toBe(false)
    const second = await notify({ dedupeKey: 'over', now: after(start, minutesMs(1)) })

    expect(second.isNotice).toBe(true)
    expect(await listed('over')).toMatchObject([
      { id: second.id, status: 'firing' },
      { id: first.id, status: 'resolved', resolvedAt: start },
    ])
  })
})

describe('the lists for operators', () => {
  it('are paged from the newest and filtered by status, severity and key', async () => {
    const key = 'llm-gateway.pricing.zero-cost.A.gpt-9'
    for (const minute of [1, 2, 3]) {
      await notify({ key, dedupeKey: `page-${minute}`, now: after(start, minutesMs(minute)) })
    }

    const [newest, next] = await incidents.list({ key }, { limit: 2 })
    const rest = await incidents.list({ key }, { limit: 2, before: next?.id ?? '' })

    expect([newest?.dedupeKey, next?.dedupeKey]).toEqual(['page-3', 'page-2'])
    expect(rest.map(({ dedupeKey }) => dedupeKey)).toEqual(['page-1'])
    expect(await incidents.list({ key, severity: 'critical' }, { limit: 2 })).toEqual([])
    expect(await incidents.list({ key, status: 'resolved' }, { limit: 2 })).toEqual([])
  })

  it('count open incidents and give the age of the oldest', async () => {
    const before = await incidents.metrics()
    await notify({ key: 'images.failure-rate', dedupeKey: 'count', severity: 'info' })
    const during = await incidents.metrics()

    expect(during.open.info).toBe(before.open.info + 1)
    expect(during.oldestFiringAgeSeconds).toBe(3_600)
  })
})

describe('incident keys', () => {
  it.each([
    ['webhooks.endpoint-disabled', true],
    ['llm-gateway.pricing.zero-cost.A.gpt-4o', true],
    ['llm-gateway.pricing.zero-cost.', false],
    ['llm-gateway.pricing.zero-cost', false],
    ['webhooks', false],
  ])('%s: %s', (key, known) => {
    expect(isIncidentKey(key)).toBe(known)
  })
})

function sighting(over: Partial<Sighting>): Sighting {
  return {
    key: 'webhooks.endpoint-disabled',
    severity: 'warning',
    summary: 'A webhook endpoint was disabled.',
    details: { failures: 12 },
    dedupeKey: 'some',
    now: start,
    ...over,
  }
}

function notify(over: Partial<Sighting>) {
  return database.transaction((tx) => incidents.notify(tx, sighting(over)))
}

async function listed(dedupeKey: string) {
  const all = await incidents.list({}, { limit: 100 })
  return all.filter((incident) => incident.dedupeKey === dedupeKey)
}
