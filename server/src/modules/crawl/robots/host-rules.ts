import { after, hoursMs, minutesMs } from '#kernel/time'
import { OutboundFailed, UnsafeAddress } from '#platform/net'
import type { CrawlDeps } from '../deps.ts'
import { productToken } from '../deps.ts'
import { type RobotsState, readRobotsText, writeRobots } from '../work/host-store.ts'
import type { Turn } from '../work/host-turn.ts'
import { type RobotsRules, readRobots, robotsBytesMax } from './robots.ts'

/** What the robots.txt of a host allows. `wasRead`: the host was asked for it just now. */
export type HostRules = {
  readonly state: RobotsState
  readonly rules: RobotsRules
  readonly wasRead: boolean
}

type Deps = Pick<CrawlDeps, 'database' | 'now' | 'outbound' | 'limits' | 'userAgent'>

const noRules: RobotsRules = { rules: [], delaySeconds: undefined, sitemaps: [] }

/** RFC 9309, 2.4: a robots.txt is used for a day at most. */
const keptForMs = hoursMs(24)
/** A host whose robots.txt cannot be read is closed, and asked again soon. */
const closedForMs = minutesMs(5)
const redirectsMax = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Parsed rules by host. A host whose text was read again has another time. */
const parsed = new Map<string, { readonly at: number; readonly rules: RobotsRules }>()
const parsedMax = 200

/** The rules of the host that this worker has a turn on. Reads its robots.txt if what is stored is too old. */
export async function rulesOf(deps: Deps, turn: Turn, url: string): Promise<HostRules> {
  const { robots, robotsAt, robotsUntil } = turn
  if (robots && robotsAt && robotsUntil && robotsUntil > deps.now()) {
    const rules = robots === 'RULES' ? await storedRules(deps, turn.host, robotsAt) : noRules
    return { state: robots, rules, wasRead: false }
  }
  const { state, text } = await readText(deps, new URL('/robots.txt', url).href, turn.signal)
  const at = deps.now()
  const until = after(at, state === 'CLOSED' ? closedForMs : keptForMs)
  await writeRobots(deps.database.pool, turn.host, { state, text, at, until })
  return { state, rules: keepParsed(turn.host, at, text ?? ''), wasRead: true }
}

async function storedRules({ database }: Deps, host: string, at: Date): Promise<RobotsRules> {
  const known = parsed.get(host)
  if (known?.at === at.getTime()) return known.rules
  return keepParsed(host, at, await readRobotsText(database.pool, host))
}

function keepParsed(host: string, at: Date, text: string): RobotsRules {
  const rules = readRobots(text, productToken)
  parsed.delete(host)
  const [oldest] = parsed.keys()
  if (parsed.size >= parsedMax && oldest !== undefined) parsed.delete(oldest)
  parsed.set(host, { at: at.getTime(), rules })
  return rules
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
    if (!answer || answer.status >= 500 || answer.status === 429) return { state: 'CLOSED' }
    const { status, headers, body } = answer
    if (redirects.has(status)) {
      const { location } = headers
      if (location === undefined || !URL.canParse(location, url)) return { state: 'OPEN' }
      url = new URL(location, url).href
      continue
    }
    // A character that the limit has cut is replaced, and PostgreSQL stores no zero.
    const text = body.toString('utf8').replaceAll('\0', '')
    return status === 200 ? { state: 'RULES', text } : { state: 'OPEN' }
  }
  return { state: 'OPEN' }
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
