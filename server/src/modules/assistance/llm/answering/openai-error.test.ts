import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { fail } from '../failures.ts'
import { openAiErrorText } from './openai-error.ts'

const exceeded = {
  of: 'user',
  provider: 'A' as const,
  model: 'gpt-5',
  resetAt: '2026-01-03T00:00:00.000Z',
  retryAfterSeconds: 60,
}

describe('a failure in the format of OpenAI', () => {
  it.each([
    [fail('daily_limit_exceeded', exceeded), 'insufficient_quota', null],
    [fail('provider_busy'), 'rate_limit_error', null],
    [fail('request_unsupported', { param: 'seed' }), 'invalid_request_error', 'seed'],
    [fail('provider_timeout'), 'server_error', null],
    [
      new Failure('identity.credentials_required', { status: 401, message: 'Sign in.' }, {}),
      'authentication_error',
      null,
    ],
    [
      new Failure(
        'platform.request_invalid',
        { status: 400, message: 'No.' },
        { problems: [{ path: 'body.messages[0].role' }] },
      ),
      'invalid_request_error',
      'messages[0].role',
    ],
  ])('%s', (failure, type, param) => {
    const { error } = JSON.parse(openAiErrorText(failure))
    expect(error).toMatchObject({ type, param, code: failure.code })
    expect(error.message).toContain(failure.message)
  })
})
