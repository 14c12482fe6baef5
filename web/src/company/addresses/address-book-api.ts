import type { paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api, type BodyOf, type BookedAddress } from '../api.ts'
import { sendChanges } from '../fields/send-changes.ts'
import type { PageQuery } from '../paged-list.tsx'

const addresses = '/api/v1/addresses'

export type AddressDraft = BodyOf<paths[typeof addresses]['post']>

export async function listAddresses(
  unitId: string | undefined,
  page: PageQuery,
  signal: AbortSignal,
) {
  const query = { ...page, ...(unitId !== undefined && { unitId }) }
  return api.get(addresses, { params: { query }, signal })
}

export async function addAddress(body: AddressDraft): Promise<void> {
  await api.post(addresses, { body })
}

export async function changeAddress(booked: BookedAddress, draft: AddressDraft): Promise<void> {
  const params = { path: { addressId: booked.id } }
  await sendChanges(booked, draft, (body) =>
    api.patch(`${addresses}/{addressId}`, { params, body }),
  )
}

export async function deleteAddress(addressId: string): Promise<void> {
  const params = { path: { addressId } }
  await api.delete(`${addresses}/{addressId}`, { params, ...emptyBody })
}
