import { closeAtEnd } from '../close-at-end.ts'
import { openSupplierSite, type SupplierSite } from './open-supplier-site.ts'

export { aPage } from './open-supplier-site.ts'

/** The end of the test file closes it. */
export async function useSupplierSite(): Promise<SupplierSite> {
  return closeAtEnd(await openSupplierSite())
}
