import type { Details } from './clean.ts'

export type AuditActor = {
  readonly kind: string
  readonly id: string
  readonly clientId?: string | undefined
  readonly sessionId?: string | undefined
}

export type AuditEntry = {
  readonly id: string
  readonly companyId: string
  readonly occurredAt: Date
  readonly actor?: AuditActor | undefined
  readonly action: string
  readonly target: { readonly type: string; readonly id: string }
  readonly outcome: 'done' | 'refused'
  readonly details: Details
  readonly requestId?: string | undefined
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
}

export type EntryRow = {
  readonly company_id: string
  readonly id: string
  readonly occurred_at: Date
  readonly actor_kind: string | null
  readonly actor_id: string | null
  readonly client_id: string | null
  readonly session_id: string | null
  readonly action: string
  readonly target_type: string
  readonly target_id: string
  readonly outcome: string
  readonly details: unknown
  readonly request_id: string | null
  readonly address: string | null
  readonly user_agent: string | null
}

export function toEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    companyId: row.company_id,
    occurredAt: row.occurred_at,
    actor:
      row.actor_kind === null || row.actor_id === null
        ? undefined
        : {
            kind: row.actor_kind,
            id: row.actor_id,
            clientId: row.client_id ?? undefined,
            sessionId: row.session_id ?? undefined,
          },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    outcome: row.outcome as AuditEntry['outcome'],
    details: row.details as Details,
    requestId: row.request_id ?? undefined,
    address: row.address ?? undefined,
    userAgent: row.user_agent ?? undefined,
  }
}
