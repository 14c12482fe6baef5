import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { filter, type QueryOf } from '#platform/lists'
import type { AuditEntry } from './entry.ts'
import type { AuditSearch } from './store.ts'

const Instant = Type.String({ format: 'date-time' })
const Word = Type.String({ minLength: 1, maxLength: 200 })

/** What leaves entries out, in a list and in an export. */
export const auditFilters = {
  action: filter(
    Type.String({
      pattern: '^[a-z_]+[.][a-z0-9_]+$',
      maxLength: 100,
      description: 'The action, for example `identity.api_key_created`.',
    }),
  ),
  actor: filter({ ...Word, description: 'Id of the person, key or app that did it.' }),
  target: filter({ ...Word, description: 'Id of the record that the action was about.' }),
  outcome: filter(Type.Enum(['done', 'refused'])),
  since: filter({ ...Instant, description: 'Entries from this time on, inclusive.' }),
  until: filter({ ...Instant, description: 'Entries before this time, exclusive.' }),
}

export type AuditQuery = QueryOf<typeof auditFilters>

export const CompanyFilter = filter({
  ...Word,
  description: 'The id of a company. Default: every company.',
})

export const ExportQuery = Type.Object({
  action: Type.Optional(auditFilters.action.schema),
  actor: Type.Optional(auditFilters.actor.schema),
  target: Type.Optional(auditFilters.target.schema),
  outcome: Type.Optional(auditFilters.outcome.schema),
  since: Type.Optional(auditFilters.since.schema),
  until: Type.Optional(auditFilters.until.schema),
  format: Type.Enum(['jsonl', 'csv'], {
    default: 'jsonl',
    description:
      '`jsonl`: one entry per line. `csv`: a table. Values that a spreadsheet would read as formulas are quoted.',
  }),
})

const fields = {
  id: Type.String(),
  occurredAt: Instant,
  actor: Type.Optional(
    Type.Object({
      kind: Type.String({ description: '`person`, `api_key`, `oauth_app` or `system`.' }),
      id: Type.String(),
      clientId: Type.Optional(Type.String()),
      sessionId: Type.Optional(Type.String()),
    }),
  ),
  action: Type.String(),
  target: Type.Object({ type: Type.String(), id: Type.String() }),
  outcome: Type.Enum(['done', 'refused']),
  details: Type.Record(Type.String(), Type.Unknown()),
  requestId: Type.Optional(Type.String()),
  address: Type.Optional(
    Type.String({ description: 'The network of the request: /24 of IPv4, /48 of IPv6.' }),
  ),
  userAgent: Type.Optional(
    Type.String({ description: 'The kind of program that sent the request.' }),
  ),
}

export const AuditEntryView = record(
  'AuditEntry',
  'An entry of the audit trail: who did what, and when.',
  fields,
)
export const OperatorAuditEntryView = record(
  'OperatorAuditEntry',
  'An entry of the audit trail of any company.',
  { ...fields, companyId: Type.String() },
)

export function viewEntry({
  companyId: _companyId,
  ...entry
}: AuditEntry): Static<typeof AuditEntryView> {
  const { occurredAt, actor, requestId, address, userAgent, ...rest } = entry
  return {
    ...rest,
    details: { ...rest.details },
    occurredAt: occurredAt.toISOString(),
    ...(actor && { actor: withoutUndefined(actor) }),
    ...withoutUndefined({ requestId, address, userAgent }),
  }
}

export function viewEntryOfAnyCompany(entry: AuditEntry): Static<typeof OperatorAuditEntryView> {
  return { ...viewEntry(entry), companyId: entry.companyId }
}

export function searchOf(companyId: string | undefined, query: AuditQuery): AuditSearch {
  const { action, actor, target, outcome, since, until } = query
  return {
    companyId,
    action,
    actorId: actor,
    targetId: target,
    outcome,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  }
}

export const entryExample: Static<typeof AuditEntryView> = {
  id: 'aud_01m7xb82dw3khw78phh28dvacd',
  occurredAt: '2026-01-02T03:04:05.000Z',
  actor: {
    kind: 'person',
    id: 'usr_01m7xb82dw3khw78phh28dvacd',
    sessionId: 'ses_01m7xb82dw3khw78phh28dvacd',
  },
  action: 'identity.api_key_created',
  target: { type: 'api_key', id: 'key_01m7xb82dw3khw78phh28dvacd' },
  outcome: 'done',
  details: { scopes: ['orders:read'] },
  requestId: 'req_01m7xb82dw3khw78phh28dvacd',
  address: '192.0.2.0/24',
  userAgent: 'Firefox on Linux',
}

type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Defined<Fields>
}
