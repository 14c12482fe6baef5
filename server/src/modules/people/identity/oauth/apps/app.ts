import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'

/** `confidential`: runs on a server and can keep a secret. `public`: runs in a browser or on a device. */
export const appKinds = ['confidential', 'public'] as const
export type AppKind = (typeof appKinds)[number]

/** The software of a partner, which one company allows to act for its people. */
export type OAuthApp = {
  readonly id: Id<'app'>
  readonly companyId: Id<'co'>
  readonly name: string
  readonly kind: AppKind
  readonly redirectUris: readonly string[]
  /** The most that a person can allow it. */
  readonly scopes: readonly Scope[]
  readonly createdBy: string
  readonly createdAt: Date
  readonly revokedAt: Date | undefined
}

export type AppSecrets = {
  readonly secretHash: Buffer | undefined
  readonly previous: { readonly hash: Buffer; readonly until: Date } | undefined
}

/** 256 random bits. Log scrubbing and secret scanners recognise the first characters. */
export function generateClientSecret(mode: 'live' | 'test'): string {
  return `pvy_${mode}_app_${randomBytes(32).toString('base64url')}`
}

/** The secret has 256 random bits, so a fast hash is as good as a slow one. */
export function secretHashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

const loopbacks: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that browsers handle themselves: none of them passes a code to an app. */
const ownSchemes =
  /^(?:about|blob|chrome|data|file|ftp|intent|javascript|mailto|sms|tel|vbscript|view-source|wss?):$/

/**
 * Returns what is wrong with an address that codes would be sent to, or undefined. It is compared character by
 * character later, so it must be written here exactly as it will come.
 */
export function redirectUriProblem(uri: string, kind: AppKind): string | undefined {
  const url = URL.parse(uri)
  if (!url) return 'is not an absolute address'
  if (uri.includes('#')) return 'must not have a fragment'
  if (uri.includes('*')) return 'is compared exactly: wildcards have no meaning'
  if (url.username || url.password) return 'must not carry a name or a password'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:') {
    return loopbacks.has(url.hostname) ? undefined : 'must be https, except on the own machine'
  }
  if (kind === 'confidential' || ownSchemes.test(url.protocol)) return 'must be an https address'
  if (!url.protocol.includes('.')) return 'a scheme of your own looks like com.example.app:'
  return undefined
}

/** An app on a device: its loopback port is any free one (RFC 8252, 7.3), and it needs consent every time. */
export function isNative({ kind, redirectUris }: OAuthApp): boolean {
  return kind === 'public' && redirectUris.some((uri) => !uri.startsWith('https:'))
}
