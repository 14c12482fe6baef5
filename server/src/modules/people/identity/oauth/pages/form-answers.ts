import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { OAuth } from '../service.ts'
import { assertOwnForm } from './form-guard.ts'
import { findInteraction, type Interaction } from './interaction.ts'

/** A field of every form. */
export const FormToken = { formToken: Type.String({ maxLength: 200 }) }

/** Throws unless this browser sent a form that we made for it. */
export async function openForm(
  oauth: OAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const interaction = await findInteraction(oauth, request, reply)
  assertOwnForm(request, { expected: interaction.formToken, authUrl: oauth.authUrl })
  return interaction
}

type Result = Parameters<OAuth['provider']['interactionResult']>[2]

/** 303, never 307: a redirect must not pass a password on (RFC 9700, 4.12). */
export async function finish(
  { provider }: OAuth,
  result: Result,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isOver = 'error' in result
  const to = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: !isOver,
  })
  return reply.redirect(to, 303)
}
