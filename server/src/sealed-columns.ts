import { automationsSealed } from '#modules/automations'
import { identitySealed } from '#modules/identity'
import { webhooksSealed } from '#modules/webhooks'
import { auditSealed } from '#platform/audit'
import type { SealedColumn } from '#platform/seal'

/**
 * Everything that is sealed for good. Answers kept for an Idempotency-Key, mail that waits and exports of personal data
 * are sealed too: they are gone within a week, and a key is not taken out of the ring before.
 */
export const sealedColumns: readonly SealedColumn[] = [
  ...identitySealed,
  ...webhooksSealed,
  ...automationsSealed,
  ...auditSealed,
]
