import type { Role } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Locale } from '#kernel/locale'

/** How a person proved their identity. */
export type Method = 'password' | 'totp' | 'recovery_code' | 'passkey' | 'mail_code'

export type Session = {
  readonly id: Id<'ses'>
  readonly companyId: Id<'co'>
  readonly userId: Id<'usr'>
  readonly createdAt: Date
  readonly refreshedAt: Date
  readonly expiresAt: Date
  readonly authenticatedAt: Date
  readonly methods: readonly Method[]
  readonly device: string | undefined
  readonly network: string | undefined
}

export type EndReason = 'signed_out' | 'refresh_reused' | 'revoked' | 'credentials_changed'

/** The person with the company joined first. A person in several companies chooses later. */
export type SignInRecord = {
  readonly userId: Id<'usr'>
  readonly companyId: Id<'co'>
  readonly roles: readonly Role[]
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  /** The language of mails to the person. */
  readonly locale: Locale
}
