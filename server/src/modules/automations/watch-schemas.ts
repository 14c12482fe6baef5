import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { PageQuery } from '#platform/http'
import { runStates } from './run.ts'
import type { WatchedAutomation } from './watch-store.ts'

const Instant = Type.String({ format: 'date-time' })

export const WatchQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(
    Type.Enum(['DRAFT', 'ACTIVE', 'PAUSED', 'HELD'], {
      description: 'HELD: automations with held runs, in any state.',
    }),
  ),
  companyId: Type.Optional(Type.String({ maxLength: 64 })),
})

export const RecentRunsQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(
    Type.Enum(runStates, { description: 'The search covers the last 10,000 runs.' }),
  ),
})

export const WatchedAutomationView = record(
  'WatchedAutomation',
  'An automation of any company, as operators watch it.',
  {
    id: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    name: Type.String(),
    state: Type.Enum(['DRAFT', 'ACTIVE', 'PAUSED']),
    eventType: Type.String(),
    failingSince: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The automation was paused at this time, because it only failed.',
      }),
    ),
    publishedVersion: Type.Optional(Type.Integer()),
    hasDraft: Type.Boolean({ description: 'True: the draft differs from the published version.' }),
    held: Type.Integer({ description: 'The number of runs that wait until they are released.' }),
    deadLetters: Type.Integer({ description: 'The number of dead letters without a decision.' }),
    lastRun: Type.Optional(
      Type.Object({ id: Type.String(), state: Type.Enum(runStates), createdAt: Instant }),
    ),
    updatedAt: Instant,
  },
)

export const watchedExample: Static<typeof WatchedAutomationView> = {
  id: 'aut_01m7x9v1c40e5rk2m8w3tq6zna',
  companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
  companyName: 'Example GmbH',
  name: 'Tell the warehouse',
  state: 'ACTIVE',
  eventType: 'order.created',
  publishedVersion: 2,
  hasDraft: false,
  held: 0,
  deadLetters: 1,
  lastRun: {
    id: 'run_01m7xb82dw3khw78phh28dvacd',
    state: 'DEAD_LETTERED',
    createdAt: '2026-01-02T03:04:05.000Z',
  },
  updatedAt: '2026-01-02T03:04:05.000Z',
}

export function viewWatched(
  watched: WatchedAutomation & { readonly companyName: string | undefined },
): Static<typeof WatchedAutomationView> {
  const { failingSince, publishedVersion, lastRun, companyName } = watched
  return {
    id: watched.id,
    companyId: watched.companyId,
    ...(companyName !== undefined && { companyName }),
    name: watched.name,
    state: watched.state,
    eventType: watched.eventType,
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(publishedVersion !== undefined && { publishedVersion }),
    hasDraft: watched.hasDraft,
    held: watched.held,
    deadLetters: watched.deadLetters,
    ...(lastRun && { lastRun: { ...lastRun, createdAt: lastRun.createdAt.toISOString() } }),
    updatedAt: watched.updatedAt.toISOString(),
  }
}
