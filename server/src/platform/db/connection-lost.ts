/** PostgreSQL that is not there, and sockets that say so. */
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

/** What `pg` throws without a code. */
const texts =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/

/** The database went away, or did not come: nothing is wrong with what was asked, and it may be asked again. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const word = typeof code === 'string' ? code : ''
  return (
    codes.has(word) || /^08[0-9A-Z]{3}$/.test(word) || (word === '' && texts.test(error.message))
  )
}
