import { Failure } from '#kernel/failure'
import type { AuthorizeWords } from '#pages/authorize'
import { failureSentence } from '#platform/texts'
import { type CodeSource, codeSourceOf } from '../../sessions/factors/typed-code.ts'
import { findActiveMember } from '../grants/grant-store.ts'
import type { OAuth } from '../service.ts'
import type { Interaction } from './interaction.ts'

export type SignInOutcome =
  | { readonly kind: 'signed_in'; readonly userId: string }
  | { readonly kind: 'wrong_code' }
  | { readonly kind: 'refused'; readonly problem: string; readonly status: number }
  | { readonly kind: 'second_factor'; readonly ticket: string; readonly ways: CodeSource }

/** Uses the ordinary sign-in: one place checks passwords, counts failures and keeps the time constant. */
export async function signInHere(
  oauth: OAuth,
  interaction: Interaction,
  signIn: () => Promise<{ readonly accessToken: string }>,
): Promise<SignInOutcome> {
  const { identity, database } = oauth
  const { t } = interaction.words
  try {
    const { accessToken } = await signIn()
    const person = await identity.authenticate({
      authorization: `Bearer ${accessToken}`,
      'x-api-key': undefined,
    })
    if (!person) throw new Error('a token that was made just now stands for nobody')
    // Only the identity is needed here. An API session whose token nobody has should not stay open.
    await identity.signOut(person)
    if (person.mustEnrol) {
      return { kind: 'refused', status: 403, problem: t('problem.mustEnrol') }
    }
    const { companyId } = interaction.app
    if (await findActiveMember(database.pool, companyId, person.id)) {
      return { kind: 'signed_in', userId: person.id }
    }
    return {
      kind: 'refused',
      status: 403,
      problem: t('problem.notMember', { company: interaction.company }),
    }
  } catch (error) {
    return outcomeOf(interaction.words, error)
  }
}

function outcomeOf({ t, language }: AuthorizeWords, error: unknown): SignInOutcome {
  if (!(error instanceof Failure)) throw error
  const { code, status, details, retryAfterSeconds } = error
  if (code === 'identity.second_factor_required') {
    const { challengeToken, methods } = details as { challengeToken?: string; methods?: string[] }
    return {
      kind: 'second_factor',
      ticket: challengeToken ?? '',
      ways: codeSourceOf(methods ?? []),
    }
  }
  if (code === 'identity.second_factor_refused') {
    return { kind: 'wrong_code' }
  }
  if (status === 429) {
    const minutes = Math.max(1, Math.ceil((retryAfterSeconds ?? 60) / 60))
    return { kind: 'refused', status, problem: t('problem.rateLimited', { minutes }) }
  }
  if (code === 'identity.sign_in_refused') {
    return { kind: 'refused', status: 401, problem: t('problem.credentials') }
  }
  if (status >= 500) throw error
  return { kind: 'refused', status, problem: failureSentence(error, language).text }
}
