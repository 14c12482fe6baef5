import type { FastifyReply, FastifyRequest } from 'fastify'
import { contractLabel } from './certification.ts'
import type { Carts } from './service.ts'

/** Before anything of the request is judged, so that refusals carry it too. */
export async function markContract(
  carts: Carts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const contract = await carts.contractStatus(request.actor)
  if (contract?.status !== 'UNVALIDATED') return
  reply.header('x-contract-status', `${contractLabel}; status=${contract.status}`)
}
