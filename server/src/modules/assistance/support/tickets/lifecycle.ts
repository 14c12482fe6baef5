import { after, daysMs, minutesMs } from '#kernel/time'
import { addWorkingMs, type WorkingTime, workingMsBetween } from '#platform/working-time'
import {
  type Priority,
  reopenDays,
  type TargetName,
  type Ticket,
  type TicketState,
} from './ticket.ts'

/*
 * The states of a ticket and its two clocks. Every step first records the targets that were missed before it, so a late answer does
 * not hide a breach that no worker has seen yet.
 */

/** A target that was missed, and when it was due. */
export type Breach = { readonly target: TargetName; readonly dueAt: Date }

/** The targets of a ticket in business minutes. */
export type TargetMinutes = { readonly firstResponse: number; readonly resolution: number }

export type Step = { readonly ticket: Ticket; readonly breaches: readonly Breach[] }

const runs: ReadonlySet<TicketState> = new Set(['OPEN', 'PENDING_AGENT'])

/** The clocks of a new ticket. */
export function startClocks(
  hours: WorkingTime,
  minutes: TargetMinutes,
  now: Date,
): Pick<Ticket, 'firstResponse' | 'resolution'> {
  const dueAfter = (count: number) => addWorkingMs(hours, now, minutesMs(count))
  return {
    firstResponse: {
      minutes: minutes.firstResponse,
      dueAt: dueAfter(minutes.firstResponse),
      at: undefined,
      breachedAt: undefined,
    },
    resolution: {
      minutes: minutes.resolution,
      dueAt: dueAfter(minutes.resolution),
      leftMs: 0,
      breachedAt: undefined,
    },
  }
}

/**
 * Another priority, and so other targets. A target that was met or missed stays as it is. If the new target was due before now, it
 * is missed at once.
 */
export function afterPriorityChange(
  hours: WorkingTime,
  ticket: Ticket,
  { priority, minutes }: { readonly priority: Priority; readonly minutes: TargetMinutes },
  now: Date,
): Step {
  const before = withBreaches(ticket, now)
  const { openedAt, firstResponse, resolution } = before.ticket
  const awaitsResponse = !firstResponse.at && !firstResponse.breachedAt
  const responseDueAt = addWorkingMs(hours, openedAt, minutesMs(minutes.firstResponse))
  const changed = {
    ...before.ticket,
    priority,
    changedAt: now,
    firstResponse: awaitsResponse
      ? { ...firstResponse, minutes: minutes.firstResponse, dueAt: responseDueAt }
      : firstResponse,
    resolution: resolution.breachedAt
      ? resolution
      : resolutionWith(hours, resolution, minutes.resolution, now),
  }
  const after = withBreaches(changed, now)
  return { ticket: after.ticket, breaches: [...before.breaches, ...after.breaches] }
}

/** The business time that has passed so far counts towards the new target. */
function resolutionWith(
  hours: WorkingTime,
  resolution: Ticket['resolution'],
  minutes: number,
  now: Date,
): Ticket['resolution'] {
  const { dueAt, leftMs } = resolution
  const leftBefore = dueAt ? workingMsBetween(hours, now, dueAt) : leftMs
  const left = Math.max(0, leftBefore + minutesMs(minutes - resolution.minutes))
  if (!dueAt) return { ...resolution, minutes, leftMs: left }
  return { ...resolution, minutes, dueAt: left === 0 ? now : addWorkingMs(hours, now, left) }
}

/** Records the targets that were missed by now. */
export function withBreaches(ticket: Ticket, now: Date): Step {
  const { firstResponse, resolution } = ticket
  const missesResponse =
    !firstResponse.at && !firstResponse.breachedAt && firstResponse.dueAt <= now
  const missesResolution =
    resolution.dueAt !== undefined && !resolution.breachedAt && resolution.dueAt <= now
  return {
    ticket: {
      ...ticket,
      firstResponse: missesResponse ? { ...firstResponse, breachedAt: now } : firstResponse,
      resolution: missesResolution ? { ...resolution, breachedAt: now } : resolution,
    },
    breaches: [
      ...(missesResponse
        ? [{ target: 'FIRST_RESPONSE', dueAt: firstResponse.dueAt } as const]
        : []),
      ...(missesResolution && resolution.dueAt
        ? [{ target: 'RESOLUTION', dueAt: resolution.dueAt } as const]
        : []),
    ],
  }
}

/** The customer has written. A resolved ticket is reopened by it. */
export function afterCustomerReply(hours: WorkingTime, ticket: Ticket, now: Date): Step {
  const { ticket: seen, breaches } = withBreaches(ticket, now)
  const state = seen.state === 'OPEN' ? 'OPEN' : 'PENDING_AGENT'
  return { ticket: moveTicket(hours, { ...seen, resolvedAt: undefined }, state, now), breaches }
}

/** The support desk has written to the customer. A resolved ticket stays resolved. */
export function afterAgentReply(hours: WorkingTime, ticket: Ticket, now: Date): Step {
  const { ticket: seen, breaches } = withBreaches(ticket, now)
  const state = seen.state === 'RESOLVED' ? 'RESOLVED' : 'PENDING_CUSTOMER'
  return { ticket: moveTicket(hours, recordResponse(seen, now), state, now), breaches }
}

export function afterResolution(hours: WorkingTime, ticket: Ticket, now: Date): Step {
  const { ticket: seen, breaches } = withBreaches(ticket, now)
  const resolved = { ...recordResponse(seen, now), resolvedAt: now }
  return { ticket: moveTicket(hours, resolved, 'RESOLVED', now), breaches }
}

export function afterReopening(hours: WorkingTime, ticket: Ticket, now: Date): Step {
  const reopened = { ...ticket, resolvedAt: undefined }
  return { ticket: moveTicket(hours, reopened, 'PENDING_AGENT', now), breaches: [] }
}

export function afterClosing(ticket: Ticket, now: Date): Ticket {
  return { ...ticket, state: 'CLOSED', closedAt: now, changedAt: now }
}

export function mayBeReopened({ state, resolvedAt }: Ticket, now: Date): boolean {
  return state === 'RESOLVED' && resolvedAt !== undefined && now < closesAt(resolvedAt)
}

export const closesAt = (resolvedAt: Date): Date => after(resolvedAt, daysMs(reopenDays))

/** The earliest target that is not met yet. Undefined: no clock runs. */
export function targetAt({ firstResponse, resolution }: Ticket): Date | undefined {
  return earliestInstant([firstResponse.at ? undefined : firstResponse.dueAt, resolution.dueAt])
}

/** When a worker has to look at the ticket: at its next breach, or when it is to be closed. */
export function workAt({ state, resolvedAt, firstResponse, resolution }: Ticket): Date | undefined {
  if (state === 'RESOLVED') return resolvedAt && closesAt(resolvedAt)
  if (!runs.has(state)) return undefined
  const awaitsResponse = !firstResponse.at && !firstResponse.breachedAt
  return earliestInstant([
    awaitsResponse ? firstResponse.dueAt : undefined,
    resolution.breachedAt ? undefined : resolution.dueAt,
  ])
}

/** The targets that were missed and are still not met. */
export function openBreaches({ state, firstResponse, resolution }: Ticket): TargetName[] {
  return [
    ...(firstResponse.breachedAt && !firstResponse.at ? (['FIRST_RESPONSE'] as const) : []),
    ...(resolution.breachedAt && state !== 'RESOLVED' && state !== 'CLOSED'
      ? (['RESOLUTION'] as const)
      : []),
  ]
}

function recordResponse(ticket: Ticket, now: Date): Ticket {
  const { firstResponse } = ticket
  return { ...ticket, firstResponse: { ...firstResponse, at: firstResponse.at ?? now } }
}

/** Stops or starts the clock of the resolution where the state asks for it. */
function moveTicket(hours: WorkingTime, ticket: Ticket, state: TicketState, now: Date): Ticket {
  const { resolution } = ticket
  const { dueAt, leftMs } = resolution
  const moves = { ...ticket, state, changedAt: now }
  if (runs.has(state) && !dueAt) {
    const due = addWorkingMs(hours, now, leftMs)
    return { ...moves, resolution: { ...resolution, dueAt: due, leftMs: 0 } }
  }
  if (!runs.has(state) && dueAt) {
    const left = workingMsBetween(hours, now, dueAt)
    return { ...moves, resolution: { ...resolution, dueAt: undefined, leftMs: left } }
  }
  return moves
}

function earliestInstant(instants: readonly (Date | undefined)[]): Date | undefined {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0
    ? undefined
    : new Date(Math.min(...known.map((instant) => instant.getTime())))
}
