import { requisitions } from '../records/requisitions.ts'
import { shell } from '../shell.ts'
import { approvals } from './approvals.ts'
import { cart } from './cart.ts'
import { catalogue } from './catalogue.ts'
import { checkoutPage } from './checkout-page.ts'
import { frame } from './frame.ts'
import { orderPage } from './order-page.ts'
import { ordersPage } from './orders-page.ts'
import { ourCompany } from './our-company.ts'
import { people } from './people.ts'
import { quickOrder } from './quick-order.ts'
import { requisitionPage } from './requisition-page.ts'

/** What the pages of companies say. */
export const messages = {
  approvals,
  cart,
  catalogue,
  checkoutPage,
  frame,
  orderPage,
  ordersPage,
  ourCompany,
  people,
  quickOrder,
  requisitionPage,
  requisitions,
  shell,
}
