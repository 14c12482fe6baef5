import { type Cut, defineList, placed } from '#platform/lists'
import type { Carts } from '../service.ts'
import { contract } from './certification.ts'
import {
  UnvalidatedClientView,
  unvalidatedClientExample,
  viewUnvalidatedClient,
} from './contract-schemas.ts'

type Client = Awaited<ReturnType<Carts['listUnvalidatedClients']>>[number]

/** The names of clients and their companies, each at its position. */
export type NamesOfClients = (
  clients: readonly { readonly companyId: string; readonly clientId: string }[],
) => Promise<
  readonly {
    readonly companyName: string | undefined
    readonly clientName: string | undefined
  }[]
>

export const unvalidatedClientList = (carts: Carts, namesOf: NamesOfClients) =>
  defineList({
    operationId: 'listUnvalidatedCartClients',
    url: `/admin/contracts/${contract.name}`,
    summary: 'List unvalidated cart clients',
    description: 'Lists clients that use carts and have not passed the current contract.',
    tags: ['Client contracts'],
    config: { access: 'operator' },
    item: UnvalidatedClientView,
    examples: [unvalidatedClientExample],
    columns: [
      'clientId',
      'clientName',
      'companyId',
      'companyName',
      'status',
      'firstSeenAt',
      'lastSeenAt',
    ],
    filters: {},
    sorts: { company: { read: (_request, cut) => readByCompany(carts, cut) } },
    show: async (clients: readonly Client[]) => {
      const names = await namesOf(clients)
      return clients.map((client, at) =>
        viewUnvalidatedClient({
          ...client,
          companyName: names[at]?.companyName,
          clientName: names[at]?.clientName,
        }),
      )
    },
  })

async function readByCompany(carts: Carts, { after, limit }: Cut) {
  const [companyId, clientId] = after ?? []
  const place =
    clientId === undefined
      ? {}
      : { after: { companyId: String(companyId), clientId: String(clientId) } }
  const clients = await carts.listUnvalidatedClients({ ...place, limit })
  return placed(clients, (client) => [client.companyId, client.clientId])
}
