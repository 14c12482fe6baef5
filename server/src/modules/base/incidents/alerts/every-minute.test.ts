import { describe, expect, it } from 'vitest'
import { createOutbound } from '#platform/net'
import { closeAtEnd } from '#testing/close-at-end'
import { aReceiver } from '#testing/webhooks'
import { incidentsJobs } from '../index.ts'
import { createAlerting, notify, useAlerting, world } from './alerting.fixture.ts'

useAlerting()

const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'Purveyor' }))

describe('the heartbeat', () => {
  it('reports every minute that a worker runs and how many incidents are open', async () => {
    const listener = await aReceiver()
    await notify(createAlerting('primary').incidents, 'some', 'critical')
    expect(await aMinute(listener.url)).toEqual([])
    expect(listener.received).toHaveLength(1)
    expect(JSON.parse(listener.received[0]?.body ?? '')).toMatchObject({
      environment: 'test',
      time: world.time.toISOString(),
      open: { critical: 1, warning: 0 },
      alerts: { pending: 1, deadLettered: 0 },
    })
    await listener.close()
  })

  it.each([
    ['does not take it', { status: 500 }, ['The heartbeat was not taken.']],
    [
      'has moved',
      { status: 302, headers: { location: '/elsewhere' } },
      ['The heartbeat was not taken.'],
    ],
  ])(
    'logs a warning when its listener %s, and holds up nothing else',
    async (_how, answer, said) => {
      const listener = await aReceiver()
      listener.answers(answer)
      expect(await aMinute(listener.url)).toEqual(said)
      expect(listener.received).toHaveLength(1)
      await listener.close()
    },
  )

  it('logs a warning when it cannot be sent, and is not sent without a listener', async () => {
    expect(await aMinute('http://127.0.0.1:9/beat')).toEqual(['The heartbeat did not arrive.'])
    expect(await aMinute(undefined)).toEqual([])
  })
})

/** One run of the job of every minute. Returns what was warned of. */
async function aMinute(heartbeatUrl: string | undefined): Promise<string[]> {
  const { incidents, deps } = createAlerting('primary')
  const warned: string[] = []
  const log = { ...deps.log, warn: (_fields: object, message: string) => warned.push(message) }
  const [every] = incidentsJobs({ ...deps, outbound, log, incidents, heartbeatUrl })
  await every?.run({}, AbortSignal.timeout(20_000))
  return warned
}
