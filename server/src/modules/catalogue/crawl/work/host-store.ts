import { type Conn, sql } from '#platform/db'

/** What the robots.txt of a host means for it. A closed host may not be read, and says why. */
export type RobotsState =
  | { readonly is: 'RULES' | 'OPEN' }
  | { readonly is: 'CLOSED'; readonly because: ClosedBecause }

/** `unreachable`: the host does not answer for its file. `beyond_limits`: we do not match a file of this kind. */
export type ClosedBecause = 'unreachable' | 'beyond_limits'

/** The turn of a worker on a host, which no other worker has at the same time. */
export type HostTurn = {
  readonly robots: RobotsState | undefined
  readonly robotsAt: Date | undefined
  readonly robotsUntil: Date | undefined
}

/**
 * Takes the host, if nobody has it and its pause is over. The pause and the turn are rows, so all workers of all processes keep them
 * together.
 */
export async function takeHost(
  conn: Conn,
  host: string,
  { token, until, now }: { readonly token: string; readonly until: Date; readonly now: Date },
): Promise<HostTurn | undefined> {
  const { rows } = await sql<{
    robots: RobotsState['is'] | null
    robots_closed_because: ClosedBecause | null
    robots_at: Date | null
    robots_until: Date | null
  }>`
    insert into crawl.hosts as h (host, next_allowed_at, lease_token, lease_until)
    values (${host}, ${now}, ${token}, ${until})
    on conflict (host) do update set lease_token = excluded.lease_token, lease_until = excluded.lease_until
    where (h.lease_token is null or h.lease_until <= ${now}) and h.next_allowed_at <= ${now}
    returning h.robots, h.robots_closed_because, h.robots_at, h.robots_until
  `.execute(conn)
  const [row] = rows
  return (
    row && {
      robots: row.robots ? stateOf(row.robots, row.robots_closed_because) : undefined,
      robotsAt: row.robots_at ?? undefined,
      robotsUntil: row.robots_until ?? undefined,
    }
  )
}

function stateOf(is: RobotsState['is'], because: ClosedBecause | null): RobotsState {
  return is === 'CLOSED' ? { is, because: because ?? 'unreachable' } : { is }
}

/** Who has the host, and when it may be asked again if nobody has it. */
export async function readHost(
  conn: Conn,
  host: string,
  now: Date,
): Promise<{ readonly heldBy: string | undefined; readonly nextAllowedAt: Date }> {
  const { rows } = await sql<{ held_by: string | null; next_allowed_at: Date }>`
    select case when lease_until > ${now} then lease_token end as held_by, next_allowed_at
    from crawl.hosts where host = ${host}
  `.execute(conn)
  const [row] = rows
  return { heldBy: row?.held_by ?? undefined, nextAllowedAt: row?.next_allowed_at ?? now }
}

/** Returns false when another worker has taken the host meanwhile. */
export async function renewHost(
  conn: Conn,
  host: string,
  { token, until }: { readonly token: string; readonly until: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.hosts set lease_until = ${until} where host = ${host} and lease_token = ${token}
  `.execute(conn)
  return numAffectedRows === 1n
}

/** Ends the turn. Nobody asks the host before `nextAllowedAt`. */
export async function releaseHost(
  conn: Conn,
  host: string,
  { token, nextAllowedAt }: { readonly token: string; readonly nextAllowedAt: Date },
): Promise<void> {
  await sql`
    update crawl.hosts
    set lease_token = null, lease_until = null, next_allowed_at = greatest(next_allowed_at, ${nextAllowedAt}::timestamptz)
    where host = ${host} and lease_token = ${token}
  `.execute(conn)
}

export async function writeRobots(
  conn: Conn,
  host: string,
  robots: {
    readonly state: RobotsState
    readonly text: string | undefined
    readonly at: Date
    readonly until: Date
  },
): Promise<void> {
  const closedBecause = robots.state.is === 'CLOSED' ? robots.state.because : null
  await sql`
    update crawl.hosts
    set robots = ${robots.state.is}, robots_closed_because = ${closedBecause}, robots_text = ${robots.text ?? null},
      robots_at = ${robots.at}, robots_until = ${robots.until}
    where host = ${host}
  `.execute(conn)
}

export async function readRobotsText(conn: Conn, host: string): Promise<string> {
  const { rows } = await sql<{ robots_text: string | null }>`
    select robots_text from crawl.hosts where host = ${host}
  `.execute(conn)
  return rows[0]?.robots_text ?? ''
}
