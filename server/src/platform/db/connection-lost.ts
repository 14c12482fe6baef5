/** Error codes of a PostgreSQL that is away, and of its sockets. */
const codes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

/** Messages of errors that `pg` throws without a code. */
const texts =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/

/** The database was lost or could not be reached. The statement is not the cause, and may be sent again. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const word = typeof code === 'string' ? code : ''
  return (
    codes.has(word) || /^08[0-9A-Z]{3}$/.test(word) || (word === '' && texts.test(error.message))
  )
}
