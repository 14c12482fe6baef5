import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, daysMs, hoursMs, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { readList } from '#testing/lists'
import { waitingMailTo } from '#testing/mail'
import { aCustomer, aSupportDesk, type Desk } from '#testing/support'
import { supportProbe } from './support-probe.ts'
import { ticketList } from './ticket-list.ts'
import type { TargetName } from './tickets/ticket.ts'

/** A Monday, ten o'clock in Berlin. */
const monday = new Date('2026-01-05T09:00:00Z')
let now = monday
const database = await useDatabase()
const { support, incidents, deps, work } = aSupportDesk(database, () => now)
const tickets = ticketList(deps)
let desk: Desk

beforeEach(async () => {
  now = monday
  desk = await aCustomer(database, support)
})

describe('a ticket', () => {
  it('goes from the customer to the agent and back, and is resolved', async () => {
    const id = await desk.ask({ priority: 'HIGH' })
    const opened = await support.get(desk.buyer.actor, id)
    expect(opened.ticket).toMatchObject({ state: 'OPEN', priority: 'HIGH', version: 1 })
    expect(opened.ticket.firstResponse.dueAt).toEqual(after(monday, hoursMs(4)))

    now = after(now, minutesMs(1))
    const asked = await write('agent', id)
    expect(asked.state).toBe('PENDING_CUSTOMER')
    now = after(now, minutesMs(1))
    const answered = await write('buyer', id)
    expect(answered.state).toBe('PENDING_AGENT')
    const resolved = await support.resolve(desk.agent.actor, id)
    expect(resolved.ticket).toMatchObject({ state: 'RESOLVED', resolvedAt: now })
    const { messages } = await support.get(desk.buyer.actor, id)
    expect(messages.map(({ message }) => message.author.kind)).toEqual([
      'PERSON',
      'AGENT',
      'PERSON',
    ])
    expect(await eventTypes(id)).toEqual([
      'support.ticket.created',
      'support.ticket.replied',
      'support.ticket.replied',
      'support.ticket.resolved',
    ])
  })

  it('has a number that counts in its company, and is found by a part of it', async () => {
    const first = await desk.ask()
    const second = await desk.ask()
    const { ticket } = await support.get(desk.agent.actor, second)
    expect(ticket.number).toBe('T-2026-000002')
    const find = (number: string) =>
      readList<{ id: string }>(database, tickets, desk.buyer.actor, { number })
    const both = [first, second].toSorted()
    expect((await find('t-2026-')).map(({ id }) => id).toSorted()).toEqual(both)
    expect((await find('000002')).map(({ id }) => id)).toEqual([second])
    expect(await find('T_2026')).toEqual([])
    const [created] = await eventsOf(second)
    expect(created?.data).toMatchObject({ ticketId: second, number: 'T-2026-000002' })
  })

  it('stays OPEN while the customer adds to it, and the first clock runs on', async () => {
    const id = await desk.ask()
    const due = (await support.get(desk.buyer.actor, id)).ticket.firstResponse.dueAt
    now = after(now, hoursMs(1))
    const ticket = await write('buyer', id)
    expect(ticket).toMatchObject({ state: 'OPEN', firstResponse: { dueAt: due, at: undefined } })
  })

  it('takes all of several messages that are written at once', async () => {
    const id = await desk.ask()
    await Promise.all([
      ...Array.from({ length: 5 }, () => write('buyer', id)),
      ...Array.from({ length: 5 }, () => write('agent', id)),
    ])
    const { ticket, messages } = await support.get(desk.agent.actor, id)
    expect(messages).toHaveLength(11)
    expect(ticket.version).toBe(11)
    expect(await eventTypes(id)).toHaveLength(11)
  })

  it('is resolved once by two who do it at once', async () => {
    const id = await desk.ask()
    const outcomes = await Promise.allSettled([
      support.resolve(desk.agent.actor, id),
      support.resolve(desk.buyer.actor, id),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await eventTypes(id)).filter((type) => type.endsWith('resolved'))).toHaveLength(1)
  })
})

describe('another priority', () => {
  it('moves the targets that are neither met nor missed, and counts the time that has passed', async () => {
    const id = await desk.ask({ priority: 'LOW' })
    now = after(monday, minutesMs(30))
    const { ticket } = await support.changePriority(desk.agent.actor, id, 'URGENT')
    expect(ticket).toMatchObject({
      priority: 'URGENT',
      firstResponse: { minutes: 60, dueAt: after(monday, hoursMs(1)), breachedAt: undefined },
      // Nine to five in Berlin: seven hours of Monday are left, and one more on Tuesday.
      resolution: { minutes: 480, dueAt: new Date('2026-01-06T09:00:00Z') },
    })
    expect(await eventTypes(id)).toEqual([
      'support.ticket.created',
      'support.ticket.priority_changed',
    ])
  })

  it('misses a target at once that was due before', async () => {
    const id = await desk.ask({ priority: 'LOW' })
    now = after(monday, hoursMs(2))
    const { ticket } = await support.changePriority(desk.agent.actor, id, 'URGENT')
    expect(ticket.firstResponse).toMatchObject({
      dueAt: after(monday, hoursMs(1)),
      breachedAt: now,
    })
    expect(await eventTypes(id)).toContain('support.ticket.breached')
  })

  it('neither hides a missed target nor changes one that was met', async () => {
    const id = await desk.ask({ priority: 'URGENT' })
    now = after(monday, hoursMs(2))
    const late = await support.changePriority(desk.agent.actor, id, 'LOW')
    expect(late.ticket.firstResponse).toMatchObject({ minutes: 60, breachedAt: now })
    expect(late.ticket.resolution.minutes).toBe(4_800)
    await write('agent', id)
    const met = await support.changePriority(desk.agent.actor, id, 'HIGH')
    expect(met.ticket.firstResponse).toMatchObject({ minutes: 60, at: now })
  })

  it('changes the time that is left while the clock is paused', async () => {
    const id = await desk.ask({ priority: 'NORMAL' })
    now = after(monday, hoursMs(1))
    await write('agent', id)
    const { ticket } = await support.changePriority(desk.agent.actor, id, 'HIGH')
    expect(ticket.resolution).toMatchObject({ minutes: 960, dueAt: undefined, leftMs: hoursMs(15) })
  })

  it('is not for closed tickets', async () => {
    const id = await desk.ask()
    await support.resolve(desk.agent.actor, id)
    now = after(now, daysMs(15))
    await work()
    const changing = support.changePriority(desk.agent.actor, id, 'HIGH')
    await expect(changing).rejects.toMatchObject({ code: 'support.ticket_closed' })
  })
})

describe('an internal note', () => {
  it('is hidden from the customer, and changes nothing that the customer sees', async () => {
    const id = await desk.ask()
    const before = await support.get(desk.buyer.actor, id)
    now = after(now, minutesMs(1))
    await support.reply(desk.agent.actor, id, { text: 'A difficult customer.', internal: true })

    expect(await support.get(desk.buyer.actor, id)).toEqual(before)
    const page = { before: undefined, limit: 10 }
    expect(await support.messages(desk.buyer.actor, id, page)).toHaveLength(1)
    expect(await support.messages(desk.agent.actor, id, page)).toHaveLength(2)
    expect(await eventTypes(id)).toEqual(['support.ticket.created'])
  })

  it('is refused from a customer', async () => {
    const id = await desk.ask()
    const note = support.reply(desk.buyer.actor, id, { text: 'Mine.', internal: true })
    await expect(note).rejects.toMatchObject({ code: 'support.agents_only' })
  })
})

describe('reopening', () => {
  it('is possible within 14 days, by a message too', async () => {
    const id = await desk.ask()
    await support.resolve(desk.buyer.actor, id)
    now = after(now, daysMs(14) - 1)
    expect((await support.reopen(desk.buyer.actor, id)).ticket.state).toBe('PENDING_AGENT')
    await support.resolve(desk.agent.actor, id)
    expect((await write('buyer', id)).state).toBe('PENDING_AGENT')
  })

  it('is refused after 14 days, before and after the ticket was closed', async () => {
    const id = await desk.ask()
    await support.resolve(desk.agent.actor, id)
    now = after(now, daysMs(14))
    for (const state of ['RESOLVED', 'CLOSED']) {
      expect((await support.get(desk.buyer.actor, id)).ticket.state).toBe(state)
      const reopened = support.reopen(desk.buyer.actor, id)
      await expect(reopened).rejects.toMatchObject({ code: 'support.reopen_too_late' })
      await expect(write('buyer', id)).rejects.toMatchObject({ code: 'support.ticket_closed' })
      await work()
    }
  })

  it('is refused for a ticket that is not resolved', async () => {
    const id = await desk.ask()
    const reopened = support.reopen(desk.buyer.actor, id)
    await expect(reopened).rejects.toMatchObject({ code: 'support.ticket_not_resolved' })
  })
})

describe('a target', () => {
  it('that is missed is one event and one incident, however many workers look', async () => {
    const id = await desk.ask({ priority: 'URGENT' })
    now = after(now, minutesMs(59))
    await work()
    expect(await breachesOf(id)).toEqual([])

    now = after(now, minutesMs(1))
    await Promise.all([work(), work(), work()])
    await work()

    expect(await breachesOf(id)).toEqual(['FIRST_RESPONSE'])
    expect(await incidentOf(id)).toMatchObject({ status: 'firing', severity: 'critical' })
    const { ticket } = await support.get(desk.agent.actor, id)
    expect(ticket).toMatchObject({ state: 'OPEN', firstResponse: { breachedAt: now } })
  })

  it('that was missed before a late answer is an event even if no worker saw it', async () => {
    const id = await desk.ask({ priority: 'URGENT' })
    now = after(now, hoursMs(2))
    await write('agent', id)
    await work()
    expect(await breachesOf(id)).toEqual(['FIRST_RESPONSE'])
    expect(await incidentOf(id)).toBeUndefined()
  })

  it('of the first answer ends its incident with the answer', async () => {
    const id = await desk.ask({ priority: 'URGENT' })
    now = after(now, hoursMs(1))
    await work()
    await write('agent', id)
    expect(await incidentOf(id)).toMatchObject({ status: 'resolved' })
  })

  it('of the resolution waits while the customer is asked, and at night', async () => {
    const id = await desk.ask({ priority: 'URGENT' })
    // Of eight hours, one has passed when the customer is asked.
    now = after(monday, hoursMs(1))
    await work()
    await write('agent', id)
    now = after(monday, daysMs(10))
    await work()
    const asked = await support.get(desk.agent.actor, id)
    expect(asked.ticket.resolution).toMatchObject({ dueAt: undefined, leftMs: hoursMs(7) })

    // Thursday at ten, one hour after the opening. There are seven hours until the desk closes.
    const thursday = after(monday, daysMs(10))
    now = thursday
    const answered = await write('buyer', id)
    expect(answered.resolution.dueAt).toEqual(after(thursday, hoursMs(7)))
    now = after(thursday, hoursMs(7))
    await work()
    expect(await breachesOf(id)).toEqual(['FIRST_RESPONSE', 'RESOLUTION'])
    expect(await incidentOf(id)).toMatchObject({ status: 'firing' })
    await support.resolve(desk.agent.actor, id)
    expect(await incidentOf(id)).toMatchObject({ status: 'resolved' })
  })

  it('that is due first comes first in the queue', async () => {
    const low = await desk.ask({ priority: 'LOW' })
    const urgent = await desk.ask({ priority: 'URGENT' })
    const waiting = await desk.ask({ priority: 'HIGH' })
    await write('agent', waiting)
    const scope = { companyId: desk.buyer.actor.companyId }
    const query = { ...scope, sort: 'target' }
    const queue = await readList<{ id: string }>(database, tickets, desk.agent.actor, query)
    expect(queue.map(({ id }) => id)).toEqual([urgent, low])
  })
})

describe('mails', () => {
  it('go to the team while no operator works on the ticket, and then to that operator', async () => {
    const id = await desk.ask()
    const about = async (to: string) =>
      (await waitingMailTo(database, to)).filter(({ text }) => text.includes(id)).length
    expect(await about('team@purveyor.example')).toBe(1)
    await write('agent', id)
    await write('buyer', id)
    expect([await about('team@purveyor.example'), await about(desk.agent.email)]).toEqual([1, 1])
  })

  it('of a company stop after 200 messages in an hour', async () => {
    const id = await desk.ask()
    const { companyId } = desk.buyer.actor
    const mailed = async () => {
      await sql`delete from platform.jobs where name = 'platform.send_mail'`.execute(database.pool)
      await write('agent', id)
      return (await waitingMailTo(database, desk.buyer.email)).length
    }
    expect(await mailed()).toBe(1)
    await sql`
      insert into support.messages (company_id, ticket_id, id, author_kind, author_id, internal, text, via, created_at)
      select ${companyId}, ${id}, 'msg_' || lpad(n::text, 26, '0'), 'PERSON', 'usr_1', false, 'x', 'API', ${now}
      from generate_series(1, 200) n
    `.execute(database.pool)
    expect(await mailed()).toBe(0)
    now = after(now, hoursMs(1))
    expect(await mailed()).toBe(1)
  })
})

describe('the health section', () => {
  it('counts the tickets that wait, and reports those that are late', async () => {
    const read = () => supportProbe({ conn: database.pool, now: () => now }).read()
    const before = (await read()).metrics as Record<string, number>
    await desk.ask({ priority: 'URGENT' })
    now = after(now, minutesMs(90))
    const { metrics, problems } = await read()
    expect(metrics).toMatchObject({
      ticketsWaiting: (before.ticketsWaiting ?? 0) + 1,
      ticketsUnassigned: (before.ticketsUnassigned ?? 0) + 1,
    })
    expect(problems).toMatchObject([{ code: 'support.ticket-breached' }])
  })
})

describe('tickets of another company', () => {
  it('do not exist, for reading and for writing', async () => {
    const id = await desk.ask()
    const stranger = await aCustomer(database, support)
    const { actor } = stranger.buyer
    const refused = { code: 'support.ticket_not_found' }
    await expect(support.get(actor, id)).rejects.toMatchObject(refused)
    await expect(support.reply(actor, id, { text: 'x' })).rejects.toMatchObject(refused)
    await expect(support.resolve(actor, id)).rejects.toMatchObject(refused)
    await expect(support.reopen(actor, id)).rejects.toMatchObject(refused)
    const page = { before: undefined, limit: 10 }
    await expect(support.messages(actor, id, page)).rejects.toMatchObject(refused)
    const query = { companyId: desk.buyer.actor.companyId }
    const listed = await readList(database, tickets, actor, query)
    expect(listed).toEqual([])
  })
})

async function write(who: 'buyer' | 'agent', id: string) {
  const written = await support.reply(desk[who].actor, id, { text: `From the ${who}.` })
  return written.ticket.ticket
}

async function incidentOf(ticketId: string) {
  const found = await incidents.list({ key: 'support.ticket-breached' }, { limit: 100 })
  return found.find(({ dedupeKey }) => dedupeKey === ticketId)
}

async function eventTypes(ticketId: string): Promise<string[]> {
  return (await eventsOf(ticketId)).map(({ type }) => type)
}

async function breachesOf(ticketId: string): Promise<TargetName[]> {
  const events = await eventsOf(ticketId)
  return events.flatMap(({ type, data }) =>
    type === 'support.ticket.breached' ? [data.target as TargetName] : [],
  )
}

async function eventsOf(ticketId: string) {
  const { rows } = await sql<{
    type: string
    data: { ticketId: string; number: string; target?: string }
  }>`
    select type, data from platform.events
    where company_id = ${desk.buyer.actor.companyId} and entity_id = ${ticketId}
    order by entity_version, id
  `.execute(database.pool)
  return rows
}
