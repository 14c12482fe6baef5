import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aReceiver, aWebhook, aWebhookManager, type Receiver } from '#testing/webhooks'
import { createDelivering } from '../deliveries/delivering.ts'
import { keepHouse } from '../deliveries/housekeeping.ts'
import { advanceDue } from './advance-replay.ts'
import type { ReplayWindowInput } from './replay-window.ts'

let receiver: Receiver
let count = 0
const service = await useWebhookService()
const webhooks = service.webhooks

beforeEach(async () => {
  receiver = await aReceiver()
})
afterEach(async () => {
  await receiver.close()
  // What still runs would have its turn in the next test.
  do service.advance(secondsMs(2))
  while ((await advanceDue(service.database, service.deps.now())) > 0)
})

describe('the replay of a window', () => {
  it('continues by itself at its rate, evenly spaced, each event once, to the end', async () => {
    const { actor, endpoint, ids } = await delivered(7)
    const begun = await start(actor, endpoint.id, { perSecond: 3 })
    expect(begun).toMatchObject({ matched: 7, replayed: 3, replay: { state: 'RUNNING' } })
    const replayId = begun.replay?.id ?? ''
    const due = (await waitingOf(actor, endpoint.id)).map(({ availableAt }) =>
      availableAt.getTime(),
    )
    const now = service.deps.now().getTime()
    expect(due.map((at) => at - now).sort((a, b) => a - b)).toEqual([0, 333, 666])

    // Before a second is over it is nobody's turn; then it is one process's, however many ask.
    expect(await advanceDue(service.database, service.deps.now())).toBe(0)
    for (const [replayed, state] of [
      [6, 'RUNNING'],
      [7, 'FINISHED'],
    ] as const) {
      service.advance(secondsMs(1))
      const both = [1, 2].map(() => advanceDue(service.database, service.deps.now()))
      expect((await Promise.all(both)).sort()).toEqual([0, 1])
      const { replay } = await webhooks.getReplay(actor, replayId)
      expect(replay).toMatchObject({ replayed, state })
    }
    service.advance(secondsMs(1))
    expect(await advanceDue(service.database, service.deps.now())).toBe(0)

    await deliverAll(actor.companyId)
    const arrived = receiver.received.map(({ headers }) => String(headers['webhook-id']))
    expect(arrived.toSorted()).toEqual(ids.toSorted())
    const { progress } = await webhooks.getReplay(actor, replayId)
    expect(progress).toEqual({ succeeded: 7, waiting: 0, failed: 0 })
  })

  it('does not replay its own deliveries, however fast they arrive', async () => {
    const { actor, endpoint } = await delivered(3)
    const { replay } = await start(actor, endpoint.id, { perSecond: 1 })
    for (let n = 0; n < 4; n += 1) {
      await deliverAll(actor.companyId)
      service.advance(secondsMs(1))
      await advanceDue(service.database, service.deps.now())
    }
    expect(receiver.received).toHaveLength(3)
    expect((await webhooks.getReplay(actor, replay?.id ?? '')).replay).toMatchObject({
      replayed: 3,
      state: 'FINISHED',
    })
  })

  it('covers events that were never recorded, in the same way', async () => {
    const actor = aManager()
    const since = service.deps.now()
    await service.publish(actor.companyId, OrderCreated, 5)
    service.advance(secondsMs(1))
    const { endpoint } = await aWebhook(webhooks, actor, { url: receiver.url })
    const begun = await start(actor, endpoint.id, { since, missing: true, perSecond: 2 })
    expect(begun).toMatchObject({ matched: 5, replayed: 2 })
    for (let n = 0; n < 3; n += 1) {
      service.advance(secondsMs(1))
      await advanceDue(service.database, service.deps.now())
    }
    await deliverAll(actor.companyId)
    expect(receiver.received).toHaveLength(5)
    const { replay, progress } = await webhooks.getReplay(actor, begun.replay?.id ?? '')
    expect({ replay, progress }).toMatchObject({
      replay: { replayed: 5, state: 'FINISHED' },
      progress: { succeeded: 5 },
    })
  })

  it('covers unrecorded events as far back as deliveries are kept', async () => {
    const actor = aManager()
    await service.publish(actor.companyId)
    service.advance(daysMs(31))
    await service.publish(actor.companyId)
    service.advance(secondsMs(1))
    const { endpoint } = await aWebhook(webhooks, actor, { url: receiver.url })
    const now = service.deps.now()
    const since = after(now, -daysMs(100))
    const begun = await start(actor, endpoint.id, { since, missing: true })
    expect(begun).toMatchObject({
      matched: 1,
      replayed: 1,
      replay: { since: after(now, -daysMs(30)) },
    })
    await keepHouse({ ...service.deps, retentionDays: 30 }, now)
    await deliverAll(actor.companyId)
    expect(receiver.received).toHaveLength(1)
    const tooOld = { since, until: after(now, -daysMs(50)), missing: true }
    await expect(start(actor, endpoint.id, tooOld)).rejects.toMatchObject({
      code: 'webhooks.window_not_kept',
      status: 422,
    })
  })

  it('runs alone for its endpoint, and another may start after it', async () => {
    const { actor, endpoint } = await delivered(3)
    const { replay } = await start(actor, endpoint.id, { perSecond: 1 })
    await expect(start(actor, endpoint.id, {})).rejects.toMatchObject({
      code: 'webhooks.replay_running',
      status: 409,
      details: { replayId: replay?.id },
    })
    await webhooks.cancelReplay(actor, replay?.id ?? '')
    service.advance(1)
    const next = await start(actor, endpoint.id, {})
    const listed = await webhooks.listReplays(actor, endpoint.id, { limit: 10 })
    expect(listed.map(({ id }) => id)).toEqual([next.replay?.id, replay?.id])
  })

  it('uses a fifth of the endpoint’s rate by default', async () => {
    const { actor, endpoint } = await delivered(1, { maxPerSecond: 40 })
    expect((await start(actor, endpoint.id, {})).replay?.perSecond).toBe(8)
    const slow = await delivered(1, { maxPerSecond: 2 })
    expect((await start(slow.actor, slow.endpoint.id, {})).replay?.perSecond).toBe(1)
  })
})

describe('a cancelled replay', () => {
  it('sends nothing more, and answers the same when it is cancelled again', async () => {
    const { actor, endpoint } = await delivered(5)
    const { replay } = await start(actor, endpoint.id, { perSecond: 2 })
    const replayId = replay?.id ?? ''
    const cancelled = await webhooks.cancelReplay(actor, replayId)
    expect(cancelled).toMatchObject({ state: 'CANCELLED', replayed: 2 })
    expect(await webhooks.cancelReplay(actor, replayId)).toEqual(cancelled)

    service.advance(secondsMs(5))
    expect(await advanceDue(service.database, service.deps.now())).toBe(0)
    await deliverAll(actor.companyId)
    expect(receiver.received).toEqual([])
    expect(await waitingOf(actor, endpoint.id)).toEqual([])
    await expect(webhooks.cancelReplay(aManager(), replayId)).rejects.toMatchObject({
      code: 'webhooks.replay_not_found',
      status: 404,
    })
  })

  it('leaves undelivered events, and those alone, to the next replay', async () => {
    const { actor, endpoint, ids } = await delivered(5)
    const [first, second] = ids
    await markExhausted(actor.companyId, [first, second])
    const unsent = await start(actor, endpoint.id, { state: undefined, perSecond: 2 })
    expect(unsent).toMatchObject({ matched: 2, replayed: 2 })
    await webhooks.cancelReplay(actor, unsent.replay?.id ?? '')
    service.advance(1)
    const again = await start(actor, endpoint.id, { perSecond: 3 })
    expect(again).toMatchObject({ matched: 3, replayed: 3 })
    await webhooks.cancelReplay(actor, again.replay?.id ?? '')

    service.advance(1)
    const preview = await start(actor, endpoint.id, { state: undefined, preview: true })
    expect(preview.matched).toBe(2)
    await start(actor, endpoint.id, { state: undefined, perSecond: 10 })
    await deliverAll(actor.companyId)
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      [first, second].sort(),
    )
  })

  it('leaves unrecorded events to the next replay of missing ones', async () => {
    const actor = aManager()
    const ids = await service.publish(actor.companyId, OrderCreated, 2)
    service.advance(secondsMs(1))
    const { endpoint } = await aWebhook(webhooks, actor, { url: receiver.url })
    const { replay } = await start(actor, endpoint.id, { missing: true, perSecond: 5 })
    await webhooks.cancelReplay(actor, replay?.id ?? '')
    service.advance(1)

    expect(await start(actor, endpoint.id, { state: undefined })).toMatchObject({ matched: 2 })
    await deliverAll(actor.companyId)
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      [...ids].sort(),
    )
  })

  it('also ends a delivery that was being sent and failed', async () => {
    const { actor, endpoint } = await delivered(1)
    const isCancelled = Promise.withResolvers<void>()
    receiver.answers({ status: 500, until: isCancelled.promise })
    const { replay } = await start(actor, endpoint.id, {})
    const delivering = createDelivering(service.deps)
    await delivering.turn()
    await webhooks.cancelReplay(actor, replay?.id ?? '')
    isCancelled.resolve()
    await delivering.settled()
    expect(await waitingOf(actor, endpoint.id)).toHaveLength(1)
    await keepHouse({ ...service.deps, retentionDays: 30 }, service.deps.now())
    expect(await waitingOf(actor, endpoint.id)).toEqual([])
  })

  it('results from deleting its endpoint, and is deleted in the end', async () => {
    const { actor, endpoint } = await delivered(3)
    const { replay } = await start(actor, endpoint.id, { perSecond: 1 })
    expect(await webhooks.metrics()).toMatchObject({ replaysRunning: 1 })
    await webhooks.delete(actor, endpoint.id)
    const replayId = replay?.id ?? ''
    expect((await webhooks.getReplay(actor, replayId)).replay.state).toBe('CANCELLED')
    expect(await webhooks.metrics()).toMatchObject({ replaysRunning: 0 })

    const later = after(service.deps.now(), daysMs(38))
    await keepHouse({ ...service.deps, retentionDays: 30 }, later)
    await expect(webhooks.getReplay(actor, replayId)).rejects.toMatchObject({ status: 404 })
  })
})

type Manager = ReturnType<typeof aWebhookManager>

function aManager(): Manager {
  count += 1
  return aWebhookManager(`co_window_${count}`)
}

/** An endpoint that has got so many events. */
async function delivered(events: number, wishes: Parameters<typeof aWebhook>[2] = {}) {
  const actor = aManager()
  const { endpoint } = await aWebhook(webhooks, actor, { url: receiver.url, ...wishes })
  const ids = await service.publish(actor.companyId, OrderCreated, events)
  await deliverAll(actor.companyId)
  receiver.received.length = 0
  return { actor, endpoint, ids }
}

function start(actor: Manager, endpointId: string, wishes: Partial<ReplayWindowInput>) {
  return webhooks.replayWindow(actor, endpointId, {
    since: after(service.deps.now(), -hoursMs(1)),
    until: undefined,
    events: undefined,
    state: wishes.missing ? undefined : 'SUCCEEDED',
    preview: false,
    ...wishes,
  })
}

/** As after ten attempts that failed. */
async function markExhausted(companyId: string, eventIds: readonly (string | undefined)[]) {
  await sql`
    update webhooks.deliveries set state = 'EXHAUSTED'
    where company_id = ${companyId} and event_id = any(${eventIds}::text[])
  `.execute(service.database.pool)
}

function deliverAll(companyId: string): Promise<void> {
  return service.deliver(createDelivering(service.deps), companyId)
}

async function waitingOf(actor: Manager, endpointId: string) {
  const all = await webhooks.listDeliveries(actor, endpointId, {}, { limit: 100 })
  return all.filter(({ state }) => ['PENDING', 'RETRYING', 'LEASED', 'HELD'].includes(state))
}
