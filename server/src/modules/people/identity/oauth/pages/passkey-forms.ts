import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { addressKey, type Http } from '#platform/http'
import { fail } from '../../failures.ts'
import { PasskeyAnswer } from '../../sessions/schemas.ts'
import type { OAuth } from '../service.ts'
import { answerSignIn, config } from './answer-sign-in.ts'
import { FormToken, openForm } from './form-answers.ts'
import { showPasskey } from './show-pages.ts'
import { signInHere } from './sign-in-here.ts'

const PasskeyForm = Type.Object({
  ...FormToken,
  ticket: Type.String({ maxLength: 200 }),
  passkey: Type.String({
    maxLength: 12_000,
    description: 'The answer of the passkey, as the script of the page encodes it.',
  }),
})

/**
 * An extra page for people for whom a passkey is enough, or is all they have. It is the only page that needs a
 * script.
 */
export function addPasskeyForms(pages: Http, oauth: OAuth): void {
  const { identity } = oauth
  pages.post(
    '/oauth/interaction/:uid/passkey-question',
    { config, schema: { hide: true, body: Type.Object(FormToken) } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      return showPasskey(interaction, reply, await identity.beginPasskeySignIn())
    },
  )

  pages.post(
    '/oauth/interaction/:uid/passkey',
    { config, schema: { hide: true, body: PasskeyForm } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      const { ticket, passkey: text } = request.body
      const outcome = await signInHere(oauth, interaction, () => {
        const input = { challengeToken: ticket, passkey: answerIn(text) }
        return identity.signInByPasskey(input, { address: addressKey(request) })
      })
      const unknown = interaction.words.t('problem.unknownPasskey')
      const answered =
        outcome.kind === 'wrong_code'
          ? ({ kind: 'refused', problem: unknown, status: 401 } as const)
          : outcome
      return answerSignIn(oauth, interaction, answered, request, reply)
    },
  )
}

/** The browser of a person should send this, but anybody may have. */
function answerIn(text: string): Static<typeof PasskeyAnswer> {
  try {
    const answer: unknown = JSON.parse(text)
    if (Value.Check(PasskeyAnswer, answer)) return answer
  } catch {
    // Invalid JSON is refused like anything else that no browser sends.
  }
  throw fail('second_factor_refused')
}
