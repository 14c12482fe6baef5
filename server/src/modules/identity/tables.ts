// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

export type ApiKeyRow = {
  company_id: string
  id: string
  name: string
  key_start: string
  key_end: string
  key_hash: Uint8Array
  scopes: string[]
  created_by: string
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

export type CompanyRow = {
  id: string
  name: string
  currency: string
  country: string
  supplier: boolean
  platform: boolean
  created_at: Date
}

export type MembershipRow = {
  company_id: string
  user_id: string
  roles: string[]
  created_at: Date
}

export type RefreshTokenRow = {
  company_id: string
  id: string
  session_id: string
  issued_at: Date
  used_at: Date | null
}

export type SessionRow = {
  company_id: string
  id: string
  user_id: string
  created_at: Date
  refreshed_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
}

export type UserRow = {
  id: string
  email: string
  name: string
  password_hash: string
  state: string
  created_at: Date
}

export type IdentityTables = {
  'identity.api_keys': ApiKeyRow
  'identity.companies': CompanyRow
  'identity.memberships': MembershipRow
  'identity.refresh_tokens': RefreshTokenRow
  'identity.sessions': SessionRow
  'identity.users': UserRow
}

export const tables = (conn: Conn) => conn.withTables<IdentityTables>()
