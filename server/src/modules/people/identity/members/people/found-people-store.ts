import { sql } from 'kysely'
import type { Role } from '#kernel/actor'
import { type Conn, containing, type Tx } from '#platform/db'

export type PersonState = 'ACTIVE' | 'LOCKED' | 'DISABLED'

/** A person of any company, as operators find them. */
export type FoundPerson = {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly state: PersonState
  readonly createdAt: Date
  readonly lock:
    | { readonly at: Date; readonly by: string; readonly note: string | undefined }
    | undefined
  readonly lastSeenAt: Date | undefined
  readonly memberships: readonly {
    readonly companyId: string
    readonly companyName: string
    readonly roles: readonly Role[]
  }[]
}

type PersonRow = {
  id: string
  email: string
  name: string
  state: string
  created_at: Date
  locked_at: Date | null
  locked_by: string | null
  lock_note: string | null
  last_seen_at: Date | null
  memberships: { companyId: string; companyName: string; roles: Role[] }[] | null
}

const membershipsMax = 100

const columns = sql`
  u.id, u.email, u.name, u.state, u.created_at, u.locked_at, u.locked_by, u.lock_note,
  (select max(s.refreshed_at) from identity.sessions s where s.user_id = u.id) as last_seen_at,
  (select jsonb_agg(jsonb_build_object('companyId', m.company_id, 'companyName', m.name, 'roles', m.roles)
     order by m.created_at, m.company_id)
   from (
     select m.company_id, c.name, m.roles, m.created_at
     from identity.memberships m
     join identity.companies c on c.id = m.company_id
     where m.user_id = u.id
     order by m.created_at, m.company_id
     limit ${sql.lit(membershipsMax)}
   ) m) as memberships`

/**
 * Finds people by id, by the start of the address or by a part of the name, newest account first. Uses `users_by_email`
 * and `users_by_words`.
 */
export async function searchPeople(
  conn: Conn,
  q: string,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<FoundPerson[]> {
  const beginning = q.toLowerCase()
  const { rows } = await sql<PersonRow>`
    /* across companies: operators find everybody */
    select ${columns} from identity.users u
    where (u.id = ${q} or (u.email ~>=~ ${beginning} and u.email ~<~ ${`${beginning}\u{10ffff}`})
        or u.name ilike ${containing(q)})
      ${before === undefined ? sql`` : sql`and u.id < ${before}`}
    order by u.id desc
    limit ${limit}
  `.execute(conn)
  return rows.map(toPerson)
}

export async function findPerson(conn: Conn, userId: string): Promise<FoundPerson | undefined> {
  const { rows } = await sql<PersonRow>`
    /* across companies: operators find everybody */
    select ${columns} from identity.users u where u.id = ${userId}
  `.execute(conn)
  return rows[0] && toPerson(rows[0])
}

export type Lock = { readonly by: string; readonly note: string | undefined; readonly now: Date }

/** Returns false if the account is already locked or closed, or does not exist. */
export async function markLocked(tx: Tx, userId: string, lock: Lock): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.users
    set state = 'DISABLED', locked_at = ${lock.now}, locked_by = ${lock.by}, lock_note = ${lock.note ?? null}
    where id = ${userId} and state = 'ACTIVE'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Returns false if the account is not locked. An erased person's account stays closed. */
export async function markUnlocked(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.users set state = 'ACTIVE', locked_at = null, locked_by = null, lock_note = null
    where id = ${userId} and locked_at is not null and erased_at is null
  `.execute(tx)
  return numAffectedRows === 1n
}

function toPerson(row: PersonRow): FoundPerson {
  const { locked_at: at, locked_by: by } = row
  return {
    userId: row.id,
    email: row.email,
    name: row.name,
    state: at ? 'LOCKED' : row.state === 'ACTIVE' ? 'ACTIVE' : 'DISABLED',
    createdAt: row.created_at,
    lock: at && by ? { at, by, note: row.lock_note ?? undefined } : undefined,
    lastSeenAt: row.last_seen_at ?? undefined,
    memberships: row.memberships ?? [],
  }
}
