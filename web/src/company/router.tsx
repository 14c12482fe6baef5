import { createRoute, createRouter } from '@tanstack/react-router'
import { FailedPage } from '../shell/failed-page.tsx'
import { administration } from './administrator-routes.tsx'
import { readApprovalsSearch } from './approvals/approvals-address.ts'
import { chat } from './chat-routes.tsx'
import { readCompareSearch } from './compare/compare-address.ts'
import { readInvoicesSearch } from './invoices/invoices-search.ts'
import { readListsSearch } from './lists/lists-address.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { readOrdersSearch } from './orders/orders-address.ts'
import { readOwnProductsSearch } from './own-products/own-products-search.ts'
import {
  AddressesPage,
  ApprovalPage,
  ApprovalsPage,
  CartPage,
  CartsPage,
  CheckoutPage,
  CheckoutProgressPage,
  ComparePage,
  ContractPage,
  ContractsPage,
  ImportPage,
  ImportsPage,
  InvoicesPage,
  ListPage,
  ListsPage,
  OrderPage,
  OrdersPage,
  OwnProductsPage,
  ProductPage,
  QuickOrderPage,
  RequisitionPage,
  RequisitionsPage,
  SalePage,
  SalesPage,
  StandingOrderPage,
  StandingOrdersPage,
  StatementPage,
  StructurePage,
  TicketPage,
  TicketsPage,
} from './pages.ts'
import { readRequisitionsSearch } from './requisitions/requisitions-address.ts'
import { root } from './root-route.ts'
import { readSearch } from './search/search-address.ts'
import { SearchPage } from './search/search-page.tsx'
import { readStandingSearch } from './standing/standing-api.ts'
import { readStatementSearch } from './statement/statement-search.ts'
import { readCodesSearch } from './structure/codes-address.ts'
import { readUnitSearch } from './structure/unit-search.ts'
import { readTicketsSearch } from './tickets/tickets-address.ts'

const search = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readSearch,
  component: () => <SearchPage asked={search.useSearch()} />,
})

const product = createRoute({
  getParentRoute: () => root,
  path: '/products/$productId',
  loader: () => ProductPage.preload?.(),
  component: () => <ProductPage productId={product.useParams().productId} />,
})

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: readCompareSearch,
  loader: () => ComparePage.preload?.(),
  component: () => <ComparePage asked={compare.useSearch()} />,
})

const tickets = createRoute({
  getParentRoute: () => root,
  path: '/tickets',
  validateSearch: readTicketsSearch,
  loader: () => TicketsPage.preload?.(),
  component: () => <TicketsPage asked={tickets.useSearch()} />,
})

const ticket = createRoute({
  getParentRoute: () => root,
  path: '/tickets/$ticketId',
  loader: () => TicketPage.preload?.(),
  component: () => <TicketPage ticketId={ticket.useParams().ticketId} />,
})

const cart = createRoute({
  getParentRoute: () => root,
  path: '/cart',
  loader: () => CartPage.preload?.(),
  component: CartPage,
})

const carts = createRoute({
  getParentRoute: () => root,
  path: '/carts',
  loader: () => CartsPage.preload?.(),
  component: CartsPage,
})

const checkout = createRoute({
  getParentRoute: () => root,
  path: '/checkout',
  loader: () => CheckoutPage.preload?.(),
  component: CheckoutPage,
})

const checkoutProgress = createRoute({
  getParentRoute: () => root,
  path: '/checkout/$checkoutId',
  loader: () => CheckoutProgressPage.preload?.(),
  component: () => <CheckoutProgressPage checkoutId={checkoutProgress.useParams().checkoutId} />,
})

const quickOrder = createRoute({
  getParentRoute: () => root,
  path: '/quick-order',
  loader: () => QuickOrderPage.preload?.(),
  component: QuickOrderPage,
})

const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: readOrdersSearch,
  loader: () => OrdersPage.preload?.(),
  component: () => <OrdersPage asked={orders.useSearch()} />,
})

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$orderId',
  loader: () => OrderPage.preload?.(),
  component: () => <OrderPage orderId={order.useParams().orderId} />,
})

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: readApprovalsSearch,
  loader: () => ApprovalsPage.preload?.(),
  component: () => <ApprovalsPage asked={approvals.useSearch()} />,
})

const approval = createRoute({
  getParentRoute: () => root,
  path: '/approvals/$approvalId',
  loader: () => ApprovalPage.preload?.(),
  component: () => <ApprovalPage approvalId={approval.useParams().approvalId} />,
})

const ownProducts = createRoute({
  getParentRoute: () => root,
  path: '/own-products',
  validateSearch: readOwnProductsSearch,
  loader: () => OwnProductsPage.preload?.(),
  component: () => <OwnProductsPage asked={ownProducts.useSearch()} />,
})

const imports = createRoute({
  getParentRoute: () => root,
  path: '/imports',
  loader: () => ImportsPage.preload?.(),
  component: ImportsPage,
})

const importOf = createRoute({
  getParentRoute: () => root,
  path: '/imports/$importId',
  loader: () => ImportPage.preload?.(),
  component: () => <ImportPage importId={importOf.useParams().importId} />,
})

const sales = createRoute({
  getParentRoute: () => root,
  path: '/sales',
  validateSearch: readOrdersSearch,
  loader: () => SalesPage.preload?.(),
  component: () => <SalesPage asked={sales.useSearch()} />,
})

const statement = createRoute({
  getParentRoute: () => root,
  path: '/statement',
  validateSearch: readStatementSearch,
  loader: () => StatementPage.preload?.(),
  component: () => <StatementPage asked={statement.useSearch()} />,
})

const sale = createRoute({
  getParentRoute: () => root,
  path: '/sales/$orderId',
  loader: () => SalePage.preload?.(),
  component: () => <SalePage orderId={sale.useParams().orderId} />,
})

const requisitions = createRoute({
  getParentRoute: () => root,
  path: '/requisitions',
  validateSearch: readRequisitionsSearch,
  loader: () => RequisitionsPage.preload?.(),
  component: () => <RequisitionsPage asked={requisitions.useSearch()} />,
})

const requisition = createRoute({
  getParentRoute: () => root,
  path: '/requisitions/$requisitionId',
  loader: () => RequisitionPage.preload?.(),
  component: () => <RequisitionPage requisitionId={requisition.useParams().requisitionId} />,
})

const units = createRoute({
  getParentRoute: () => root,
  path: '/company',
  loader: () => StructurePage.preload?.(),
  component: () => <StructurePage part="units" />,
})

const structure = createRoute({
  getParentRoute: () => root,
  path: '/company/$part',
  validateSearch: readCodesSearch,
  loader: () => StructurePage.preload?.(),
  component: () => (
    <StructurePage part={structure.useParams().part} asked={structure.useSearch()} />
  ),
})

const addresses = createRoute({
  getParentRoute: () => root,
  path: '/company/addresses',
  validateSearch: readUnitSearch,
  loader: () => AddressesPage.preload?.(),
  component: () => <AddressesPage asked={addresses.useSearch()} />,
})

const invoices = createRoute({
  getParentRoute: () => root,
  path: '/invoices',
  validateSearch: readInvoicesSearch,
  loader: () => InvoicesPage.preload?.(),
  component: () => <InvoicesPage asked={invoices.useSearch()} />,
})

const lists = createRoute({
  getParentRoute: () => root,
  path: '/lists',
  validateSearch: readListsSearch,
  loader: () => ListsPage.preload?.(),
  component: () => <ListsPage asked={lists.useSearch()} />,
})

const list = createRoute({
  getParentRoute: () => root,
  path: '/lists/$listId',
  loader: () => ListPage.preload?.(),
  component: () => <ListPage key={list.useParams().listId} listId={list.useParams().listId} />,
})

const standingOrders = createRoute({
  getParentRoute: () => root,
  path: '/standing-orders',
  validateSearch: readStandingSearch,
  loader: () => StandingOrdersPage.preload?.(),
  component: () => <StandingOrdersPage asked={standingOrders.useSearch()} />,
})

const standingOrder = createRoute({
  getParentRoute: () => root,
  path: '/standing-orders/$standingOrderId',
  loader: () => StandingOrderPage.preload?.(),
  component: () => (
    <StandingOrderPage standingOrderId={standingOrder.useParams().standingOrderId} />
  ),
})

const contracts = createRoute({
  getParentRoute: () => root,
  path: '/contracts',
  loader: () => ContractsPage.preload?.(),
  component: ContractsPage,
})

const contract = createRoute({
  getParentRoute: () => root,
  path: '/contracts/$contractId',
  loader: () => ContractPage.preload?.(),
  component: () => <ContractPage contractId={contract.useParams().contractId} />,
})

/** The pages of companies. The server has the same addresses (server/src/account/company-addresses.ts). */
export const router = createRouter({
  routeTree: root.addChildren([
    search,
    product,
    compare,
    tickets,
    ticket,
    cart,
    carts,
    checkout,
    checkoutProgress,
    quickOrder,
    order,
    orders,
    approval,
    approvals,
    ownProducts,
    importOf,
    imports,
    sale,
    sales,
    statement,
    requisition,
    requisitions,
    units,
    addresses,
    invoices,
    structure,
    list,
    lists,
    standingOrder,
    standingOrders,
    contract,
    contracts,
    administration,
    chat,
  ]),
  parseSearch: readParameters,
  stringifySearch: writeParameters,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router
  }
}

/** `?brand=C2G&brand=Tripp+Lite`: a name with several values is there several times. */
function readParameters(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text)
  const names = [...new Set(parameters.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...more] = parameters.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

function writeParameters(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  )
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}
