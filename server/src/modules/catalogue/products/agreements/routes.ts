import type { Routes } from '#platform/http'
import { contractRoutes } from './contract-routes.ts'
import { priceListRoutes } from './price-list-routes.ts'
import type { Agreements } from './service.ts'

export function agreementsRoutes(agreements: Agreements): Routes {
  return async (http) => {
    priceListRoutes(agreements, http)
    contractRoutes(agreements, http)
  }
}
