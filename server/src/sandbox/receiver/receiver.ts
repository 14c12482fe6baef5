import { join } from 'node:path'
import { Type } from 'typebox'
import { type Journal, openJournal, rewriteJournal } from '#platform/journal'
import { pageHeaders } from '../html.ts'
import type { SandboxHttp } from '../http.ts'
import { deliveriesPage } from './page.ts'
import { isVerified } from './verify.ts'

export type Delivery = {
  readonly id: string
  readonly event: string | null
  readonly receivedAt: string
  /** Null when no secret was known for this receiver. */
  readonly verified: boolean | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Secrets = { readonly name: string; readonly secrets: readonly string[] }

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
const unnamed = 'default'

/** Somebody's webhook endpoint: keeps what it got, and says whether it would have believed it. */
export async function openReceiver(options: { dataDir: string; now: () => Date }) {
  const secretsOf = new Map<string, readonly string[]>()
  const path = join(options.dataDir, 'receiver-secrets.jsonl')
  const replayed = await openJournal<Secrets>(path, ({ name, secrets }) => {
    secretsOf.set(name, secrets)
  })
  await replayed.close()
  await rewriteJournal(
    path,
    [...secretsOf].map(([name, secrets]) => ({ name, secrets })),
  )
  const journal: Journal<Secrets> = await openJournal(path, () => undefined)
  const kept = createKept()

  return {
    close: () => journal.close(),
    routes: async (http: SandboxHttp): Promise<void> => {
      http.register(async (raw: SandboxHttp) => {
        raw.removeAllContentTypeParsers()
        raw.addContentTypeParser(
          '*',
          { parseAs: 'buffer' },
          async (_: unknown, body: Buffer) => body,
        )
        const take = (
          name: string,
          headers: Record<string, string | string[] | undefined>,
          body: unknown,
        ) => {
          const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
          const secrets = secretsOf.get(name)
          kept.add(name, bytes.length, {
            id: one(headers['webhook-id'] ?? headers['x-service-delivery']) ?? '',
            event: one(headers['x-service-event']) ?? typeIn(bytes),
            receivedAt: options.now().toISOString(),
            verified: secrets ? isVerified(headers, bytes, secrets, options.now()) : null,
            headers: flat(headers),
            body: bytes.toString('utf8'),
          })
        }
        raw.post('/receiver', async ({ headers, body }, reply) => {
          take(unnamed, headers, body)
          return reply.code(204).send()
        })
        raw.post('/receiver/:name', { schema: { params: Params } }, async (request, reply) => {
          take(request.params.name, request.headers, request.body)
          return reply.code(204).send()
        })
      })
      http.put(
        '/receiver/:name/secret',
        { schema: { params: Params, body: SecretBody } },
        async ({ params, body }, reply) => {
          const secrets = 'secret' in body ? [body.secret] : body.secrets
          await journal.append([{ name: params.name, secrets }])
          secretsOf.set(params.name, secrets)
          return reply.code(204).send()
        },
      )
      http.get(
        '/receiver/:name/deliveries',
        { schema: { params: Params } },
        async (request, reply) => {
          const { name } = request.params
          const deliveries = kept.of(name)
          return request.headers.accept?.includes('text/html')
            ? reply.headers(pageHeaders()).send(deliveriesPage(name, deliveries.slice(0, 100)))
            : { deliveries }
        },
      )
    },
  }
}

/** The last thousand of all receivers together, and never more than 64 MB of them. */
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

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}
