import { type Principal, type Role, scopesOfRoles } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { hashPassword, platformCompanyId, registerCompany, registerPerson } from '#modules/identity'
import { type Database, sql } from '#platform/db'

const password = 'correct horse battery staple'
/** Made once, because each takes some 40 ms of a core. */
let passwordHash: Promise<string> | undefined
const founded = new Date('2026-01-01T00:00:00Z')

/** A company that buys in euros from Germany, unless the test says otherwise. */
export async function aCompany(
  database: Database,
  overrides: { currency?: string; country?: string; supplier?: boolean; timeZone?: string } = {},
): Promise<Id<'co'>> {
  const id = newId('co', founded)
  const { currency = 'EUR', country = 'DE', supplier = false, timeZone } = overrides
  const company = { id, name: 'Example GmbH', currency, country, supplier, platform: false }
  await database.transaction((tx) => registerCompany(tx, { ...company, timeZone }, founded))
  return id
}

/** Days of the company begin in this time zone from now on. */
export async function moveToTimeZone(
  { pool }: Database,
  companyId: string,
  timeZone: string,
): Promise<void> {
  await sql`update identity.companies set time_zone = ${timeZone} where id = ${companyId}`.execute(
    pool,
  )
}

async function thePlatform(database: Database): Promise<Id<'co'>> {
  const place = { currency: 'EUR', country: 'DE', supplier: false, platform: true }
  const company = { id: platformCompanyId, name: 'Purveyor', ...place }
  await database.transaction((tx) => registerCompany(tx, company, founded))
  return platformCompanyId
}

export type APerson = {
  readonly actor: Principal
  readonly email: string
  readonly password: string
}

/** An operator belongs to the platform's own company, whatever company the test names. */
export async function aPerson(
  database: Database,
  options: { companyId: Id<'co'>; role?: Role },
): Promise<APerson> {
  const { role = 'buyer' } = options
  const companyId = role === 'operator' ? await thePlatform(database) : options.companyId
  const email = `${role}-${newId('usr', founded).slice(-10)}@example.com`
  const name = 'Bea Buyer'
  passwordHash ??= hashPassword(password)
  const person = { companyId, email, name, passwordHash: await passwordHash, roles: [role] }
  const id = await registerPerson(database, person, founded)
  const roles = new Set([role])
  const actor: Principal = {
    kind: 'person',
    id,
    companyId,
    roles,
    scopes: scopesOfRoles(roles),
    email,
    name: person.name,
  }
  return { actor, email, password }
}
