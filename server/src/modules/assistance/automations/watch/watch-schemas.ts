import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Version } from '../editing/automation.ts'
import { runStates } from '../running/run.ts'
import type { WatchedAutomation } from './watch-store.ts'

const Instant = Type.String({ format: 'date-time' })

export const SetStateBody = record(
  'ChangeStateOfAutomation',
  'The new state of an automation, and why.',
  {
    state: Type.Enum(['ACTIVE', 'PAUSED']),
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'The reason. The audit log of the company keeps it.',
    }),
  },
  {
    additionalProperties: false,
    examples: [{ state: 'PAUSED', note: 'It floods the receiver.' }],
  },
)

export const WatchedStateView = record('StateOfAutomation', 'The state of an automation.', {
  id: Type.String(),
  state: Type.Enum(['DRAFT', 'ACTIVE', 'PAUSED']),
})

const watchedFields = {
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
}

export const WatchedAutomationView = record(
  'WatchedAutomation',
  'An automation of any company, as operators watch it.',
  watchedFields,
)

const WatchedActionView = record(
  'WatchedAction',
  'An action of an automation, as operators watch it.',
  {
    type: Type.String(),
    host: Type.Optional(
      Type.String({ description: 'The host that it calls. Its address may be secret.' }),
    ),
  },
)

export const WatchedRuleView = record(
  'WatchedRule',
  'An automation of any company, with the version that runs. Without a published version it is the draft.',
  {
    ...watchedFields,
    condition: Type.String({ description: 'Empty: it always holds.' }),
    actions: Type.Array(WatchedActionView),
    runsPerMinute: Type.Integer(),
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

export const watchedRuleExample: Static<typeof WatchedRuleView> = {
  ...watchedExample,
  condition: 'decimal(data.total.amount) >= decimal("1000")',
  actions: [{ type: 'call_url', host: 'finance.example.com' }],
  runsPerMinute: 60,
}

/** Operators do not see the address of a call: it may contain a secret. */
export function viewWatchedRule(
  watched: Parameters<typeof viewWatched>[0],
  { condition, actions, runsPerMinute }: Version,
): Static<typeof WatchedRuleView> {
  return {
    ...viewWatched(watched),
    condition,
    actions: actions.map((action) => ({
      type: action.type,
      ...(action.type === 'call_url' && { host: new URL(action.url).host }),
    })),
    runsPerMinute,
  }
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
