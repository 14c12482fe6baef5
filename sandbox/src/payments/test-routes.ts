import { Type } from 'typebox'
import type { SandboxHttp } from '../http.ts'
import type { Book } from './book.ts'
import { type CallFault, callFaults, type EventFault, eventFaults, type Faults } from './faults.ts'
import { captureLate } from './operations.ts'

const ofCall = Type.Optional(Type.Enum([...callFaults] as [CallFault, ...CallFault[]]))
const FaultBody = Type.Object(
  {
    createIntent: ofCall,
    getIntent: ofCall,
    cancel: ofCall,
    capture: ofCall,
    refund: ofCall,
    events: Type.Optional(Type.Enum([...eventFaults] as [EventFault, ...EventFault[]])),
    delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
    merchantReference: Type.Optional(Type.String({ maxLength: 200 })),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
)

const LateCaptureBody = Type.Object(
  { merchantReference: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
)

/** Routes that order faults. They accept JSON only, so that no web page can send a fault from somebody's browser. */
export function testRoutes({ faults, book }: { readonly faults: Faults; readonly book: Book }) {
  return async (http: SandboxHttp): Promise<void> => {
    http.post('/payments/test/faults', { schema: { body: FaultBody } }, async ({ body }, reply) => {
      faults.arm(body)
      return reply.code(204).send()
    })
    http.delete('/payments/test/faults', async (_request, reply) => {
      faults.clear()
      return reply.code(204).send()
    })
    const path = '/payments/test/late-captures'
    http.post(path, { schema: { body: LateCaptureBody } }, async ({ body }, reply) => {
      await captureLate(book, body.merchantReference)
      return reply.code(204).send()
    })
  }
}
