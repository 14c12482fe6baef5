import { lists } from '../lists.ts'
import { imports } from '../records/imports.ts'
import { requisitions } from '../records/requisitions.ts'
import { shell } from '../shell.ts'
import { addressBook } from './administration/address-book.ts'
import { firstDay } from './administration/first-day.ts'
import { invoicesPage } from './administration/invoices-page.ts'
import { approvals } from './approvals.ts'
import { cart } from './cart.ts'
import { carts } from './carts.ts'
import { catalogue } from './catalogue.ts'
import { catalogueFiles } from './catalogue-files.ts'
import { checkoutPage } from './checkout-page.ts'
import { compare } from './compare.ts'
import { contracts } from './contracts.ts'
import { frame } from './frame.ts'
import { lineTerms } from './line-terms.ts'
import { orderChanges } from './order-changes.ts'
import { orderPage } from './order-page.ts'
import { ordersPage } from './orders-page.ts'
import { ourCompany } from './our-company.ts'
import { ownProducts } from './own-products.ts'
import { people } from './people.ts'
import { quickOrder } from './quick-order.ts'
import { requisitionPage } from './requisition-page.ts'
import { sales } from './sales.ts'
import { shoppingLists } from './shopping-lists.ts'
import { standing } from './standing.ts'
import { statement } from './statement.ts'
import { tickets } from './tickets.ts'
import { waiting } from './waiting.ts'

/** What the pages of companies say. */
export const messages = {
  invoicesPage,
  firstDay,
  addressBook,
  approvals,
  cart,
  carts,
  catalogue,
  catalogueFiles,
  checkoutPage,
  compare,
  contracts,
  frame,
  imports,
  lists,
  lineTerms,
  orderChanges,
  orderPage,
  ordersPage,
  ourCompany,
  people,
  ownProducts,
  quickOrder,
  sales,
  statement,
  requisitionPage,
  requisitions,
  shell,
  shoppingLists,
  standing,
  tickets,
  waiting,
}
