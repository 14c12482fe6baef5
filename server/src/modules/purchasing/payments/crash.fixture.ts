// A process that begins an operation and dies at a given point, as in a power cut. crash.test.ts runs it.
import { openDatabase } from '#platform/db'
import { armCrashPoint } from '#platform/faults'
import { createOutbound } from '#platform/net'
import { createPayments, createSandboxProvider, type Payments } from './index.ts'

export type Doing =
  | { readonly what: 'handOver' | 'cancel' | 'capture' | 'refundInFull' | 'refund' }
  | { readonly what: 'receiveEvent'; readonly body: string; readonly signature: string }

export type Doomed = {
  readonly databaseUrl: string
  readonly sandboxUrl: string
  readonly apiKey: string
  readonly eventSecret: string
  readonly point: string
  readonly companyId: `co_${string}`
  readonly paymentId: string
  readonly doing: Doing
}

const doomed = JSON.parse(process.argv[2] ?? '') as Doomed
const now = () => new Date()
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = openDatabase({
  url: doomed.databaseUrl,
  poolMax: 2,
  statementTimeoutMs: 10_000,
})
const provider = createSandboxProvider({
  outbound: createOutbound({ allowPrivate: true, userAgent: 'tests' }),
  baseUrl: doomed.sandboxUrl,
  apiKey: doomed.apiKey,
  eventSecret: doomed.eventSecret,
  timeoutMs: 5_000,
})
armCrashPoint(doomed.point)
await begin(createPayments({ database, providers: [provider], now, log }), doomed)
throw new Error(`${doomed.point} was never reached`)

async function begin(
  payments: Payments,
  { companyId, paymentId, doing }: Doomed,
): Promise<unknown> {
  switch (doing.what) {
    case 'handOver':
      return payments.handOver(companyId, paymentId)
    case 'cancel':
      return payments.cancel(companyId, paymentId)
    case 'capture':
      return payments.capture(companyId, paymentId)
    case 'refundInFull':
      return payments.refundInFull(companyId, paymentId, 'crash', now())
    case 'refund':
      return payments.refund(
        { kind: 'system', id: 'system', companyId, roles: new Set(), scopes: new Set() },
        { companyId, paymentId },
      )
    case 'receiveEvent':
      return payments.receiveEvent({
        provider: 'sandbox',
        rawBody: Buffer.from(doing.body),
        headers: { 'sandbox-signature': doing.signature },
      })
  }
}
