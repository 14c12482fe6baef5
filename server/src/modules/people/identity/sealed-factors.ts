import type { SealedColumn } from '#platform/seal'
import { placeOfTotp } from './sessions/factors/prove.ts'

/** The secrets of authenticator apps, for the job that replaces the sealing key. */
export const identitySealed: readonly SealedColumn[] = [
  {
    table: 'identity.totp_factors',
    column: 'secret_sealed',
    key: ['user_id'],
    placeOf: ({ user_id }) => placeOfTotp(String(user_id)),
  },
]
