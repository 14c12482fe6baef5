import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Passkey } from './factors/factor-store.ts'
import type { Factors } from './factors/factors.ts'
import type { Session } from './session.ts'

const Instant = Type.String({ format: 'date-time' })
const Token = Type.String({ minLength: 1, maxLength: 128 })
const NewPassword = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'At least 8 characters and at most 128 bytes. Common passwords are refused.',
})

export const SessionView = record(
  'Session',
  'A session of a person: its device and its last use.',
  {
    id: Type.String(),
    companyId: Type.String(),
    current: Type.Boolean({ description: 'The session that sent this request.' }),
    device: Type.Optional(
      Type.String({ description: 'The browser and the system, without details.' }),
    ),
    network: Type.Optional(Type.String({ description: 'The network, not the whole address.' })),
    methods: Type.Array(Type.String(), {
      description: 'The factors that the person used to sign in.',
    }),
    createdAt: Instant,
    lastUsedAt: Instant,
    expiresAt: Instant,
  },
  {
    examples: [
      {
        id: 'ses_01m7xb82dw3khw78phh28dvacd',
        companyId: 'co_01m7xb82dw3khw78phh28dvacd',
        current: true,
        device: 'Firefox on Windows',
        network: '203.0.113.0/24',
        methods: ['password', 'totp'],
        createdAt: '2026-01-02T03:04:05.000Z',
        lastUsedAt: '2026-01-02T09:14:05.000Z',
        expiresAt: '2026-02-01T03:04:05.000Z',
      },
    ],
  },
)

export function viewSession(session: Session, currentId: string | undefined) {
  const { id, companyId, device, network, methods, createdAt, refreshedAt, expiresAt } = session
  return {
    id,
    companyId,
    current: id === currentId,
    ...(device === undefined ? {} : { device }),
    ...(network === undefined ? {} : { network }),
    methods: [...methods],
    createdAt: createdAt.toISOString(),
    lastUsedAt: refreshedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  } satisfies Static<typeof SessionView>
}

export const RevokedView = record(
  'SessionsRevoked',
  'The number of sessions that were ended.',
  { revoked: Type.Integer({ description: 'The number of sessions that were ended.' }) },
  { examples: [{ revoked: 2 }] },
)

export const ChangePasswordBody = record(
  'ChangePassword',
  'The current password, and the new one.',
  { currentPassword: Type.String({ minLength: 1, maxLength: 512 }), newPassword: NewPassword },
  {
    examples: [
      { currentPassword: 'correct horse battery staple', newPassword: 'a longer and better one' },
    ],
  },
)

export const ChangedView = record(
  'PasswordChanged',
  'The password was changed.',
  { changed: Type.Literal(true) },
  { examples: [{ changed: true }] },
)

export const ResetRequestBody = record(
  'RequestPasswordReset',
  'The mail address of the account.',
  { email: Type.String({ minLength: 3, maxLength: 254 }) },
  { examples: [{ email: 'buyer@example.com' }] },
)

export const AcceptedView = record(
  'PasswordResetAccepted',
  'The request was accepted. A mail goes out if the account exists.',
  { accepted: Type.Literal(true) },
  { examples: [{ accepted: true }] },
)

export const ResetPasswordBody = record(
  'ResetPassword',
  'The token of the mail, and the new password.',
  { token: Token, newPassword: NewPassword },
  { examples: [{ token: '<TOKEN_OF_THE_MAIL>', newPassword: 'a longer and better one' }] },
)

/** What a browser sends: its fields are base64url, and the signature check validates them. */
const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 65_536 })
const credentialFields = {
  id: Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1_400 }),
  rawId: Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1_400 }),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Enum(['platform', 'cross-platform'])),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
}
const Transport = Type.Enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

export const PasskeyAnswer = record(
  'PasskeyAnswer',
  'The result of `navigator.credentials.get`, as JSON.',
  {
    ...credentialFields,
    response: Type.Object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Type.Optional(Base64Url),
    }),
  },
)

const NewPasskeyAnswer = record(
  'NewPasskeyAnswer',
  'The result of `navigator.credentials.create`, as JSON.',
  {
    ...credentialFields,
    response: Type.Object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      authenticatorData: Type.Optional(Base64Url),
      transports: Type.Optional(Type.Array(Transport, { maxItems: 8 })),
      publicKeyAlgorithm: Type.Optional(Type.Integer({ minimum: -65_536, maximum: 65_535 })),
      publicKey: Type.Optional(Base64Url),
    }),
  },
)

const TotpCode = Type.String({
  pattern: '^[0-9]{6}$',
  maxLength: 6,
  description: 'A code from the authenticator app.',
})

const passkeyExample = {
  id: 'q1w2e3',
  rawId: 'q1w2e3',
  type: 'public-key' as const,
  clientExtensionResults: {},
}
const signedExample = {
  ...passkeyExample,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
}

export const SecondFactorBody = record(
  'VerifySecondFactor',
  'The challenge, and one second factor.',
  {
    challengeToken: Token,
    totp: Type.Optional(TotpCode),
    recoveryCode: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    passkey: Type.Optional(PasskeyAnswer),
    mailCode: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  {
    minProperties: 2,
    maxProperties: 2,
    examples: [{ challengeToken: '<CHALLENGE_TOKEN>', totp: '123456' }],
  },
)

export const MailCodeSignInBody = record(
  'SignInWithMailCode',
  'The code of a mail, and the password.',
  {
    code: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 512 }),
  },
  { examples: [{ code: '<CODE_OF_THE_MAIL>', password: 'correct horse battery staple' }] },
)

export const PasskeySignInBody = record(
  'SignInWithPasskey',
  'The challenge, and the answer of the passkey.',
  { challengeToken: Token, passkey: PasskeyAnswer },
  { examples: [{ challengeToken: '<CHALLENGE_TOKEN>', passkey: signedExample }] },
)

export const StepUpBody = record(
  'StepUp',
  'A proof that the person is present: a password, a code or a passkey.',
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    totp: Type.Optional(TotpCode),
    passkey: Type.Optional(PasskeyAnswer),
    challengeToken: Type.Optional(Token),
  },
  { minProperties: 1, maxProperties: 2, examples: [{ password: 'correct horse battery staple' }] },
)

export const SteppedUpView = record(
  'SteppedUp',
  'The time until which the proof is valid.',
  { authenticatedAt: Instant, until: Instant },
  {
    examples: [{ authenticatedAt: '2026-01-02T03:04:05.000Z', until: '2026-01-02T03:09:05.000Z' }],
  },
)

const optionsOfBrowser = {
  additionalProperties: true,
  description: 'Pass these options to the browser unchanged.',
}

export const PasskeyQuestionView = record(
  'PasskeyChallenge',
  'The challenge for a passkey, and the options for the browser.',
  { challengeToken: Type.String(), options: Type.Object({}, optionsOfBrowser) },
  {
    examples: [
      {
        challengeToken: '<CHALLENGE_TOKEN>',
        options: { challenge: 'q1w2e3', rpId: 'purveyor.example' },
      },
    ],
  },
)

const PasskeyView = record('Passkey', 'A passkey of a person.', {
  id: Type.String(),
  name: Type.String(),
  synced: Type.Boolean({ description: 'The provider keeps the passkey on more than one device.' }),
  createdAt: Instant,
  lastUsedAt: Type.Optional(Instant),
})

const RecoveryCodes = Type.Array(Type.String(), {
  description:
    'Recovery codes. Each works once. Only this answer contains them. Empty if the person already has some.',
})

const viewedPasskey = {
  id: 'pky_01m7xb82dw3khw78phh28dvacd',
  name: 'Laptop',
  synced: false,
  createdAt: '2026-01-02T03:04:05.000Z',
}

export const FactorsView = record(
  'SecondFactors',
  'The second factors of a person.',
  {
    totp: Type.Object({ confirmed: Type.Boolean(), confirmedAt: Type.Optional(Instant) }),
    passkeys: Type.Array(PasskeyView),
    recoveryCodesLeft: Type.Integer(),
  },
  {
    examples: [
      {
        totp: { confirmed: true, confirmedAt: '2026-01-02T03:04:05.000Z' },
        passkeys: [viewedPasskey],
        recoveryCodesLeft: 10,
      },
    ],
  },
)

export function viewFactors(factors: Factors): Static<typeof FactorsView> {
  const { totpConfirmedAt, passkeys, recoveryCodesLeft } = factors
  return {
    totp: {
      confirmed: totpConfirmedAt !== undefined,
      ...(totpConfirmedAt ? { confirmedAt: totpConfirmedAt.toISOString() } : {}),
    },
    passkeys: passkeys.map(viewPasskey),
    recoveryCodesLeft,
  }
}

export function viewPasskey({ id, name, synced, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    synced,
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
  } satisfies Static<typeof PasskeyView>
}

export const EnrolledTotpView = record(
  'EnrolledTotp',
  'The secret for the authenticator app, shown once.',
  {
    secret: Type.String({
      description: 'The secret as text, for apps that cannot read the QR code.',
    }),
    uri: Type.String({ description: 'The address to show as a QR code.' }),
  },
  {
    examples: [
      {
        secret: '<TOTP_SECRET>',
        uri: 'otpauth://totp/Purveyor:buyer%40example.com?issuer=Purveyor&secret=TOTP_SECRET',
      },
    ],
  },
)

export const ConfirmTotpBody = record(
  'ConfirmTotp',
  'The code that the authenticator app shows.',
  { totp: TotpCode },
  { examples: [{ totp: '123456' }] },
)

const codesExample = ['ABCD-EFGH-JKLM-NPQR-STUV-WXYZ']

export const RecoveryCodesView = record(
  'RecoveryCodes',
  'Recovery codes, shown once.',
  { recoveryCodes: RecoveryCodes },
  { examples: [{ recoveryCodes: codesExample }] },
)

export const RegisterPasskeyBody = record(
  'RegisterPasskey',
  'The challenge, and the new passkey.',
  {
    challengeToken: Token,
    name: Type.String({ minLength: 1, maxLength: 60 }),
    passkey: NewPasskeyAnswer,
  },
  {
    examples: [
      {
        challengeToken: '<CHALLENGE_TOKEN>',
        name: 'Laptop',
        passkey: {
          ...passkeyExample,
          response: { clientDataJSON: 'e30', attestationObject: 'AA' },
        },
      },
    ],
  },
)

export const RegisteredPasskeyView = record(
  'RegisteredPasskey',
  'The new passkey, and the recovery codes if it is the first second factor.',
  { passkey: PasskeyView, recoveryCodes: RecoveryCodes },
  { examples: [{ passkey: viewedPasskey, recoveryCodes: codesExample }] },
)

export const RemovedView = record(
  'SecondFactorRemoved',
  'The second factor was removed.',
  { removed: Type.Literal(true) },
  { examples: [{ removed: true }] },
)
