// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type ApiKeyRow = {
  company_id: string
  id: string
  client_id: string
  name: string
  key_start: string
  key_end: string
  key_hash: Uint8Array
  pepper_id: string | null
  scopes: string[]
  allowed_cidrs: string[]
  requests_per_minute: number | null
  created_by: string
  created_at: Date
  expires_at: Date
  notice_days: number | null
  last_used_at: Date | null
  last_used_from: string | null
  replaced_by: string | null
  revoked_at: Date | null
}

export type ChallengeRow = {
  token_hash: Uint8Array
  purpose: string
  user_id: string | null
  session_id: string | null
  nonce: string | null
  mail_code_hash: Uint8Array | null
  attempts: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export type CompanyRow = {
  id: string
  name: string
  currency: string
  country: string
  supplier: boolean
  platform: boolean
  vat_id: string | null
  billing_address: unknown
  po_number_required: boolean
  cost_center_required: boolean
  order_mails: boolean
  created_at: Date
  changed_at: Date | null
  disabled_at: Date | null
  locale: string | null
}

export type InvitationRow = {
  company_id: string
  id: string
  email: string
  roles: string[]
  token_hash: Uint8Array
  state: string
  invited_by: string | null
  created_at: Date
  expires_at: Date
  closed_at: Date | null
  accepted_by: string | null
}

export type MembershipRow = {
  company_id: string
  user_id: string
  roles: string[]
  created_at: Date
}

export type OauthAppRow = {
  company_id: string
  id: string
  name: string
  kind: string
  redirect_uris: string[]
  scopes: string[]
  secret_hash: Uint8Array | null
  previous_secret_hash: Uint8Array | null
  previous_secret_until: Date | null
  created_by: string
  created_at: Date
  revoked_at: Date | null
}

export type OauthBrowserRow = {
  id_hash: Uint8Array
  kind: string
  uid_hash: Uint8Array | null
  user_id: string | null
  payload: unknown
  expires_at: Date
}

export type OauthGrantRow = {
  company_id: string
  id: string
  app_id: string
  user_id: string
  scopes: string[]
  payload: unknown
  granted_at: Date
  expires_at: Date
}

export type OauthTokenRow = {
  company_id: string
  token_hash: Uint8Array
  kind: string
  grant_id: string
  app_id: string
  user_id: string
  scopes: string[]
  payload: unknown
  issued_at: Date
  expires_at: Date
  consumed_at: Date | null
}

export type PasskeyRow = {
  id: string
  user_id: string
  credential_id: string
  public_key: Uint8Array
  counter: number
  transports: string[]
  synced: boolean
  name: string
  created_at: Date
  last_used_at: Date | null
}

export type PasswordResetRow = {
  token_hash: Uint8Array
  user_id: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
  voided_at: Date | null
}

export type PrivacyExportPartRow = {
  company_id: string
  export_id: string
  part: number
  section: string
  field: string | null
  content_sealed: string
}

export type PrivacyExportRow = {
  company_id: string
  id: string
  user_id: string
  state: string
  requested_at: Date
  content_sealed: string | null
  tables_taken: string[]
  ready_at: Date | null
  expires_at: Date | null
  link_hash: Uint8Array | null
  taken_at: Date | null
}

export type RecoveryCodeRow = {
  user_id: string
  code_hash: Uint8Array
  created_at: Date
  used_at: Date | null
}

export type RefreshTokenRow = {
  company_id: string
  id: string
  session_id: string
  successor_id: string | null
  issued_at: Date
  used_at: Date | null
}

export type SessionRow = {
  company_id: string
  id: string
  user_id: string
  methods: string[]
  device: string | null
  network: string | null
  created_at: Date
  authenticated_at: Date | null
  refreshed_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
}

export type TotpFactorRow = {
  user_id: string
  secret_sealed: string
  created_at: Date
  confirmed_at: Date | null
  last_step: number
  wrong_codes_at: Date[]
}

export type UserRow = {
  id: string
  email: string
  name: string
  password_hash: string
  state: string
  mail_codes_at: Date[]
  created_at: Date
  erased_at: Date | null
  locked_at: Date | null
  locked_by: string | null
  lock_note: string | null
  locale: string | null
  mail_code_origins: string[]
}

export type IdentityTables = {
  'identity.api_keys': ApiKeyRow
  'identity.challenges': ChallengeRow
  'identity.companies': WithDefaults<
    CompanyRow,
    'po_number_required' | 'cost_center_required' | 'order_mails'
  >
  'identity.invitations': InvitationRow
  'identity.memberships': MembershipRow
  'identity.oauth_apps': OauthAppRow
  'identity.oauth_browsers': OauthBrowserRow
  'identity.oauth_grants': OauthGrantRow
  'identity.oauth_tokens': OauthTokenRow
  'identity.passkeys': PasskeyRow
  'identity.password_resets': PasswordResetRow
  'identity.privacy_export_parts': PrivacyExportPartRow
  'identity.privacy_exports': WithDefaults<PrivacyExportRow, 'tables_taken'>
  'identity.recovery_codes': RecoveryCodeRow
  'identity.refresh_tokens': RefreshTokenRow
  'identity.sessions': WithDefaults<SessionRow, 'methods'>
  'identity.totp_factors': WithDefaults<TotpFactorRow, 'wrong_codes_at'>
  'identity.users': WithDefaults<UserRow, 'mail_codes_at' | 'mail_code_origins'>
}

export const tables = (conn: Conn) => conn.withTables<IdentityTables>()
