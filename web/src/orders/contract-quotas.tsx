import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'

const list = listOf('/admin/contract-quotas')

/** What the frame contracts of all companies commit and limit, and how far they are called off. */
export function ContractQuotas() {
  return (
    <RouteList
      list={list}
      id="contract-quotas"
      title="orders.contractQuotas.title"
      keys={['quotaId']}
      names={{
        contractState: 'orders.contractQuotas.state',
        measure: 'orders.contractQuotas.measure',
        policy: 'orders.contractQuotas.policy',
        reached: 'orders.contractQuotas.reached',
      }}
      none="orders.contractQuotas.none"
      isNoneGood={false}
    />
  )
}
