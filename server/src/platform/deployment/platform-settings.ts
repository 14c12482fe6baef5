import { isIP } from 'node:net'
import { Type } from 'typebox'
import { defineSettings, isDeployed, type SettingProblem } from '#platform/config'
import { keyNamesOf } from '#platform/seal'
import { localOnNetworkProblems } from './local-on-network.ts'

/** The settings of the process as a whole. Each module declares its own. */
export const platformSettings = defineSettings(
  'platform',
  Type.Object({
    APP_ENV: Type.Enum(['local', 'test', 'staging', 'production'], {
      default: 'local',
      description: 'The environment. staging and production are deployed.',
    }),
    PURVEYOR_ALLOW_LOCAL_ON_NETWORK: Type.Optional(
      Type.Enum(['yes', 'no'], {
        description:
          'yes: APP_ENV=local starts even if BASE_URL, TRUST_PROXY or DOCUMENT_DB_URL show that others use the service. It then has sample people and a sandbox.',
      }),
    ),
    PURVEYOR_ROLES: Type.String({
      default: 'api,worker,admin,agent,imaging',
      pattern: '^(api|worker|admin|agent|imaging)(,(api|worker|admin|agent|imaging))*$',
      example: 'api,worker',
      description:
        'The roles of this process: any of api, worker, admin, agent, imaging, separated by commas.',
    }),
    PURVEYOR_DATA_DIR: Type.String({
      default: '.purveyor',
      description:
        'The directory where a local start keeps its database, secrets and addresses, and where every process keeps what its database cannot hold.',
    }),
    HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
    PORT: port(3000, 'Port of the API.'),
    ADMIN_PORT: Type.Optional(
      port(undefined, 'Port of the admin runtime when it runs apart. Default: PORT.'),
    ),
    BASE_URL: Type.Optional(url('Public address of the API.')),
    AUTH_URL: Type.Optional(url('Public address of the authorization pages. Default: BASE_URL.')),
    API_BASE_URL: Type.Optional(
      url('Where an admin runtime or a worker that runs apart finds the API. Default: BASE_URL.'),
    ),
    DOCUMENT_DB_URL: Type.Optional(
      Type.String({
        pattern: '^postgres(ql)?://',
        example: 'postgres://user:password@database.example.com:5432/purveyor',
        secret: true,
        requiredWhenDeployed: true,
        description: 'The PostgreSQL database, 15 or newer.',
      }),
    ),
    CACHE_URL: Type.Optional(
      Type.String({
        pattern: '^(rediss?://.+|memory:)$',
        example: 'redis://cache.example.com:6379',
        secret: true,
        requiredWhenDeployed: true,
        description: 'Redis; the hosts of a cluster are separated by commas. Locally memory:',
      }),
    ),
    DATA_ENCRYPTION_KEYS: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9-]{1,32}:[A-Za-z0-9+/]{43}=(,[A-Za-z0-9-]{1,32}:[A-Za-z0-9+/]{43}=)*$',
        example: 'k1:…, with 32 bytes in base64 behind the colon: openssl rand -base64 32',
        secret: true,
        show: keyNamesOf,
        description:
          'Seals secrets at rest, as name:base64 of 32 bytes. The first key seals, and every key opens. Default: a key derived from JWT_REFRESH_SECRET.',
      }),
    ),
    HEALTH_TOKEN: token(
      'Bearer token for /health/detailed and /health/ops. A worker that runs apart reads them at API_BASE_URL with it.',
    ),
    METRICS_TOKEN: token('Bearer token for /metrics.'),
    TRUST_PROXY: Type.Optional(
      Type.String({
        description:
          'Addresses or ranges of the proxies in front of the service, separated by commas: 127.0.0.1,10.0.0.0/8. Default: none.',
      }),
    ),
    CORS_ORIGINS: Type.Optional(
      Type.String({ description: 'Web origins that may call the API, separated by commas.' }),
    ),
    DB_POOL_MAX: Type.Integer({
      default: 20,
      minimum: 2,
      maximum: 200,
      description: 'Maximum number of database connections of one process.',
    }),
    DB_STATEMENT_TIMEOUT_MS: Type.Integer({
      default: 15_000,
      minimum: 100,
      maximum: 600_000,
      description: 'Longest time that a statement may take.',
    }),
    EVENTS_RETENTION_DAYS: Type.Integer({
      default: 30,
      minimum: 2,
      maximum: 3_650,
      description:
        'How long events stay in the log after every reader has them. Events that an unfinished automation run needs stay longer, at most 30 days from when it was given up.',
    }),
    RATE_LIMIT_PER_MINUTE: Type.Integer({
      default: 600,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Requests that one credential may send in a minute.',
    }),
    RATE_LIMIT_COMPANY_PER_MINUTE: Type.Integer({
      default: 3_000,
      minimum: 1,
      maximum: 10_000_000,
      description: 'Requests that all credentials of one company together may send in a minute.',
    }),
    RATE_LIMIT_BURST: Type.Integer({
      default: 100,
      minimum: 0,
      maximum: 1_000_000,
      description: 'Requests above the rate that a credential may save up for a burst.',
    }),
    RATE_LIMIT_AUTH_PER_MINUTE: Type.Integer({
      default: 60,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Requests that one address may send to sign-in and token routes in a minute.',
    }),
    RATE_LIMIT_ADDRESS_PER_MINUTE: Type.Integer({
      default: 600,
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Requests that one address may send in a minute without a valid credential. It covers public routes, unknown routes and refused credentials.',
    }),
    RATE_LIMIT_SIGNED_PER_MINUTE: Type.Integer({
      default: 6_000,
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Requests that one address may send in a minute to the routes that receive signed events of providers.',
    }),
    LOG_LEVEL: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
      default: 'info',
      description: 'The lowest level of log lines that are written.',
    }),
    SANDBOX_PORT: port(3001, 'Port of the sandbox that stands for the outside world locally.'),
    SANDBOX_SMTP_PORT: port(3002, 'Port of the mail server of that sandbox.'),
  }),
  (values) => {
    const problems = [...proxyProblems(values.TRUST_PROXY ?? ''), ...localOnNetworkProblems(values)]
    if (isDeployed(values.APP_ENV) && values.CACHE_URL === 'memory:') {
      problems.push({ name: 'CACHE_URL', problem: 'must be redis:// or rediss:// when deployed' })
    }
    return problems
  },
)

const namedRanges: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

function proxyProblems(setting: string): SettingProblem[] {
  const parts = setting.split(',').map((part) => part.trim())
  if (parts.every((part) => part === '' || namedRanges.has(part) || isRange(part))) return []
  return [{ name: 'TRUST_PROXY', problem: 'must look like 127.0.0.1,10.0.0.0/8' }]
}

function isRange(text: string): boolean {
  const [address = '', prefix = '0'] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && (isIP(prefix) !== 0 || Number(prefix) <= bits)
}

function port(standard: number | undefined, description: string) {
  const preset = standard === undefined ? {} : { default: standard }
  return Type.Integer({ ...preset, minimum: 0, maximum: 65_535, description })
}

function url(description: string) {
  return Type.String({
    pattern: '^https?://[^/?#]+[^?#]*$',
    example: 'https://shop.example.com',
    description,
  })
}

function token(description: string) {
  return Type.Optional(Type.String({ minLength: 16, secret: true, description }))
}
