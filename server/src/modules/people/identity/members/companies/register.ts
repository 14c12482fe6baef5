import type { Role } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import type { Database, Tx } from '#platform/db'
import { insertMembership, insertUser } from '../member-store.ts'
import { insertCompany, type NewCompany } from './company-store.ts'

export type { NewCompany } from './company-store.ts'

/** Adds a company. Returns false if it already exists, and then leaves it unchanged. */
export async function registerCompany(tx: Tx, company: NewCompany, now: Date): Promise<boolean> {
  return insertCompany(tx, company, now)
}

export type NewPerson = {
  readonly companyId: Id<'co'>
  readonly email: string
  readonly name: string
  /** The result of `hashPassword`. */
  readonly passwordHash: string
  readonly roles: readonly Role[]
}

/** Adds a person to a company. The e-mail address must not be taken. */
export async function registerPerson(
  database: Database,
  person: NewPerson,
  now: Date,
): Promise<Id<'usr'>> {
  const { companyId, email, name, passwordHash, roles } = person
  const userId = newId('usr', now)
  await database.transaction(async (tx) => {
    const isNew = await insertUser(tx, { userId, email, name, passwordHash }, now)
    if (!isNew) throw new Error('the e-mail address is taken')
    if (!(await insertMembership(tx, companyId, userId, roles, now))) {
      throw new Error('these roles do not belong into that company')
    }
  })
  return userId
}
