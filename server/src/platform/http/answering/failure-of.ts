import { Failure } from '#kernel/failure'
import { isConnectionLost } from '#platform/db'
import { fail } from '../failures.ts'

/** Fastify's own errors that a client caused, by their code. */
const byFastifyCode: Readonly<Record<string, () => Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => fail('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => fail('media_type_unsupported'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => fail('body_malformed'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => fail('body_malformed'),
  FST_ERR_BAD_URL: () => badAddress(),
  // Longer than any id of ours, so no record has that id.
  FST_ERR_MAX_PARAM_LENGTH: () => fail('route_not_found'),
  FST_ERR_NOT_FOUND: () => fail('route_not_found'),
}

function badAddress(): Failure {
  const problems = [{ path: 'url', message: 'is not a valid address' }]
  return fail('request_invalid', { problems })
}

/** A statement that took too long. */
const queryCanceled = '57014'

/** Two transactions conflict. The one that failed may simply try again. */
const conflict = new Set(['55P03', '40001', '40P01'])

/** The failure that a client could have expected. Undefined means a bug, which is logged in full. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  const word = typeof code === 'string' ? code : ''
  const known = byFastifyCode[word]
  if (known) return known()
  if (conflict.has(word)) return fail('try_again')
  if (isDependencyDown(error, word)) return fail('dependency_down')
  return undefined
}

function isDependencyDown(error: Error, code: string): boolean {
  return code === queryCanceled || error.name === 'CacheUnavailable' || isConnectionLost(error)
}
