import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { scrub } from './scrub.ts'

export type Log = Logger

export type LogOptions = {
  /** `silent` writes nothing at all. */
  readonly level?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | undefined
  /** The default is standard output. */
  readonly destination?: DestinationStream | undefined
}

/** Names of fields that have leaked a secret in known logs. They are redacted at the top of a line and one level down. */
const secretFields = [
  'password',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'apiKey',
  'authorization',
  'cookie',
  'headers',
  'body',
  'query',
  'key',
  'signature',
]

/**
 * Lines of JSON. The code chooses what is written: an error shows its known fields, and a request and its response show no URL,
 * header or body. Redaction by name and the scrub by shape are the second and third net.
 */
export function createLog(options: LogOptions = {}): Log {
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      messageKey: 'message',
      errorKey: 'error',
      serializers: { error: viewError, err: viewError, req: viewRequest, res: viewResponse },
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`]),
        censor: '[secret]',
      },
      hooks: { streamWrite: scrub },
    },
    options.destination ?? pino.destination({ sync: false, minLength: 0 }),
  )
}

type ErrorView = {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly routine?: string
  readonly cause?: ErrorView
}

const deepestCause = 4
/** An error of a library may quote what somebody has sent. */
const messageMax = 4_000
const stackMax = 16_000

/**
 * The `detail`, `where` and parameters of a PostgreSQL error hold values of rows. So the fields of an error are picked one by one.
 */
export function viewError(error: unknown, depth = 0): ErrorView {
  if (!(error instanceof Error))
    return { type: typeof error, message: String(error).slice(0, messageMax) }
  const { stack, cause } = error
  const known = error as Error & Record<string, unknown>
  return {
    type: error.name,
    message: error.message.slice(0, messageMax),
    ...(stack === undefined ? {} : { stack: stack.slice(0, stackMax) }),
    ...words(known, ['code', 'constraint', 'table', 'routine']),
    ...(cause === undefined || depth >= deepestCause ? {} : { cause: viewError(cause, depth + 1) }),
  }
}

function words(from: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = from[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** A request that is logged shows its method, and nothing that a client wrote. */
function viewRequest(request: { readonly method?: unknown; readonly id?: unknown }) {
  return { method: request?.method, id: request?.id }
}

function viewResponse(response: { readonly statusCode?: unknown }) {
  return { status: response?.statusCode }
}
