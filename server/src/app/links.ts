import { countAddressesOfUnit } from '#modules/addresses'
import { reviewStepsOf } from '#modules/approvals'
import { isHoldPending, switchOffForClosing, switchOnAfterClosing } from '#modules/automations'
import { countBudgetsOfUnit } from '#modules/budgets'
import { endSharesOfMember, findContractStatuses } from '#modules/cart'
import { externalOffers } from '#modules/crawl'
import type { CompanyClosed } from '#modules/identity'
import {
  costOfOrder,
  describeRequest,
  isAwaitingApproval,
  listOrderNumbers,
  listOrdersNumbered,
  listOrdersOfCheckouts,
  ofReachedOrders,
  partOfOrder,
} from '#modules/orders'
import { markSupplierClosed, noteUnitMoved, type SearchIndex } from '#modules/products'
import { indexProducts, unindexProducts } from '#modules/search'
import { requireOpenUnit } from '#modules/structure'
import { holdForClosing, releaseAfterClosing } from '#modules/webhooks'
import type { Tx } from '#platform/db'

/**
 * A company that is closed neither sells nor acts. Nobody finds its offers, its webhooks are held and its automations are off.
 * Opening it again undoes all of this, but not what people or operators had stopped.
 */
const companyClosed: CompanyClosed = async (tx, company, { closedAt, now }) => {
  const { id } = company
  await markSupplierClosed(tx, company, closedAt)
  if (closedAt) {
    await holdForClosing(tx, id, now)
    await switchOffForClosing(tx, id, now)
  } else {
    await releaseAfterClosing(tx, id, now)
    await switchOnAfterClosing(tx, id)
  }
}

/** What belongs to a unit and keeps it from ending. */
async function usesOfUnit(tx: Tx, companyId: string, unitId: string) {
  return {
    budgets: await countBudgetsOfUnit(tx, companyId, unitId),
    addresses: await countAddressesOfUnit(tx, companyId, unitId),
  }
}

/** Functions that earlier modules need from modules that are made after them. */
export const links = {
  companyClosed,
  peopleLeft: reviewStepsOf,
  memberRemoved: endSharesOfMember,
  requireOpenUnit,
  usesOfUnit,
  unitMoved: noteUnitMoved,
  searchIndex: { index: indexProducts, unindex: unindexProducts } satisfies SearchIndex,
  contractStatuses: findContractStatuses,
  externalOffers,
  isAwaitingApproval,
  describeRequest,
  costOfOrder,
  partOfOrder,
  orderNumbers: listOrderNumbers,
  ordersNumbered: listOrdersNumbered,
  ofReachedOrders,
  ordersOfCheckouts: listOrdersOfCheckouts,
  isHoldPending,
}
