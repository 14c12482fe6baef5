import { Type } from 'typebox'
import { withDescription } from '#kernel/record'
import { UnitId } from '#modules/structure'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  AddAddressBody,
  AddressParams,
  BookedAddressView,
  ChangeAddressBody,
  DefaultAddressesView,
  viewBooked,
  viewDefaults,
} from './schemas.ts'
import type { Addresses } from './service.ts'

const tags = ['Addresses']
const url = '/api/v1/addresses'
const one = `${url}/:addressId`

export function addressRoutes(addresses: Addresses): Routes {
  return async (http) => {
    addReading(http, addresses)
    addChanging(http, addresses)
  }
}

function addReading(http: Http, addresses: Addresses): void {
  http.route({
    method: 'GET',
    url: `${url}/defaults`,
    config: {
      access: 'requester:read',
      fails: ['structure.unit_unknown', 'structure.unit_not_allowed'],
    },
    schema: {
      operationId: 'getDefaultAddresses',
      summary: 'Get the default addresses',
      description:
        'Those that the caller sees, for the unit that the caller orders for, or a chosen one. Of each kind the nearest: that of the unit, of the unit above it, and so on, or else that of the company.',
      tags,
      querystring: Type.Object({
        unitId: Type.Optional(withDescription(UnitId, 'A unit for which you can buy.')),
      }),
      response: answers(DefaultAddressesView),
    },
    handler: async ({ actor, query: { unitId } }) =>
      ok(viewDefaults(await addresses.defaults(actor, unitId))),
  })
  http.route({
    method: 'GET',
    url: one,
    config: { access: 'requester:read', fails: ['addresses.address_not_found'] },
    schema: {
      operationId: 'getAddress',
      summary: 'Get an address',
      tags,
      params: AddressParams,
      response: answers(BookedAddressView),
    },
    handler: async ({ actor, params }) =>
      ok(viewBooked(await addresses.get(actor, params.addressId))),
  })
}

const placeFails = [
  'addresses.country_unknown',
  'addresses.postal_code_invalid',
  'addresses.unit_not_yours',
  'structure.unit_unknown',
] as const

function addChanging(http: Http, addresses: Addresses): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access: 'orders:write',
      fails: [...placeFails, 'addresses.addresses_limit_reached'],
    },
    schema: {
      operationId: 'addAddress',
      summary: 'Create an address',
      tags,
      body: AddAddressBody,
      response: answers(BookedAddressView, { status: 201 }),
    },
    handler: async ({ actor, body }) => ok(viewBooked(await addresses.add(actor, body))),
  })
  http.route({
    method: 'PATCH',
    url: one,
    config: {
      access: 'orders:write',
      fails: ['addresses.address_not_found', ...placeFails],
    },
    schema: {
      operationId: 'changeAddress',
      summary: 'Change an address',
      description: 'Orders that are already placed keep the address that they were placed with.',
      tags,
      params: AddressParams,
      body: ChangeAddressBody,
      response: answers(BookedAddressView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewBooked(await addresses.change(actor, params.addressId, body))),
  })
  http.route({
    method: 'DELETE',
    url: one,
    config: { access: 'orders:write', fails: ['addresses.address_not_found'] },
    schema: {
      operationId: 'deleteAddress',
      summary: 'Delete an address',
      tags,
      params: AddressParams,
      response: answers(BookedAddressView),
    },
    handler: async ({ actor, params }) =>
      ok(viewBooked(await addresses.remove(actor, params.addressId))),
  })
}
