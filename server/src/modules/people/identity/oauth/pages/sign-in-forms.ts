import { Type } from 'typebox'
import { addressKey, type Http } from '#platform/http'
import { type CodeSource, codeSources, proofOf } from '../../sessions/factors/typed-code.ts'
import type { OAuth } from '../service.ts'
import { answerSignIn, config } from './answer-sign-in.ts'
import { FormToken, openForm } from './form-answers.ts'
import { beginAgain, signOutHere } from './interaction.ts'
import { showSecondFactor } from './show-pages.ts'
import { signInHere } from './sign-in-here.ts'

const SignInForm = Type.Object({
  ...FormToken,
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 512 }),
})

const SecondFactorForm = Type.Object({
  ...FormToken,
  ticket: Type.String({ maxLength: 200 }),
  ways: Type.Enum([...codeSources]),
  code: Type.String({ maxLength: 100 }),
})

export function addSignInForms(pages: Http, oauth: OAuth): void {
  const { identity } = oauth
  pages.post(
    '/oauth/interaction/:uid/sign-in',
    { config, schema: { hide: true, body: SignInForm } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      const { email, password } = request.body
      const outcome = await signInHere(oauth, interaction, () =>
        identity.signIn({ email, password }, { address: addressKey(request) }),
      )
      if (outcome.kind === 'second_factor') return showSecondFactor(interaction, reply, outcome)
      return answerSignIn(oauth, interaction, outcome, request, reply)
    },
  )

  pages.post(
    '/oauth/interaction/:uid/second-factor',
    { config, schema: { hide: true, body: SecondFactorForm } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      const { ticket, code, ways: source } = request.body
      const proof = { challengeToken: ticket, ...proofOf(source as CodeSource, code) }
      const outcome = await signInHere(oauth, interaction, () =>
        identity.completeSignIn(proof, { address: addressKey(request) }),
      )
      if (outcome.kind === 'wrong_code') {
        const problem = interaction.words.t('problem.wrongCode')
        return showSecondFactor(interaction, reply, { ticket, ways: source as CodeSource, problem })
      }
      return answerSignIn(oauth, interaction, outcome, request, reply)
    },
  )

  pages.post(
    '/oauth/interaction/:uid/sign-out',
    { config, schema: { hide: true, body: Type.Object(FormToken) } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      await signOutHere(oauth, interaction)
      return reply.redirect(beginAgain(interaction), 303)
    },
  )
}
