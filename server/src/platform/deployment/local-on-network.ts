import type { SettingProblem } from '#platform/config'
import { isLoopbackHost } from '#platform/net'

type Values = {
  readonly APP_ENV: string
  readonly BASE_URL?: string
  readonly TRUST_PROXY?: string
  readonly DOCUMENT_DB_URL?: string
  readonly PURVEYOR_ALLOW_LOCAL_ON_NETWORK?: string
}

/**
 * The default of APP_ENV is local. A deployment that forgot it would get sample people with known addresses, a sandbox and a
 * payment provider that takes no money. So every sign that others use this service refuses the start.
 */
export function localOnNetworkProblems(values: Values): SettingProblem[] {
  const { APP_ENV, BASE_URL, TRUST_PROXY, DOCUMENT_DB_URL } = values
  if (APP_ENV !== 'local' || values.PURVEYOR_ALLOW_LOCAL_ON_NETWORK === 'yes') return []
  const reasons: string[] = []
  if (BASE_URL !== undefined && !isLoopbackHost(hostOf(BASE_URL))) {
    reasons.push('BASE_URL is not a loopback address')
  }
  if (TRUST_PROXY !== undefined) reasons.push('TRUST_PROXY is set')
  if (DOCUMENT_DB_URL !== undefined && !databaseHostsOf(DOCUMENT_DB_URL).every(isOnThisMachine)) {
    reasons.push('DOCUMENT_DB_URL names another host')
  }
  return reasons.map((reason) => ({
    name: 'APP_ENV',
    problem: `is local, its default, but ${reason}. Set APP_ENV=production or APP_ENV=staging. To run sample data and the sandbox there on purpose, set PURVEYOR_ALLOW_LOCAL_ON_NETWORK=yes.`,
  }))
}

const isOnThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || isLoopbackHost(host)

/** Reads the host as the driver does: a `host` in the query wins over the host in the address. */
function databaseHostsOf(url: string): string[] {
  if (!URL.canParse(url)) return ['unknown']
  const { hostname, searchParams } = new URL(url)
  const named = searchParams.getAll('host')
  return named.length > 0 ? named : [hostname.replace(/^%2f/i, '/')]
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : 'unknown')
