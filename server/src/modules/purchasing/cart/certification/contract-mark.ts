import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Carts } from '../service.ts'
import { contractLabel } from './certification.ts'

/** A hook that runs after authentication and before all other checks, so that refusals carry the mark too. */
export function markContract(carts: Carts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const contract = request.principal && (await carts.contractStatus(request.principal))
    if (contract?.status !== 'UNVALIDATED') return
    reply.header('x-contract-status', `${contractLabel}; status=${contract.status}`)
  }
}
