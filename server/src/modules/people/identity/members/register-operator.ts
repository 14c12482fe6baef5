import { type Id, newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { createPasswords } from '../password.ts'
import { platformCompanyId } from './companies/company.ts'
import { insertCompany } from './companies/company-store.ts'
import { insertMembership, insertUser } from './member-store.ts'

export type NewOperator = {
  readonly email: string
  readonly name: string
  readonly password: string
}

/**
 * The first operator is created on the machine, by somebody with access to its database. Operators invite all others.
 * Undefined if the address has an account: a buyer never becomes an operator.
 */
export async function registerOperator(
  database: Database,
  { email, name, password }: NewOperator,
  now: Date,
): Promise<Id<'usr'> | undefined> {
  const passwordHash = await createPasswords().hash(password)
  const userId = newId('usr', now)
  return database.transaction(async (tx) => {
    const place = { currency: 'EUR', country: 'DE', supplier: false, platform: true }
    await insertCompany(tx, { id: platformCompanyId, name: 'Purveyor', ...place }, now)
    if (!(await insertUser(tx, { userId, email, name, passwordHash }, now))) return undefined
    await insertMembership(tx, platformCompanyId, userId, ['operator'], now)
    recordAudit(tx, {
      companyId: platformCompanyId,
      action: 'identity.operator_registered',
      target: { type: 'person', id: userId },
      outcome: 'done',
      now,
    })
    return userId
  })
}
