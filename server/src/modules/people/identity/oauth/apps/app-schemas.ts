import { Type } from 'typebox'
import { type Scope, scopes } from '#kernel/actor'
import { record } from '#kernel/record'
import {
  type CartConcurrency,
  ContractsView,
  viewContracts,
} from '../../api-keys/api-key-schemas.ts'
import type { AuthorizedApp } from '../grants/grant-store.ts'
import { appKinds, type OAuthApp } from './app.ts'
import type { CreatedApp } from './change-apps.ts'

const ScopeName = Type.Enum([...scopes])
const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

const Scopes = Type.Array(ScopeName, {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description: 'The most that a person can allow the app. Each person can allow less.',
})

const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description:
    'Addresses to which people are sent back. They are compared character by character. Use https, http on the local machine, or, for a public app, a scheme like com.example.app:.',
})

export const AppParams = Type.Object({ appId: Type.String({ maxLength: 64 }) })

export const CreateAppBody = record(
  'CreateApp',
  'The name, the redirect addresses and the scopes of a partner app.',
  {
    name: Name,
    type: Type.Enum([...appKinds], {
      description:
        'confidential: the app runs on a server and keeps a secret. public: the app cannot keep a secret and has none.',
    }),
    redirectUris: RedirectUris,
    scopes: Scopes,
  },
  {
    examples: [
      {
        name: 'Spend reports',
        type: 'confidential',
        redirectUris: ['https://reports.example.com/callback'],
        scopes: ['orders:read', 'payments:read'],
      },
    ],
  },
)

export const ChangeAppBody = record(
  'ChangeApp',
  'The fields of a partner app that change.',
  {
    name: Type.Optional(Name),
    redirectUris: Type.Optional(RedirectUris),
    scopes: Type.Optional(Scopes),
  },
  { minProperties: 1, examples: [{ scopes: ['orders:read'] }] },
)

export const RotateSecretBody = record(
  'RotateAppSecret',
  'The time for which the old secret stays valid beside the new one.',
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        default: 0,
        description: 'The time for which the old secret still works.',
      }),
    ),
  },
  { examples: [{ overlapSeconds: 86_400 }] },
)

const appExample = {
  id: 'app_01m7xb82dw3khw78phh28dvacd',
  clientId: 'app_01m7xb82dw3khw78phh28dvacd',
  name: 'Spend reports',
  type: 'confidential' as const,
  redirectUris: ['https://reports.example.com/callback'],
  scopes: ['orders:read' as const, 'payments:read' as const],
  createdBy: 'usr_01m7xb82dw3khw78phh28dvacd',
  createdAt: '2026-01-02T03:04:05.000Z',
  contracts: { cartConcurrency: { version: 1, status: 'UNVALIDATED' as const } },
}

const appFields = {
  id: Type.String(),
  clientId: Type.String({
    description: 'The id of the app. The app sends it to the OAuth endpoints.',
  }),
  name: Type.String(),
  type: Type.Enum([...appKinds]),
  redirectUris: Type.Array(Type.String()),
  scopes: Type.Array(ScopeName),
  createdBy: Type.String(),
  createdAt: Instant,
  revokedAt: Type.Optional(Instant),
  contracts: Type.Optional(ContractsView),
}

export const AppView = record('PartnerApp', 'A partner app, without its secret.', appFields, {
  examples: [appExample],
})

export const CreatedAppView = record(
  'CreatedPartnerApp',
  'A partner app, with the secret that is shown once.',
  {
    ...appFields,
    clientSecret: Type.Optional(
      Type.String({
        description: 'The secret of a confidential app. Only this answer contains it.',
      }),
    ),
  },
  { examples: [{ ...appExample, clientSecret: '<CLIENT_SECRET>' }] },
)

export const AuthorizedAppView = record(
  'AuthorizedApp',
  'A partner app that a person has authorized.',
  {
    appId: Type.String(),
    name: Type.String(),
    scopes: Type.Array(ScopeName),
    authorizedAt: Instant,
    expiresAt: Instant,
  },
  {
    examples: [
      {
        appId: 'app_01m7xb82dw3khw78phh28dvacd',
        name: 'Spend reports',
        scopes: ['orders:read'],
        authorizedAt: '2026-01-02T03:04:05.000Z',
        expiresAt: '2026-04-02T03:04:05.000Z',
      },
    ],
  },
)

export const WithdrawnView = record(
  'AuthorizationWithdrawn',
  'The authorization was withdrawn.',
  { withdrawn: Type.Literal(true) },
  { examples: [{ withdrawn: true }] },
)

export function viewApp(app: OAuthApp, contract?: CartConcurrency): Type.Static<typeof AppView> {
  const { id, name, kind, redirectUris, createdBy, createdAt, revokedAt } = app
  return {
    id,
    clientId: id,
    name,
    type: kind,
    redirectUris: [...redirectUris],
    scopes: [...app.scopes] satisfies Scope[],
    createdBy,
    createdAt: createdAt.toISOString(),
    ...(revokedAt ? { revokedAt: revokedAt.toISOString() } : {}),
    ...(contract ? { contracts: viewContracts(contract) } : {}),
  }
}

export function viewCreatedApp(
  { app, clientSecret }: CreatedApp,
  contract?: CartConcurrency,
): Type.Static<typeof CreatedAppView> {
  return { ...viewApp(app, contract), ...(clientSecret === undefined ? {} : { clientSecret }) }
}

export function viewAuthorizedApp(app: AuthorizedApp): Type.Static<typeof AuthorizedAppView> {
  return {
    appId: app.appId,
    name: app.name,
    scopes: [...app.scopes],
    authorizedAt: app.authorizedAt.toISOString(),
    expiresAt: app.expiresAt.toISOString(),
  }
}
