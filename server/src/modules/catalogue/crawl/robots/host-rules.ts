import { after, hoursMs, minutesMs } from '#kernel/time'
import { OutboundFailed, UnsafeAddress } from '#platform/net'
import type { CrawlDeps } from '../deps.ts'
import { type RobotsDecision, Unparsable } from '../parsing/parser.ts'
import { type RobotsState, readRobotsText, writeRobots } from '../work/host-store.ts'
import type { Turn } from '../work/host-turn.ts'
import { robotsBytesMax } from './robots.ts'

/** What the robots.txt of a host says about an address. `wasRead`: the host was asked for it just now. */
export type HostRules = {
  readonly state: RobotsState
  readonly isAllowed: boolean
  readonly delaySeconds: number | undefined
  readonly sitemaps: readonly string[]
  readonly wasRead: boolean
}

type Deps = Pick<CrawlDeps, 'database' | 'now' | 'outbound' | 'limits' | 'userAgent' | 'parser'>

export type RulesQuestion = {
  /** The company of the source: companies take turns at the parser. */
  readonly owner: string
  readonly url: string
  readonly withSitemaps: boolean
}

/** RFC 9309, 2.4: a robots.txt is used for a day at most. */
const keptForMs = hoursMs(24)
/** A host whose robots.txt cannot be read is closed, and asked again soon. */
const unreachableForMs = minutesMs(5)
/** A file changes more slowly than a host recovers. */
const beyondLimitsForMs = hoursMs(1)
const redirectsMax = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The rules of the host that this worker has a turn on. Reads its robots.txt if what is stored is too old. */
export async function rulesOf(deps: Deps, turn: Turn, question: RulesQuestion): Promise<HostRules> {
  const { robots, robotsAt, robotsUntil, host } = turn
  const { pool } = deps.database
  if (robots && robotsAt && robotsUntil && robotsUntil > deps.now()) {
    if (robots.is !== 'RULES') return { ...withoutRules(robots), wasRead: false }
    const stored = { at: robotsAt, read: () => readRobotsText(pool, host) }
    return { ...(await decide(deps, turn, question, stored)), wasRead: false }
  }
  const { state, text } = await readText(
    deps,
    new URL('/robots.txt', question.url).href,
    turn.signal,
  )
  const at = deps.now()
  await writeRobots(pool, host, { state, text, at, until: after(at, keptMsOf(state)) })
  if (state.is !== 'RULES') return { ...withoutRules(state), wasRead: true }
  const decided = await decide(deps, turn, question, { at, read: async () => text ?? '' })
  return { ...decided, wasRead: true }
}

function withoutRules(state: RobotsState) {
  return { state, isAllowed: state.is === 'OPEN', delaySeconds: undefined, sitemaps: [] }
}

function keptMsOf(state: RobotsState): number {
  if (state.is !== 'CLOSED') return keptForMs
  return state.because === 'unreachable' ? unreachableForMs : beyondLimitsForMs
}

type Text = { readonly at: Date; readonly read: () => Promise<string> }

/** Asks the parser. A file that is beyond its limits closes the host: what it forbids is not known. */
async function decide(
  deps: Deps,
  { host }: Turn,
  question: RulesQuestion,
  text: Text,
): Promise<Omit<HostRules, 'wasRead'>> {
  const decision = await askParser(deps, `${host} ${text.at.getTime()}`, question, text)
  if (decision && !decision.isBeyondLimits) {
    const { isAllowed, delaySeconds, sitemaps } = decision
    return { state: { is: 'RULES' }, isAllowed, delaySeconds, sitemaps }
  }
  const state: RobotsState = { is: 'CLOSED', because: 'beyond_limits' }
  const at = deps.now()
  const until = after(at, keptMsOf(state))
  await writeRobots(deps.database.pool, host, { state, text: undefined, at, until })
  return withoutRules(state)
}

/**
 * Undefined for a file that takes the parser too much time or memory. Something else may have killed the parser, so only the second
 * attempt decides.
 */
async function askParser(
  { parser }: Deps,
  key: string,
  { owner, ...asked }: RulesQuestion,
  { read }: Text,
): Promise<RobotsDecision | undefined> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      return await parser.robots(owner, { key, ...asked }, read)
    } catch (error) {
      if (!(error instanceof Unparsable)) throw error
    }
  }
  return undefined
}

/** RFC 9309, 2.3.1: no file means no rules, and a host that cannot answer allows nothing. */
async function readText(
  deps: Deps,
  from: string,
  signal: AbortSignal,
): Promise<{ state: RobotsState; text?: string | undefined }> {
  let url = from
  for (let followed = 0; followed <= redirectsMax; followed += 1) {
    const answer = await ask(deps, url, signal)
    if (!answer || answer.status >= 500 || answer.status === 429)
      return { state: { is: 'CLOSED', because: 'unreachable' } }
    const { status, headers, body, truncated } = answer
    if (redirects.has(status)) {
      const { location } = headers
      if (location === undefined || !URL.canParse(location, url)) return { state: { is: 'OPEN' } }
      url = new URL(location, url).href
      continue
    }
    if (status !== 200) return { state: { is: 'OPEN' } }
    if (truncated) return { state: { is: 'CLOSED', because: 'beyond_limits' } }
    // PostgreSQL stores no zero.
    return { state: { is: 'RULES' }, text: body.toString('utf8').replaceAll('\0', '') }
  }
  return { state: { is: 'OPEN' } }
}

/** Undefined when the host does not answer, or may not be asked. */
async function ask({ outbound, limits, userAgent }: Deps, url: string, signal: AbortSignal) {
  try {
    return await outbound.request({
      url,
      method: 'GET',
      headers: { accept: 'text/plain', 'user-agent': userAgent },
      timeoutMs: limits.fetchTimeoutMs,
      maxBodyBytes: robotsBytesMax,
      longBody: 'truncate',
      audience: 'user',
      signal,
    })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof OutboundFailed || error instanceof UnsafeAddress) return undefined
    throw error
  }
}
