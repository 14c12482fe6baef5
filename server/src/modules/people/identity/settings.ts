import { Type } from 'typebox'
import { type Role, roles } from '#kernel/actor'
import { defineSettings, type SettingProblem } from '#platform/config'

const placeholders = /change.?me|placeholder|your.?secret|example|^(.)\1+$/i

export const identitySettings = defineSettings(
  'identity',
  Type.Object({
    JWT_ACCESS_SECRET: Type.Optional(
      Type.String({
        secret: true,
        requiredWhenDeployed: true,
        description: 'Signs and verifies access tokens. At least 32 bytes.',
      }),
    ),
    JWT_REFRESH_SECRET: Type.Optional(
      Type.String({
        secret: true,
        requiredWhenDeployed: true,
        description:
          'Signs and verifies refresh tokens. At least 32 bytes. It must differ from the secret for access tokens.',
      }),
    ),
    JWT_ACCESS_SECRET_PREVIOUS: Type.Optional(
      Type.String({
        secret: true,
        description:
          'Verifies access tokens only. Set the former secret here while you replace it.',
      }),
    ),
    JWT_REFRESH_SECRET_PREVIOUS: Type.Optional(
      Type.String({
        secret: true,
        description:
          'Verifies refresh tokens only. Set the former secret here while you replace it.',
      }),
    ),
    AUTH_MFA_REQUIRED_ROLES: Type.Optional(
      Type.String({
        pattern: `^(none|(${roles.join('|')})(,(${roles.join('|')}))*)$`,
        deployedDefault: 'operator',
        example: 'operator,company_admin',
        description:
          'Roles that must have a second factor, separated by commas: operator,company_admin. With none, no role needs one. Default: operator in staging and production, none elsewhere.',
      }),
    ),
    AUTH_FAILURES_PER_HOUR: Type.Integer({
      default: 100,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Failed sign-ins that one address may have in an hour.',
    }),
    AUTH_PASSWORD_RESET_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        example: 'https://shop.example.com/new-password',
        description:
          'The page where people choose a new password. The token follows behind a #. Default: our own page, `/account/reset-password`.',
      }),
    ),
    AUTH_MAIL_CODE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        example: 'https://shop.example.com/mailed-code',
        description:
          'The page where people sign in with their password and the code of a mail. The code follows behind a #. Default: our own page, `/account/mailed-code`.',
      }),
    ),
    AUTH_PASSKEY_RP_ID: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9.-]+$',
        example: 'shop.example.com',
        description: 'The domain that passkeys are bound to. Default: the host of AUTH_URL.',
      }),
    ),
    AUTH_PASSKEY_ORIGINS: Type.Optional(
      Type.String({
        pattern: '^https?://[^,/]+(,https?://[^,/]+)*$',
        example: 'https://shop.example.com,https://admin.example.com',
        description:
          'Origins of pages that may ask for passkeys, separated by commas. Default: AUTH_URL and BASE_URL.',
      }),
    ),
    API_KEY_PEPPER: Type.Optional(
      Type.String({
        minLength: 32,
        secret: true,
        description:
          'Hashes API keys. Several secrets are separated by commas, the new one first. Default: derived from the keys that seal secrets at rest.',
      }),
    ),
    AUTH_INVITATION_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^#\\s]+$',
        example: 'https://shop.example.com/join',
        description:
          'The page where people accept invitations. The code follows behind a #. Default: our own page, `/account/invitation`.',
      }),
    ),
    AUTH_ACCESS_TOKEN_SECONDS: Type.Integer({
      default: 600,
      minimum: 60,
      maximum: 3600,
      description: 'Lifetime of an access token.',
    }),
    OAUTH_CLIENT_REQUESTS_PER_MINUTE: Type.Integer({
      default: 600,
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Requests that one partner app may send to token routes in a minute, from one address.',
    }),
    AUTH_SESSION_DAYS: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 90,
      description: 'Maximum lifetime of a session, however often it is refreshed.',
    }),
    AUTH_SESSION_IDLE_DAYS: Type.Integer({
      default: 7,
      minimum: 1,
      maximum: 90,
      description: 'Time without a refresh after which a session ends.',
    }),
  }),
  (values) => {
    const problems: SettingProblem[] = []
    const secrets = {
      JWT_ACCESS_SECRET: values.JWT_ACCESS_SECRET,
      JWT_REFRESH_SECRET: values.JWT_REFRESH_SECRET,
      JWT_ACCESS_SECRET_PREVIOUS: values.JWT_ACCESS_SECRET_PREVIOUS,
      JWT_REFRESH_SECRET_PREVIOUS: values.JWT_REFRESH_SECRET_PREVIOUS,
    }
    const peppers = values.API_KEY_PEPPER?.split(',').map((pepper) => weaknessOf(pepper.trim()))
    const weak = peppers?.find((problem) => problem !== undefined)
    if (weak) problems.push({ name: 'API_KEY_PEPPER', problem: weak })
    for (const [name, secret] of Object.entries(secrets)) {
      const problem = secret === undefined ? undefined : weaknessOf(secret)
      if (problem) problems.push({ name, problem })
    }
    return [...problems, ...sharedBetween(secrets)]
  },
)

type Secrets = Readonly<Record<string, string | undefined>>

/**
 * Whoever can make tokens of one kind could then make those of the other. This also applies to a secret from before a
 * rotation.
 */
function sharedBetween(secrets: Secrets): SettingProblem[] {
  const accessNames = ['JWT_ACCESS_SECRET', 'JWT_ACCESS_SECRET_PREVIOUS']
  const refreshNames = ['JWT_REFRESH_SECRET', 'JWT_REFRESH_SECRET_PREVIOUS']
  return refreshNames.flatMap((name) => {
    const secret = secrets[name]
    const same = accessNames.find((one) => secret !== undefined && secrets[one] === secret)
    return same === undefined ? [] : [{ name, problem: `must differ from ${same}` }]
  })
}

/** jose accepts secrets of any length, so their strength is checked here. */
function weaknessOf(secret: string): string | undefined {
  if (Buffer.byteLength(secret) < 32) return 'must have at least 32 bytes'
  if (placeholders.test(secret)) return 'is a placeholder: generate a random one'
  if (new Set(secret).size < 8) return 'is too uniform: generate a random one'
  return undefined
}

/** Parses the roles in the setting. */
export function rolesInSetting(text: string | undefined): readonly Role[] {
  return text === undefined || text === 'none' ? [] : (text.split(',') as Role[])
}
