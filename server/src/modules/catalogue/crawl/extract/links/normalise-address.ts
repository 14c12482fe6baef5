/** A longer address is a trap or a mistake. */
const addressMax = 2_000

/**
 * The form in which two addresses of one page are equal. It resolves dot segments, default ports, upper case and international
 * names, and drops the fragment and the parameters that name a visitor in place of a page. Undefined for what is not http, and for
 * an address with credentials.
 */
export function normaliseAddress(given: string, base?: string): string | undefined {
  const text = given.trim()
  if (text === '' || text.length > addressMax) return undefined
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '')
  url.pathname = withoutSession(decodeUnreserved(url.pathname))
  const search = ownParameters(url.search)
  if (search !== url.search) url.search = search
  // A question mark without parameters stays in `href` otherwise.
  const address = url.search === '' ? url.href.replace(/\?$/, '') : url.href
  return address.length <= addressMax ? address : undefined
}

/** The address of a picture: resolved, and otherwise as the page has it, because its parameters may be signed. */
export function absoluteAddress(given: string, base: string): string | undefined {
  const text = given.trim()
  if (text === '' || text.length > addressMax || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href.length <= addressMax ? url.href : undefined
}

const sessionInPath = /;(?:jsessionid|phpsessid|sid|sessionid)=[^/?;]*/gi
/** The sessions of ASP.NET without cookies: `/(S(abc))/`. */
const sessionFolder = /\/\((?:[A-Z]\([^()/]*\))+\)(?=\/|$)/g

function withoutSession(path: string): string {
  return path.replace(sessionInPath, '').replace(sessionFolder, '') || '/'
}

/** `%7e` and `~` are the same character, and so are `%2f` and `%2F`. */
function decodeUnreserved(path: string): string {
  return path.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[A-Za-z\d\-._~]/.test(character) ? character : code.toUpperCase()
  })
}

/** Parameters that say where a visitor came from. */
const tracking =
  /^(?:utm_.*|hsa_.*|mtm_.*|pk_.*|piwik_.*|matomo_.*|_ga|_gl|_hs(?:enc|mi)|gclid|gclsrc|gbraid|wbraid|dclid|gad_source|fbclid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igshid|srsltid|mc_[ce]id|mkt_tok|vero_(?:conv|id)|wickedid|oly_(?:anon|enc)_id|rb_clickid|s_cid|ef_id|_openstat|trk_contact)$/i
const session =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|oscsid|zenid|xtcsid|sessionid|session_id|sess_id)$/i
/** Short names that are a session only when the value looks random. */
const maybeSession = /^(?:sid|session|sess|s)$/i
const random = /^(?=.*\d)[\da-z]{16,}$/i

function ownParameters(search: string): string {
  if (search.length < 2) return ''
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      if (part === '' || tracking.test(name) || session.test(name)) return false
      return !(maybeSession.test(name) && random.test(value))
    })
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
