import { Type } from 'typebox'
import { pageHeaders } from '../html.ts'
import type { SandboxHttp } from '../http.ts'
import type { Delivery } from './delivery.ts'
import { deliveriesPage } from './page.ts'
import { openReceiverSecrets, type ReceiverSecrets } from './receiver-secrets.ts'
import { isVerified } from './verify.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const deliveriesMax = 1_000
const bytesMax = 64 * 1_048_576

const Params = Type.Object({ name: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' }) })
const Secret = Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{16,}={0,2}$', maxLength: 200 })
const SecretBody = Type.Union([
  Type.Object({ secret: Secret }, { additionalProperties: false }),
  Type.Object(
    { secrets: Type.Array(Secret, { minItems: 1, maxItems: 5 }) },
    { additionalProperties: false },
  ),
])
const unnamedReceiver = 'default'

/** A webhook endpoint for trying deliveries. It stores what arrives and shows whether its signature is valid. */
export async function openReceiver(options: { dataDir: string; now: () => Date }) {
  const secrets = await openReceiverSecrets(options.dataDir)
  const kept = createKept()
  const take = (name: string, headers: Headers, body: unknown) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    kept.add(name, bytes.length, deliveryFrom(headers, bytes, secrets.of(name), options.now()))
  }
  return {
    routes: async (http: SandboxHttp): Promise<void> => {
      http.register(async (raw: SandboxHttp) => receivingRoutes(raw, take))
      secretRoute(http, secrets)
      deliveriesRoute(http, kept)
    },
  }
}

/** Bodies are read as raw bytes, because the bytes are signed. */
function receivingRoutes(
  raw: SandboxHttp,
  take: (name: string, headers: Headers, body: unknown) => void,
): void {
  raw.removeAllContentTypeParsers()
  raw.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  raw.post('/receiver', async ({ headers, body }, reply) => {
    take(unnamedReceiver, headers, body)
    return reply.code(204).send()
  })
  raw.post('/receiver/:name', { schema: { params: Params } }, async (request, reply) => {
    take(request.params.name, request.headers, request.body)
    return reply.code(204).send()
  })
}

function secretRoute(http: SandboxHttp, secrets: ReceiverSecrets): void {
  http.put(
    '/receiver/:name/secret',
    { schema: { params: Params, body: SecretBody } },
    async ({ params, body }, reply) => {
      await secrets.set(params.name, 'secret' in body ? [body.secret] : body.secrets)
      return reply.code(204).send()
    },
  )
}

function deliveriesRoute(http: SandboxHttp, kept: Kept): void {
  http.get('/receiver/:name/deliveries', { schema: { params: Params } }, async (request, reply) => {
    const { name } = request.params
    const deliveries = kept.of(name)
    return request.headers.accept?.includes('text/html')
      ? reply.headers(pageHeaders()).send(deliveriesPage(name, deliveries.slice(0, 100)))
      : { deliveries }
  })
}

function deliveryFrom(
  headers: Headers,
  bytes: Buffer,
  secrets: readonly string[] | undefined,
  now: Date,
): Delivery {
  return {
    id: one(headers['webhook-id'] ?? headers['x-service-delivery']) ?? '',
    event: one(headers['x-service-event']) ?? typeIn(bytes),
    receivedAt: now.toISOString(),
    verified: secrets ? isVerified(headers, bytes, secrets, now) : null,
    headers: flattenHeaders(headers),
    body: bytes.toString('utf8'),
  }
}

type Kept = ReturnType<typeof createKept>

/** Keeps the last thousand deliveries of all receivers together, 64 MB at most. */
function createKept() {
  let kept: { readonly name: string; readonly bytes: number; readonly delivery: Delivery }[] = []
  let bytesKept = 0
  return {
    add(name: string, bytes: number, delivery: Delivery): void {
      kept.push({ name, bytes, delivery })
      bytesKept += bytes
      while (kept.length > deliveriesMax || bytesKept > bytesMax) {
        bytesKept -= kept[0]?.bytes ?? 0
        kept = kept.slice(1)
      }
    },
    of: (name: string) =>
      kept
        .filter((one) => one.name === name)
        .map(({ delivery }) => delivery)
        .reverse(),
  }
}

function typeIn(body: Buffer): string | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    const type =
      typeof parsed === 'object' && parsed !== null && 'type' in parsed ? parsed.type : null
    return typeof type === 'string' ? type : null
  } catch {
    return null
  }
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function flattenHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}
