import { lazyRouteComponent } from '@tanstack/react-router'

// Each page is loaded when somebody first opens it.

export const ProductPage = lazyRouteComponent(
  () => import('./product/product-page.tsx'),
  'ProductPage',
)
export const CartPage = lazyRouteComponent(() => import('./cart/cart-page.tsx'), 'CartPage')
export const CartsPage = lazyRouteComponent(() => import('./carts/carts-page.tsx'), 'CartsPage')
export const CheckoutPage = lazyRouteComponent(
  () => import('./checkout/checkout-page.tsx'),
  'CheckoutPage',
)
export const CheckoutProgressPage = lazyRouteComponent(
  () => import('./checkout/checkout-progress-page.tsx'),
  'CheckoutProgressPage',
)
export const QuickOrderPage = lazyRouteComponent(
  () => import('./quick-order/quick-order-page.tsx'),
  'QuickOrderPage',
)
export const ApprovalsPage = lazyRouteComponent(
  () => import('./approvals/approvals-page.tsx'),
  'ApprovalsPage',
)
export const ApprovalPage = lazyRouteComponent(
  () => import('./approvals/approval-page.tsx'),
  'ApprovalPage',
)
export const ChatsPage = lazyRouteComponent(() => import('./chat/chats-page.tsx'), 'ChatsPage')
export const ChatPage = lazyRouteComponent(() => import('./chat/chat-page.tsx'), 'ChatPage')
export const TicketsPage = lazyRouteComponent(
  () => import('./tickets/tickets-page.tsx'),
  'TicketsPage',
)
export const TicketPage = lazyRouteComponent(
  () => import('./tickets/ticket-page.tsx'),
  'TicketPage',
)
export const ComparePage = lazyRouteComponent(
  () => import('./compare/compare-page.tsx'),
  'ComparePage',
)
export const OrderPage = lazyRouteComponent(() => import('./orders/order-page.tsx'), 'OrderPage')
export const OrdersPage = lazyRouteComponent(() => import('./orders/orders-page.tsx'), 'OrdersPage')
export const ContractsPage = lazyRouteComponent(
  () => import('./contracts/contracts-page.tsx'),
  'ContractsPage',
)
export const ContractPage = lazyRouteComponent(
  () => import('./contracts/contract-page.tsx'),
  'ContractPage',
)
export const OwnProductsPage = lazyRouteComponent(
  () => import('./own-products/own-products-page.tsx'),
  'OwnProductsPage',
)
export const ImportsPage = lazyRouteComponent(
  () => import('./imports/imports-page.tsx'),
  'ImportsPage',
)
export const ImportPage = lazyRouteComponent(
  () => import('./imports/import-page.tsx'),
  'ImportPage',
)
export const SalesPage = lazyRouteComponent(() => import('./sales/sales-page.tsx'), 'SalesPage')
export const SalePage = lazyRouteComponent(() => import('./sales/sale-page.tsx'), 'SalePage')
export const StatementPage = lazyRouteComponent(
  () => import('./statement/statement-page.tsx'),
  'StatementPage',
)
export const ListPage = lazyRouteComponent(() => import('./lists/list-page.tsx'), 'ListPage')
export const ListsPage = lazyRouteComponent(() => import('./lists/lists-page.tsx'), 'ListsPage')
export const StandingOrderPage = lazyRouteComponent(
  () => import('./standing/standing-order-page.tsx'),
  'StandingOrderPage',
)
export const StandingOrdersPage = lazyRouteComponent(
  () => import('./standing/standing-orders-page.tsx'),
  'StandingOrdersPage',
)
export const RequisitionPage = lazyRouteComponent(
  () => import('./requisitions/requisition-page.tsx'),
  'RequisitionPage',
)
export const RequisitionsPage = lazyRouteComponent(
  () => import('./requisitions/requisitions-page.tsx'),
  'RequisitionsPage',
)
export const StructurePage = lazyRouteComponent(
  () => import('./structure/structure-page.tsx'),
  'StructurePage',
)
export const AddressesPage = lazyRouteComponent(
  () => import('./addresses/addresses-page.tsx'),
  'AddressesPage',
)
export const BudgetsPage = lazyRouteComponent(
  () => import('./budgets/budgets-page.tsx'),
  'BudgetsPage',
)
export const DetailsPage = lazyRouteComponent(
  () => import('./details/details-page.tsx'),
  'DetailsPage',
)
export const InvoicesPage = lazyRouteComponent(
  () => import('./invoices/invoices-page.tsx'),
  'InvoicesPage',
)
export const WebhooksPage = lazyRouteComponent(
  () => import('./connections/webhooks-page.tsx'),
  'WebhooksPage',
)
export const WebhookPage = lazyRouteComponent(
  () => import('./connections/webhook-page.tsx'),
  'WebhookPage',
)
export const KeysPage = lazyRouteComponent(() => import('./connections/keys-page.tsx'), 'KeysPage')
export const AppsPage = lazyRouteComponent(() => import('./connections/apps-page.tsx'), 'AppsPage')
export const RulesPage = lazyRouteComponent(
  () => import('./approval-rules/rules-page.tsx'),
  'RulesPage',
)
