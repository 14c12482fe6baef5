import type { Failure } from '#kernel/failure'

/** A failure in the shape that clients of OpenAI read. For every error of a route in that format, whoever found it. */
export function openAiErrorText(
  failure: Failure,
  _requestId = '',
  sentence = failure.message,
): string {
  const { code, status, details } = failure
  return JSON.stringify({
    error: {
      message: withReason(sentence, details),
      type: typeOf(code, status),
      param: paramOf(details),
      code,
      details,
    },
  })
}

function withReason(message: string, { reason }: Failure['details']): string {
  return typeof reason === 'string' ? `${message} ${reason}` : message
}

function typeOf(code: string, status: number): string {
  if (code === 'llm.daily_limit_exceeded') return 'insufficient_quota'
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/** `body.messages[0].role` of our own problems is `messages[0].role` there. */
function paramOf({ param, problems }: Failure['details']): string | null {
  if (typeof param === 'string') return param
  const [first] = Array.isArray(problems) ? (problems as { readonly path?: unknown }[]) : []
  return typeof first?.path === 'string' ? first.path.replace(/^body[.]/, '') : null
}
