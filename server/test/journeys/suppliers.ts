import { newId } from '#kernel/id'
import { registerCompany } from '#modules/identity'
import { aPerson } from '#testing/identity'
import { createClient } from './client.ts'
import type { World } from './world.ts'

export const ownMethods = '/api/v1/company/shipping-methods'

export const parcel = {
  name: 'Parcel',
  kind: 'DELIVERY',
  countries: ['DE', 'AT'],
  currency: 'EUR',
  tiers: [
    { from: '0', price: '6.90' },
    { from: '100.00', price: '0' },
  ],
  leadTimeDays: 2,
  position: 1,
}

/** A German supplier, and somebody who manages it. */
export async function aSupplier({ parts, anybody, baseUrl }: World) {
  const { database } = parts.platform
  const id = newId('co', new Date())
  const kind = { supplier: true, platform: false }
  const company = { id, name: 'Supplies', currency: 'EUR', country: 'DE', ...kind }
  await database.transaction((tx) => registerCompany(tx, company, new Date()))
  const { email, password } = await aPerson(database, { companyId: id, role: 'company_admin' })
  const { body } = await anybody.post('/auth/login', { email, password })
  return { id, admin: createClient(baseUrl, { bearer: body.data.accessToken }) }
}
