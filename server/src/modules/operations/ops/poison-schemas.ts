import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { PoisonRecord } from '#platform/leases'

/** Any text is valid: an id that is not ours is not found. */
export const PoisonParams = Type.Object({
  queue: Type.String({
    maxLength: 100,
    description: 'The name of a queue, such as `webhooks.deliveries`.',
  }),
  recordId: Type.String({ maxLength: 128 }),
})

export const PoisonRecordView = record(
  'PoisonRecord',
  'A record that was set aside because processes died at it.',
  {
    queue: Type.String({
      description: 'The queue of the record, such as `webhooks.deliveries`.',
    }),
    id: Type.String(),
    companyId: Type.Optional(Type.String()),
    state: Type.Union(
      [Type.Literal('WORKED_ON_ALONE'), Type.Literal('RETRIED_SLOWLY'), Type.Literal('SET_ASIDE')],
      {
        description:
          '`SET_ASIDE`: the service does not process it until an operator retries it. `RETRIED_SLOWLY`: the service never sets it aside, and retries it at growing intervals. `WORKED_ON_ALONE`: two processes have died over it together with other records, so the service processes it alone.',
      },
    ),
    reason: Type.Literal('process_died'),
    deaths: Type.Integer({
      description: 'The number of processes that died or hung while they processed it.',
    }),
    attempts: Type.Integer(),
    nextAttemptAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The time of the next attempt. Absent if the record is set aside.',
      }),
    ),
    setAsideAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
)

export function viewPoison(record: PoisonRecord): Static<typeof PoisonRecordView> {
  const { queue, id, companyId, state, deaths, attempts } = record
  const at = record.at.toISOString()
  return {
    queue,
    id,
    ...(companyId !== undefined && { companyId }),
    state,
    reason: 'process_died',
    deaths,
    attempts,
    ...(state === 'SET_ASIDE' ? { setAsideAt: at } : { nextAttemptAt: at }),
  }
}

export const poisonExample: Static<typeof PoisonRecordView> = {
  queue: 'webhooks.deliveries',
  id: 'dlv_01m7xb82dw3khw78phh28dvacd',
  companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
  state: 'SET_ASIDE',
  reason: 'process_died',
  deaths: 3,
  attempts: 3,
  setAsideAt: '2026-01-02T03:04:05.000Z',
}

export const DiscardRecordBody = record(
  'DiscardRecord',
  'A note on why the record is discarded.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'The reason why the record is not needed, for people who read it later.',
    }),
  },
  { examples: [{ note: 'The receiver got the file by mail.' }] },
)
