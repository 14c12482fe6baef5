import { afterEach, describe, expect, it } from 'vitest'
import { after, minutesMs } from '#kernel/time'
import type { Http } from '#platform/http'
import { anHttp, as } from '../../../platform/http/http.fixture.ts'
import type { TransportName } from './alerts/alert.ts'
import {
  createAlerting,
  notify,
  receivedAlerts,
  resolve,
  useAlerting,
  world,
} from './alerts/alerting.fixture.ts'
import { incidentsRoutes } from './index.ts'

useAlerting()

let http: Http
let service: ReturnType<typeof createAlerting>

afterEach(() => http.close())

describe('an operator', () => {
  it('resolves an incident and notifies everybody who was alerted', async () => {
    await using('primary', 'secondary')
    const { id } = await notify(service.incidents, 'some', 'critical')
    await service.turn()
    expect(await end(id)).toMatchObject({
      status: 200,
      data: { id, status: 'resolved', ended: { by: 'usr_operator_co_platform' } },
    })
    await service.turn()
    for (const name of ['primary', 'secondary'] as const) {
      expect(receivedAlerts(name).map(({ status }) => status)).toEqual(['firing', 'resolved'])
    }
    const { data } = await call('GET', '/incidents?status=resolved')
    expect(data).toMatchObject([{ id, ended: { note: 'Booked by hand.' } }])
  })

  it('resolves nothing twice', async () => {
    await using('primary')
    const { id } = await notify(service.incidents)
    await resolve(service.incidents)
    expect(await end(id)).toMatchObject({ status: 409, meta: { code: 'incidents.incident_over' } })
    expect(await end('inc_nobody')).toMatchObject({ status: 404 })
    expect(await end(id, ' ')).toMatchObject({ status: 400 })
    const again = await notify(service.incidents)
    expect(again.id).not.toBe(id)
    expect((await call('GET', '/incidents?status=resolved')).data[0]).not.toHaveProperty('ended')
  })

  it('silences repeats until a time, unless the incident becomes worse', async () => {
    await using('primary')
    const { id } = await notify(service.incidents)
    await service.turn()
    const silence = (minutes: number, of = id) =>
      call('POST', `/incidents/${of}/silence`, { minutes, note: 'Somebody works on it.' })
    expect(await silence(60)).toMatchObject({
      status: 200,
      data: { id, silenced: { until: '2026-01-02T04:04:05.000Z', note: 'Somebody works on it.' } },
    })
    world.time = after(world.time, minutesMs(30))
    expect(await notify(service.incidents)).toEqual({ id, isNotice: false })
    expect(await notify(service.incidents, 'some', 'critical')).toEqual({ id, isNotice: true })
    world.time = after(world.time, minutesMs(31))
    expect(await notify(service.incidents, 'some', 'critical')).toEqual({ id, isNotice: true })
    const read = await call('GET', `/incidents/${id}`)
    expect(read.data).toMatchObject({ id, occurrences: 4, notices: 3, severity: 'critical' })

    expect((await silence(1, 'inc_nobody')).status).toBe(404)
    expect((await call('GET', '/incidents/inc_nobody')).status).toBe(404)
    await resolve(service.incidents)
    expect(await silence(1)).toMatchObject({ status: 409 })
  })

  it('reads each answer of a transport and the time of the next attempt', async () => {
    await using('primary')
    world.sinks.primary.answers({ status: 401 })
    const { id } = await notify(service.incidents)
    await service.turn()
    const waiting = await call('GET', '/incident-alerts?state=RETRYING')
    expect(waiting.data).toMatchObject([
      { incidentId: id, attempts: 1, lastError: 'status 401', transport: 'primary' },
    ])
    expect(waiting.data[0].nextAttemptAt).toBe('2026-01-02T03:04:20.000Z')
    await service.exhaust()
    expect((await call('GET', '/incident-alerts?state=DEAD_LETTER')).data).toMatchObject([
      { incidentId: id, attempts: 8, lastError: 'status 401' },
    ])
    expect((await call('GET', '/incident-alerts?transport=secondary')).data).toEqual([])
    expect((await call('GET', '/incident-alerts?state=LOST')).status).toBe(400)
  })

  it('is the only one allowed to do so', async () => {
    await using('primary')
    for (const caller of ['admin', 'buyer', 'writer']) {
      expect((await call('GET', '/incident-alerts', undefined, caller)).status).toBe(403)
      expect((await call('POST', '/incidents/inc_1/resolve', { note: 'x' }, caller)).status).toBe(
        403,
      )
    }
  })
})

async function using(...names: TransportName[]): Promise<void> {
  service = createAlerting(...names)
  const { database } = world
  http = await anHttp(
    incidentsRoutes(service.incidents, { database, testTransports: async () => [] }),
  )
}

async function call(method: 'GET' | 'POST', url: string, payload?: object, caller = 'operator') {
  const request = { method, url: `/notifications${url}`, headers: as(caller) }
  const answer = await http.inject({ ...request, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}

const end = (id: string, note = 'Booked by hand.') =>
  call('POST', `/incidents/${id}/resolve`, { note })
