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
