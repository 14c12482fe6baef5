import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Principal, type Role, scopes, scopesOfRoles } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import type { Clock } from '#kernel/time'
import {
  hashPassword,
  type Identity,
  platformCompanyId,
  registerCompany,
  registerPerson,
} from '#modules/identity'
import { loadSampleCatalog } from '#modules/imports'
import type { Payments } from '#modules/payments'
import type { Database } from '#platform/db'

type SignIn = { readonly email: string; readonly password: string }

/** The accounts and addresses that a newcomer needs, as `local-access.json` stores them. */
export type LocalAccess = {
  readonly baseUrl: string
  readonly adminUrl: string
  readonly docsUrl: string
  readonly operator: SignIn
  readonly buyer: SignIn
  readonly approver: SignIn
  readonly companyAdmin: SignIn
  /** An administrator of a sample supplier. */
  readonly supplier: SignIn
  readonly apiKey: string
  readonly receiverUrl: string
}

export type SeedParts = {
  readonly database: Database
  readonly identity: Identity
  readonly payments: Payments
  readonly now: Clock
  readonly onProgress: (loaded: number) => void
  /** The address of the picture of a product, by its article number. Undefined without a sandbox. */
  readonly pictureUrlOf?: ((sku: string) => string) | undefined
}

const sampleBuyerCompany = companyId('buyer0000')

/**
 * The companies are from several countries, so that domestic tax, tax within the union and tax at its border can all be tried.
 * Their VAT ids are invented, with the check digits of their countries.
 */
const suppliers = (
  [
    ['Nordlicht Office Supply', 'DE', 'DE100000008'],
    ['Kabelwerk Direkt', 'DE', 'DE200000005'],
    ['Alpine IT Distribution', 'AT', 'ATU10000005'],
    ['Thames Print & Toner', 'GB', 'GB100000089'],
    ['Mosel Label Works', 'DE', 'DE300000002'],
    ['Fjord Components', 'DK', 'DK10000009'],
  ] as const
).map(([name, country, vatId], at) => ({ id: companyId(`supplier${at}`), name, country, vatId }))

/**
 * Creates the sample companies, the catalogue, the people and an API key, once for each database. A later call finishes a call
 * that was interrupted. It changes nothing that people have changed or deleted since.
 */
export async function seedLocal(
  parts: SeedParts,
  folder: string,
  addresses: Pick<LocalAccess, 'baseUrl' | 'adminUrl' | 'docsUrl' | 'receiverUrl'>,
): Promise<LocalAccess> {
  const path = join(folder, 'local-access.json')
  await registerCompanies(parts, () => rm(path, { force: true }))
  await loadSampleCatalog({ ...parts, suppliers })
  const people: Partial<People> = (await readAccess(path)) ?? (await createPeople(parts))
  // The file of an earlier version has no supplier.
  const supplier = people.supplier ?? (await createSupplier(parts))
  const access: LocalAccess = { ...addresses, ...peopleOf({ ...(people as People), supplier }) }
  await writeFile(path, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 })
  return access
}

type People = Omit<LocalAccess, 'baseUrl' | 'adminUrl' | 'docsUrl' | 'receiverUrl'>

function peopleOf({ operator, buyer, approver, companyAdmin, supplier, apiKey }: People): People {
  return { operator, buyer, approver, companyAdmin, supplier, apiKey }
}

async function readAccess(path: string): Promise<LocalAccess | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LocalAccess
  } catch {
    return undefined
  }
}

/** `forgetPeople`: called in a new database, where the people of an older one do not exist. */
async function registerCompanies(
  { database, payments, now }: SeedParts,
  forgetPeople: () => Promise<void>,
): Promise<void> {
  const place = { currency: 'EUR', country: 'DE' }
  const companies = [
    { id: platformCompanyId, name: 'Purveyor', ...place, supplier: false, platform: true },
    {
      id: sampleBuyerCompany,
      name: 'Example GmbH',
      ...place,
      vatId: 'DE123456789',
      supplier: false,
      platform: false,
    },
    ...suppliers.map((one) => ({ ...place, ...one, supplier: true, platform: false })),
  ]
  await database.transaction(async (tx) => {
    const added = new Set<string>()
    for (const company of companies) {
      if (await registerCompany(tx, company, now())) added.add(company.id)
    }
    if (!added.has(sampleBuyerCompany)) return
    await forgetPeople()
    const limit = money(5_000_000n, 'EUR')
    await payments.putCreditAccount(
      tx,
      { companyId: sampleBuyerCompany, limit, netDays: 30 },
      now(),
    )
  })
}

async function createPeople(parts: SeedParts): Promise<Omit<People, 'supplier'>> {
  const person = async (companyId: Id<'co'>, name: string, role: Role) =>
    createPerson(parts, { companyId, name, role, mailbox: role.replace('_', '-') })
  const operator = await person(platformCompanyId, 'Olga Operator', 'operator')
  const buyer = await person(sampleBuyerCompany, 'Bea Buyer', 'buyer')
  const approver = await person(sampleBuyerCompany, 'Arno Approver', 'approver')
  const admin = await person(sampleBuyerCompany, 'Ada Admin', 'company_admin')
  const { key } = await parts.identity.createApiKey(asAdmin(admin.id), {
    name: 'Sample integration',
    scopes,
  })
  if (!key) throw new Error('a new key was not shown')
  return {
    operator: operator.signIn,
    buyer: buyer.signIn,
    approver: approver.signIn,
    companyAdmin: admin.signIn,
    apiKey: key,
  }
}

async function createSupplier(parts: SeedParts): Promise<SignIn> {
  const { signIn } = await createPerson(parts, {
    companyId: companyId('supplier1'),
    name: 'Katja Kabelwerk',
    role: 'company_admin',
    mailbox: 'supplier',
  })
  return signIn
}

type NewPerson = {
  readonly companyId: Id<'co'>
  readonly name: string
  readonly role: Role
  readonly mailbox: string
}

async function createPerson(
  { database, now }: SeedParts,
  { companyId, name, role, mailbox }: NewPerson,
) {
  // Each database has other addresses, so that nobody takes an old password for a new one.
  const email = `${mailbox}-${randomBytes(3).toString('hex')}@purveyor.example`
  const password = randomBytes(12).toString('base64url')
  const id = await registerPerson(
    database,
    { companyId, email, name, passwordHash: await hashPassword(password), roles: [role] },
    now(),
  )
  return { id, signIn: { email, password } }
}

function asAdmin(id: string): Principal {
  const roles = new Set<Role>(['company_admin'])
  const companyId = sampleBuyerCompany
  return { kind: 'person', id, companyId, roles, scopes: scopesOfRoles(roles) }
}

/** Fixed ids, so that a seed that was interrupted finds its companies again. They sort before every real id. */
function companyId(name: string): Id<'co'> {
  return `co_${name.replace(/[^0-9a-hjkmnp-tv-z]/g, '0').padStart(26, '0')}`
}
