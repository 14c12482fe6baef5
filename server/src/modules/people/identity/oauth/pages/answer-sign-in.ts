import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OAuth } from '../service.ts'
import { finish } from './form-answers.ts'
import { type Interaction, signOutHere } from './interaction.ts'
import { showSignIn } from './show-pages.ts'
import type { SignInOutcome } from './sign-in-here.ts'

/** The route options of every sign-in form. */
export const config = { access: 'public', rateLimit: 'auth' } as const

/** Continues with the app's request, or shows the first page again with the problem. */
export async function answerSignIn(
  oauth: OAuth,
  interaction: Interaction,
  outcome: SignInOutcome,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (outcome.kind !== 'signed_in') {
    const { email } = request.body as { email?: string }
    const refused = outcome.kind === 'refused' ? outcome : undefined
    const { problem = interaction.words.t('signIn.again'), status = 401 } = refused ?? {}
    return showSignIn(interaction, reply, { problem, email, status })
  }
  const { userId } = outcome
  const { found } = interaction
  if (found.session && found.session.accountId !== userId) {
    // Somebody else was signed in here. That session ends, and the app's request continues without it.
    await signOutHere(oauth, interaction)
    found.session = undefined
    await found.persist()
  }
  return finish(oauth, { login: { accountId: userId, remember: false } }, request, reply)
}
