import { type Principal, type Role, scopesOfRoles } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { quantityOf } from '#kernel/quantity'
import type { Campaigns } from '#modules/ads'
import { platformCompanyId } from '#modules/identity'
import type { ProductSearch } from '#modules/search'

type Parts = {
  readonly campaigns: Campaigns
  readonly productSearch: Pick<ProductSearch, 'search'>
}

/**
 * A sample supplier pays for a place in the search of the demo. Created once for each database: campaigns that people have changed
 * or ended stay as they are.
 */
export async function seedCampaign({ campaigns, productSearch }: Parts): Promise<void> {
  const operator = aSeeder(platformCompanyId, 'operator')
  if (await campaigns.areThere()) return
  const { found } = await productSearch.search(operator, {
    q: 'cat6 patch cable blue',
    country: 'DE',
    limit: 20,
  })
  const product = found
    .map((one) => one.product)
    .findLast(
      ({ availability, pricing }) =>
        availability.available > quantityOf(50) && pricing.moq <= quantityOf(10),
    )
  // Without the sample catalogue there is nothing to advertise.
  if (!product) return
  await campaigns.create(operator, {
    supplierId: product.supplier.id,
    state: 'ACTIVE',
    name: 'Patch cables',
    budgetPerDay: { amount: '50.00', currency: 'EUR' },
    bidPerClick: { amount: '0.40', currency: 'EUR' },
    productIds: [product.id],
    keywords: ['patch cable'],
    timeZone: 'Europe/Berlin',
  })
}

function aSeeder(companyId: Id<'co'>, role: Role): Principal {
  const roles = new Set<Role>([role])
  return { kind: 'system', id: 'seed', companyId, roles, scopes: scopesOfRoles(roles) }
}
