import type { FastifyReply } from 'fastify'

/** Tells caches that another value of this header of the request may get another answer. */
export function addVary(reply: FastifyReply, header: string): void {
  const known = [reply.getHeader('vary') ?? []].flat().join(', ')
  const names = known.split(',').map((name) => name.trim().toLowerCase())
  if (names.includes('*') || names.includes(header.toLowerCase())) return
  reply.header('vary', known === '' ? header : `${known}, ${header}`)
}
