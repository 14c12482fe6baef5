import type { Role } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import type { Conn, Database, Tx } from '#platform/db'
import { createPasswords } from './password.ts'
import { type Company, findCompany, insertCompany, insertMember } from './store.ts'

export type NewCompany = Company & { readonly platform: boolean }

/** Adds a company; one that is there already stays as it is, so a seed may run twice. */
export async function registerCompany(tx: Tx, company: NewCompany, now: Date): Promise<void> {
  await insertCompany(tx, company, now)
}

export type NewPerson = {
  readonly companyId: Id<'co'>
  readonly email: string
  readonly name: string
  readonly password: string
  readonly roles: readonly Role[]
}

/** Adds a person to a company. The e-mail address must not be taken. */
export async function registerPerson(
  database: Database,
  person: NewPerson,
  now: Date,
): Promise<Id<'usr'>> {
  const passwordHash = await createPasswords().hash(person.password)
  const { companyId, email, name, roles } = person
  const userId = newId('usr', now)
  await database.transaction((tx) =>
    insertMember(tx, { userId, companyId, email, name, roles, passwordHash }, now),
  )
  return userId
}

export const companyExists = async (conn: Conn, companyId: string): Promise<boolean> =>
  (await findCompany(conn, companyId)) !== undefined
