import { money } from '#kernel/money'
import { type AProduct, aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aReceiver } from '#testing/webhooks'
import { type Call, type Credential, createCaller } from '../demo/call.ts'
import type { Stage } from './stage.ts'

/** What the flows find: products on sale, and a buyer whose company has credit, a webhook and an automation. */
export type Scene = {
  readonly call: Call
  readonly buyer: Credential
  readonly products: readonly AProduct[]
  close(): Promise<void>
}

const productCount = 12
const netDays = 30
const creditMinor = 100_000_000n

export async function prepareScene(stage: Stage): Promise<Scene> {
  const { platform, modules } = stage.parts
  const { database } = platform
  const products: AProduct[] = []
  for (let n = 1; n <= productCount; n += 1) products.push(await aBolt(stage, n))
  const companyId = await aCompany(database)
  const signedIn = async (role: 'buyer' | 'company_admin'): Promise<Credential> => {
    const { accessToken } = await modules.identity.signIn(
      await aPerson(database, { companyId, role }),
    )
    return { bearer: accessToken }
  }
  const [buyer, admin] = [await signedIn('buyer'), await signedIn('company_admin')]
  const credit = { companyId, limit: money(creditMinor, 'EUR'), netDays }
  await database.transaction((tx) => modules.payments.putCreditAccount(tx, credit, stage.now))

  const call = createCaller(stage.baseUrl)
  const receiver = await aReceiver()
  const webhook = { name: 'ERP', url: receiver.url, events: ['order.created'] }
  await call('POST', '/api/v1/webhooks', { as: admin, body: webhook })
  const automation = {
    name: 'New orders',
    trigger: { event: 'order.created' },
    actions: [{ type: 'notify', subject: 'New order', message: 'Look.', by: ['in_app'] }],
    state: 'ACTIVE',
  }
  await call('POST', '/api/v1/automations', { as: admin, body: automation, expects: 201 })
  return { call, buyer, products, close: () => receiver.close() }
}

function aBolt({ parts }: Stage, n: number): Promise<AProduct> {
  return aProduct(parts.platform.database, {
    sku: `HB-${n}`,
    mpn: `HXB-${1_000 + n}`,
    name: `Hexagon bolt M${n}`,
    description: 'A bolt of stainless steel.',
    attributes: [{ label: 'Material', value: 'steel', kind: 'text' }],
    unitPrice: `${n}.50`,
    tiers: [[100, `${n}.25`]],
    onHand: 1_000,
    taxClass: 'standard',
  })
}
