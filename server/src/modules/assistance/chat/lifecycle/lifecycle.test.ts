import { describe, expect, it } from 'vitest'
import { after, daysMs, minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { claim, leaseFor, sweepOnce } from '#platform/leases'
import { answerWell } from '#testing/hosts/companion'
import { buyer, useChatStage } from '../chat.fixture.ts'
import { extractSession, Superseded } from '../extraction/extract-session.ts'
import { extractionQueue } from '../extraction/extraction-queue.ts'
import { extractionWorker } from '../extraction/extraction-worker.ts'
import { reconcileReset } from '../extraction/fail-extraction.ts'
import { finalizationQueue } from '../finalization/finalization-store.ts'
import { finalizeSessions } from '../finalization/finalization-worker.ts'
import type { SessionRow } from '../tables.ts'
import { alertStuck } from './alert-stuck.ts'
import { chatProbe } from './chat-probe.ts'
import { chatJobs } from './jobs.ts'

const stage = await useChatStage()
const { deps, agent, chat, clock, companion, open, send } = stage
const { database, now } = deps
const probe = chatProbe(deps)
const firing = async () =>
  (await deps.incidents.list({ status: 'firing' }, { limit: 10 })).map(({ key }) => key)

describe('a session that is stuck', () => {
  it('raises the notice of the contract after two minutes queued, which ends with the wait', async () => {
    const { id } = await open()
    await send(id, '5 lamps')
    clock.now = after(clock.now, minutesMs(2))
    expect(await alertStuck(deps)).toBe(0)
    clock.now = after(clock.now, secondsMs(1))
    // A message does not begin the wait anew, and a second look does not notify again.
    await send(id, 'blue ones')
    expect([await alertStuck(deps), await alertStuck(deps)]).toEqual([1, 0])
    expect(await firing()).toEqual(['chat-session.brief-lifecycle.queued-stuck'])
    const reading = await probe.read()
    expect(reading.metrics).toMatchObject({
      queuedForExtraction: 1,
      oldestQueuedForExtractionSeconds: 121,
    })
    expect(reading.problems).toMatchObject([
      {
        code: 'chat-session.brief-lifecycle.queued-stuck',
        message: expect.stringMatching(/^1 chat/),
      },
    ])
    await extracted(id)
    await alertStuck(deps)
    expect(await firing()).toEqual([])
    expect((await probe.read()).problems).toEqual([])
    await chat.remove(buyer, id)
  })

  it('raises the other notice after five minutes finalizing', async () => {
    const { id } = await open()
    await send(id, '5 lamps')
    await extracted(id)
    await chat.confirm(buyer, id, undefined)
    clock.now = after(clock.now, minutesMs(5) + 1)
    await alertStuck(deps)
    expect(await firing()).toEqual(['chat-session.brief-lifecycle.finalizing-stuck'])
    const { metrics, problems } = await probe.read()
    expect(metrics).toMatchObject({ finalizing: 1, oldestFinalizingSeconds: 300 })
    expect(problems).toMatchObject([{ code: 'chat-session.brief-lifecycle.finalizing-stuck' }])
    await ended(id)
    await alertStuck(deps)
    expect(await firing()).toEqual([])
  })
})

describe('a worker that is lost', () => {
  it('while it extracts is made up for, and writes nothing when it comes back', async () => {
    const { id } = await open()
    await send(id, '5 lamps')
    const { lease, session } = await claimed()
    companion.answers(async (request, response) => {
      // The process stood still until its lease was over, and another worker has begun.
      clock.now = after(clock.now, secondsMs(extractionQueue.leaseSeconds + 1))
      await sweepOnce(database, reconcileReset(deps), now(), deps.log)
      answerWell(request, response)
    }, id)
    const zombie = extractSession(deps, agent, { session, leaseToken: lease.token }, noSignal)
    await expect(zombie).rejects.toThrow(Superseded)
    expect(await chat.get(buyer, id)).toMatchObject({
      state: 'QUEUED_FOR_EXTRACTION',
      briefVersion: 1,
    })
    companion.answersWell()
    await extracted(id)
    const { metrics } = await probe.read()
    expect(metrics).toMatchObject({ reconcileReset: 1, extractionsLastDay: expect.any(Number) })
    expect(await kindsOf(id)).toEqual([
      ['state', 'OPEN'],
      ['message', undefined],
      ['state', 'QUEUED_FOR_EXTRACTION'],
      ['state', 'EXTRACTING'],
      ['state', 'QUEUED_FOR_EXTRACTION'],
      ['state', 'EXTRACTING'],
      ['brief', undefined],
      ['message', undefined],
      ['state', 'NEEDS_CLARIFICATION'],
      ['answered', 'NEEDS_CLARIFICATION'],
    ])
    await chat.remove(buyer, id)
  })

  it('in each of three attempts fails the session, and says so', async () => {
    const { id } = await open()
    await send(id, '5 lamps')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await claimed()
      clock.now = after(clock.now, secondsMs(extractionQueue.leaseSeconds + 1))
      await sweepOnce(database, reconcileReset(deps), now(), deps.log)
    }
    expect(await chat.get(buyer, id)).toMatchObject({
      state: 'FAILED',
      failureCode: 'chat.extraction_failed',
    })
    expect((await kindsOf(id)).at(-1)).toEqual(['failed', undefined])
    await send(id, 'blue ones')
    await extracted(id)
    expect((await chat.get(buyer, id)).failureCode).toBeUndefined()
    await chat.remove(buyer, id)
  })

  it('while it finalizes is made up for by another one', async () => {
    const { id } = await open()
    await send(id, '5 lamps')
    await extracted(id)
    await chat.confirm(buyer, id, undefined)
    const before = (await probe.read()).metrics.reconcileCompletion
    const lease = leaseFor(finalizationQueue, now())
    expect(await claim(database.pool, finalizationQueue, lease, now(), 1)).toHaveLength(1)
    clock.now = after(clock.now, secondsMs(finalizationQueue.leaseSeconds + 1))
    await ended(id)
    expect((await probe.read()).metrics.reconcileCompletion).toBe(Number(before) + 1)
    await chat.remove(buyer, id)
  })
})

describe('the limits of a session', () => {
  it('are named: messages, their length together, and sessions of a person', async () => {
    const { id } = await open()
    await expect(send(id, 'a'.repeat(201))).rejects.toMatchObject({
      code: 'chat.transcript_too_long',
    })
    await send(id, '5 lamps')
    await extracted(id)
    await send(id, 'blue')
    await extracted(id)
    await send(id, 'small')
    await extracted(id)
    await expect(send(id, 'more')).rejects.toMatchObject({ code: 'chat.messages_too_many' })
    const others = [await open(), await open()]
    await expect(open()).rejects.toMatchObject({ code: 'chat.sessions_too_many' })
    for (const one of [{ id }, ...others]) await chat.remove(buyer, one.id)
  })

  it('end with the retention time: a session that nobody changed is deleted', async () => {
    const { id } = await open()
    await send(id, '5 lamps')
    const [purge] = chatJobs(deps)
    clock.now = after(clock.now, daysMs(364))
    await purge?.run({}, noSignal)
    expect((await chat.get(buyer, id)).id).toBe(id)
    clock.now = after(clock.now, daysMs(2))
    await purge?.run({}, noSignal)
    await expect(chat.get(buyer, id)).rejects.toMatchObject({ code: 'chat.session_not_found' })
  })
})

const noSignal = new AbortController().signal

async function claimed() {
  const lease = leaseFor(extractionQueue, now())
  const rows = await claim<SessionRow>(database.pool, extractionQueue, lease, now(), 1)
  expect(rows).toHaveLength(1)
  return { lease, session: { companyId: buyer.companyId, id: rows[0]?.id as `chs_${string}` } }
}

/** A worker reads the messages, and is stopped. */
async function extracted(id: string): Promise<void> {
  const worker = extractionWorker(deps, agent)
  const states = ['NEEDS_CLARIFICATION', 'BRIEF_READY']
  while (!states.includes((await chat.get(buyer, id)).state)) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await worker.stop()
}

/** The searches run, and a worker ends the session. */
async function ended(id: string): Promise<void> {
  stage.search.startWorker()
  while ((await chat.get(buyer, id)).state !== 'FINALIZED') {
    await finalizeSessions(deps)
    clock.now = after(clock.now, secondsMs(4))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await stage.search.stopWorker()
}

async function kindsOf(id: string): Promise<[string, string | undefined][]> {
  const { rows } = await sql<{ kind: string; data: { state?: string } }>`
    select kind, data from chat.events where company_id = ${buyer.companyId} and session_id = ${id} order by event
  `.execute(database.pool)
  return rows.map(({ kind, data }) => [kind, data.state])
}

describe('a model of the agent that no approved family has', () => {
  it('is a problem that names it', async () => {
    const settings = { ...deps.settings, AI_AGENT_MODEL: 'gpt-unknown' }
    const { problems } = await chatProbe({ ...deps, settings, modelAccess: undefined }).read()
    expect(problems).toMatchObject([
      { code: 'chat.model-not-allowed', message: expect.stringContaining('gpt-unknown') },
    ])
  })
})
