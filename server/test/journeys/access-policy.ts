import type { Role } from '#kernel/actor'
import { companyPages } from './page-doors.ts'

/**
 * Who may call what, said a second time: written from the contract and not from the routes, so that a route that
 * declares the wrong access is found. A route that no rule here knows fails the test, too.
 */
export type Need =
  | 'nothing'
  | 'credential'
  | 'person'
  | 'company_admin'
  | 'accountant'
  // What the scopes of orders open, and the role requester for what is the person's own.
  | 'requester:read'
  | 'requester:write'
  | 'operator'
  | 'supplier_admin'
  | 'products:read'
  | 'orders:read'
  | 'orders:write'
  | 'payments:read'
  | 'payments:write'
  | 'support:read'
  | 'support:write'
  | 'webhooks:manage'

type Rule = readonly [method: RegExp, url: RegExp, need: Need]

const any = /./
const reading = /^(?:GET|HEAD)$/

/** The first that fits decides. */
const rules: readonly Rule[] = [
  // Open to anybody: probes, documents, sign-in. What a provider sends is checked by its signature.
  [reading, /^\/(?:health|openapi\.json)?$/, 'nothing'],
  [reading, /^\/docs(?:\/|\/\*|\/api(?:\/\*)?)?$/, 'nothing'],
  [reading, /^\/\.well-known\//, 'nothing'],
  [any, /^\/oauth\//, 'nothing'],
  // The pages on which companies buy hold nothing either: what they show comes over /account/api.
  [reading, new RegExp(`^(?:/assets/:name|${companyPages.join('|')})$`), 'nothing'],
  // The account pages hold nothing; their session is a cookie, which each page looks at itself.
  [any, /^\/account(?:\/|$)/, 'nothing'],
  [/^POST$/, /^\/auth\/(?:login|refresh)(?:\/|$)/, 'nothing'],
  [/^POST$/, /^\/auth\/password\/reset(?:-request)?$/, 'nothing'],
  [/^POST$/, /^\/payments\/providers\/:provider\/events$/, 'nothing'],
  // What it opens is sealed in the address that a receiver was sent.
  [reading, /^\/api\/v1\/webhooks\/event-data$/, 'nothing'],
  // Pages offer the languages before anybody signs in.
  [reading, /^\/api\/v1\/locales$/, 'nothing'],
  // The operator pages hold nothing; their session is a cookie of the admin runtime, which it checks itself.
  [
    any,
    /^\/admin(?:\/(?:session|session\/second-factor|api(?:\/api\/v1)?\/\*|api\/api\/v1\/catalog\/imports|api\/api\/v1\/support\/attachments|assets\/:name|operations|operations\/stream|automations|orders|orders\/:id|payments\/:id|records\/:id|settings|settings\/:id|support|crawl|find|chat|offers|runbooks\/:id))?$/,
    'nothing',
  ],

  [any, /^\/health\/(?:detailed|ops)$/, 'operator'],
  [any, /^\/metrics$/, 'operator'],
  [any, /^\/admin\//, 'operator'],
  [any, /^\/notifications\//, 'operator'],

  // Whoever is invited has the token of a mail, and no account yet.
  [/^POST$/, /^\/auth\/invitations\/accept$/, 'nothing'],
  // First-party only.
  [/^GET$/, /^\/auth\/privacy\/downloads\/:link$/, 'nothing'],
  [reading, /^\/auth\/me$/, 'credential'],
  [any, /^\/auth\//, 'person'],
  [any, /^\/api\/v1\/me(?:\/|$)/, 'person'],
  [
    reading,
    /^\/api\/v1\/(?:company|members|company\/number-series|company\/order-tolerances|company\/calendar(?:\/(?:days|regions))?)$/,
    'person',
  ],
  // Everybody may leave; whom else one may take out is decided where the member is known.
  [/^DELETE$/, /^\/api\/v1\/members\/:userId$/, 'person'],
  [reading, /^\/api\/v1\/shipping-methods$/, 'orders:read'],
  [
    reading,
    /^\/api\/v1\/company\/(?:units|cost-centers|gl-accounts|projects)(?:\/:\w+)?$/,
    'requester:read',
  ],
  [any, /^\/api\/v1\/(?:company|members|invitations)(?:\/|$)/, 'company_admin'],
  [any, /^\/api\/v1\/(?:api-keys|oauth-apps|audit)(?:\/|$)/, 'company_admin'],
  // Who books the invoices also reads what may be spent and what is owed.
  [reading, /^\/api\/v1\/(?:credit-accounts|budgets|spending-limits)(?:\/|$)/, 'accountant'],
  [any, /^\/api\/v1\/(?:approval-rules|budgets|spending-limits)(?:\/|$)/, 'company_admin'],
  // A person's own word: whose it is to give is decided where the request is known.
  [any, /^\/api\/v1\/notifications(?:\/|$)/, 'person'],
  [any, /^\/api\/v1\/approval(?:s|-deputies)(?:\/|$)/, 'person'],
  [/^POST$/, /^\/api\/v1\/members\/:userId\/erase$/, 'company_admin'],

  // The handoff belongs to payments, wherever its address lies.
  [/^POST$/, /^\/api\/v1\/checkout\/:[A-Za-z]+\/payment$/, 'payments:write'],
  // Catalogue files: administrators of suppliers, and operators for any of them.
  [any, /^\/api\/v1\/catalog\/(?:imports|exports)(?:\/|$)/, 'supplier_admin'],
  [reading, /^\/api\/v1\/(?:products|categories)(?:\/|$)/, 'products:read'],
  // These ask; they change nothing.
  [/^POST$/, /^\/api\/v1\/products\/(?:quotes|match|stream\/tickets)$/, 'products:read'],
  // Those who order also ask for offers, and those who sell answer.
  [/^POST$/, /^\/api\/v1\/products\/:productId\/offer-requests$/, 'orders:write'],
  [any, /^\/api\/v1\/searches(?:\/|$)/, 'products:read'],
  [/^POST$/, /^\/api\/v1\/chat\/sessions\/:sessionId\/requisition$/, 'requester:write'],
  [any, /^\/api\/v1\/chat(?:\/|$)/, 'person'],
  [any, /^\/api\/v1\/fx(?:\/|$)/, 'products:read'],
  // What a person likes to see is theirs alone.
  [any, /^\/api\/v1\/views(?:\/|$)/, 'person'],
  // A person's tokens are spent by that person alone.
  [any, /^\/api\/v1\/llm\/limits$/, 'operator'],
  [any, /^\/api\/v1\/llm\//, 'person'],
  // What may be seen is signed in the address: an `<img>` has no credential.
  [reading, /^\/api\/v1\/images\/(?:sources\/)?:productId\/:version$/, 'nothing'],
  [/^(?:PUT|DELETE)$/, /^\/api\/v1\/products\/:productId\/image$/, 'supplier_admin'],
  // A source is made by the administrators of a company, and by operators. A run can be started by every person.
  [/^(?:POST|PATCH|DELETE)$/, /^\/api\/v1\/crawl\/sources(?:\/:sourceId)?$/, 'supplier_admin'],
  [any, /^\/api\/v1\/(?:crawl\/sources|crawls)(?:\/|$)/, 'person'],
  // Suppliers pay for places: their administrators, and operators for any of them.
  [any, /^\/api\/v1\/ads\/(?:campaigns|report)(?:\/|$)/, 'supplier_admin'],
  [reading, /^\/api\/v1\/ads\/auctions\/:auctionId$/, 'operator'],
  // What a person chooses is a link of a place: its token says what it opens.
  [reading, /^\/api\/v1\/ads\/clicks\/:click$/, 'nothing'],
  [any, /^\/api\/v1\/ads\/controls\/company$/, 'company_admin'],
  [any, /^\/api\/v1\/(?:images|ads)(?:\/|$)/, 'products:read'],
  // What is agreed between two companies: the selling side and operators change it, the buying side reads it.
  [any, /^\/api\/v1\/assortments(?:\/|$)/, 'operator'],
  [any, /^\/api\/v1\/price-lists(?:\/|$)/, 'supplier_admin'],
  [any, /^\/api\/v1\/stock-locations(?:\/|$)/, 'supplier_admin'],
  [/^(?:POST|PATCH)$/, /^\/api\/v1\/contracts(?:\/:contractId)?$/, 'supplier_admin'],
  [/^PUT$/, /^\/api\/v1\/contracts\/:contractId\/quotas$/, 'supplier_admin'],
  // Contracts of concurrency are tried by machines.
  [reading, /^\/api\/v1\/contracts\/cart-concurrency/, 'orders:read'],
  [reading, /^\/api\/v1\/(?:carts?|lists|requisitions|addresses)(?:\/|$)/, 'requester:read'],
  // A requester reads the own orders, and what the suppliers were sent of them.
  [
    reading,
    /^\/api\/v1\/orders(?:\/:orderId(?:\/(?:documents|negotiated-prices)(?:\/.*)?)?)?$/,
    'requester:read',
  ],
  [
    reading,
    /^\/api\/v1\/(?:checkout|orders|supplier\/orders|(?:supplier\/)?offer-requests|contracts)(?:\/|$)/,
    'orders:read',
  ],
  // Asked by who is about to check out; who may not pay learns that alone.
  [reading, /^\/api\/v1\/payment-methods$/, 'orders:write'],
  [reading, /^\/api\/v1\/invoices(?:\/|$)/, 'orders:read'],
  // What somebody asks for is decided by those who may pay for it.
  [
    /^POST$/,
    /^\/api\/v1\/requisitions\/:requisitionId\/(?:return|reject|convert)$/,
    'payments:write',
  ],
  [
    /^PUT$/,
    /^\/api\/v1\/requisitions\/:requisitionId\/lines\/:lineId\/sourcing$/,
    'payments:write',
  ],
  [any, /^\/api\/v1\/orders\/:orderId\/(?:hold|release)$/, 'company_admin'],
  [any, /^\/api\/v1\/(?:carts?|lists|requisitions)(?:\/|$)/, 'requester:write'],
  [/^POST$/, /^\/api\/v1\/orders\/:orderId\/reorder$/, 'requester:write'],
  [
    any,
    /^\/api\/v1\/(?:checkout|orders|offer-requests|addresses|contracts)(?:\/|$)/,
    'orders:write',
  ],
  // It orders by itself, in the name of the person.
  [reading, /^\/api\/v1\/standing-orders(?:\/|$)/, 'orders:read'],
  [any, /^\/api\/v1\/standing-orders(?:\/|$)/, 'payments:write'],
  [reading, /^\/api\/v1\/payments(?:\/|$)/, 'payments:read'],
  [any, /^\/api\/v1\/payments(?:\/|$)/, 'payments:write'],
  [
    /^POST$/,
    /^\/api\/v1\/supplier\/orders\/:orderId\/(?:response|changes\/:changeRequestId\/(?:accept|refuse))$/,
    'orders:write',
  ],
  [/^POST$/, /^\/api\/v1\/supplier\/orders\/:orderId\/refunds$/, 'payments:write'],
  // Operators are the agents of the support desk.
  [/^POST$/, /^\/api\/v1\/support\/tickets\/:ticketId\/(?:assign|priority)$/, 'operator'],
  [reading, /^\/api\/v1\/support\/agents$/, 'operator'],
  [reading, /^\/api\/v1\/support\/tickets\/:ticketId\/messages\/:messageId\/mail$/, 'operator'],
  // The address is signed for a quarter of an hour: an `<img>` has no credential.
  [reading, /^\/api\/v1\/support\/attachments\/:attachmentId\/file$/, 'nothing'],
  [reading, /^\/api\/v1\/support\/(?:tickets|attachments)(?:\/|$)/, 'support:read'],
  [any, /^\/api\/v1\/support\/(?:tickets|attachments)(?:\/|$)/, 'support:write'],
  [any, /^\/api\/v1\/webhooks(?:\/|$)/, 'webhooks:manage'],
  [any, /^\/api\/v1\/automations(?:\/|$)/, 'company_admin'],
  // A list of a company that no rule above knows: one that opens to fewer or to more people needs a rule.
  [reading, /^\/api\/v1\/[a-z-]+$/, 'orders:read'],
]

/** The file of a list needs what the list needs. */
export function needOf(method: string, url: string): Need {
  const address = url.replace(/\.csv$/, '')
  const rule = rules.find(([methods, urls]) => methods.test(method) && urls.test(address))
  if (!rule) throw new Error(`${method} ${url}: say in access-policy.ts who may call it`)
  return rule[2]
}

const changing = /^(?:POST|PUT|PATCH|DELETE)$/

/** Where a person must have shown who they are just now: what a session that was left open must not be enough for. */
const fresh: readonly (readonly [method: RegExp, url: RegExp])[] = [
  // Whoever holds these acts without the person.
  [changing, /^\/(?:api\/v1|admin\/companies\/:companyId)\/(?:api-keys|oauth-apps)(?:\/|$)/],
  [/^POST$/, /^\/api\/v1\/webhooks(?:\/:webhookId\/rotate-secret)?$/],
  [/^PATCH$/, /^\/api\/v1\/webhooks\/:webhookId$/],
  [/^POST$/, /^\/api\/v1\/automations(?:\/:automationId\/rotate-secret)?$/],
  // How the person signs in, and what they may do.
  [changing, /^\/auth\/factors(?:\/|$)/],
  [/^PATCH$/, /^\/api\/v1\/members\/:userId$/],
  [/^POST$/, /^\/(?:api\/v1|admin\/companies\/:companyId)\/invitations$/],
  [/^PATCH$/, /^\/admin\/companies\/:companyId$/],
  [/^POST$/, /^\/admin\/operators$/],
  // Where buyers pay.
  [/^PATCH$/, /^\/(?:api\/v1\/company|admin\/companies\/:companyId)\/invoice-details$/],
  [/^POST$/, /^\/admin\/people\/:userId\/(?:lock|unlock)$/],
  // Money that goes back, or is not taken.
  [/^POST$/, /^\/api\/v1\/payments\/:paymentId\/(?:void|refunds)$/],
  [/^POST$/, /^\/api\/v1\/supplier\/orders\/:orderId\/refunds$/],
  [/^POST$/, /^\/admin\/orders\/:orderId\/credits\/:creditId\/settle$/],
  [/^POST$/, /^\/admin\/orders\/checkout\/refunds\/:paymentId\/settle$/],
  // Who may owe us how much, and that it was paid.
  [changing, /^\/admin\/companies\/:companyId\/credit-accounts\//],
  // Everything at once, on its way out or gone for good.
  [/^(?:GET|HEAD)$/, /^\/api\/v1\/audit\/export$/],
  [/^POST$/, /^\/auth\/privacy\/(?:export|exports\/:exportId\/link)$/],
  [/^POST$/, /^\/(?:api\/v1\/members|admin\/people)\/:userId\/erase$/],
]

export function needsFreshProof(method: string, url: string): boolean {
  return fresh.some(([methods, urls]) => methods.test(method) && urls.test(url))
}

export const allScopes = [
  'products:read',
  'orders:read',
  'orders:write',
  'payments:read',
  'payments:write',
  'support:read',
  'support:write',
  'webhooks:manage',
] as const

export type ScopeName = (typeof allScopes)[number]

export type Holder =
  | {
      readonly kind: 'person'
      readonly role: Role
      /** For one unit. */
      readonly unitRole?: 'buyer' | 'approver' | 'accountant'
    }
  /** A key or a partner's app: what it holds is what it may. */
  | { readonly kind: 'scoped'; readonly scopes: readonly ScopeName[] }

/** What a role cannot do although it is somebody of the company. */
const beyond: Readonly<Record<Role, readonly Need[]>> = {
  buyer: ['webhooks:manage', 'company_admin', 'accountant', 'operator', 'supplier_admin'],
  approver: [
    'webhooks:manage',
    'payments:write',
    'company_admin',
    'accountant',
    'operator',
    'supplier_admin',
  ],
  company_admin: ['operator'],
  accountant: [
    'webhooks:manage',
    'orders:write',
    'requester:write',
    'payments:write',
    'company_admin',
    'operator',
    'supplier_admin',
  ],
  requester: [
    'webhooks:manage',
    'orders:read',
    'orders:write',
    'payments:read',
    'payments:write',
    'company_admin',
    'accountant',
    'operator',
    'supplier_admin',
  ],
  operator: ['company_admin', 'accountant'],
}

export const allRoles = Object.keys(beyond) as Role[]

export function mayCall(holder: Holder, need: Need): boolean {
  if (need === 'nothing' || need === 'credential') return true
  if (holder.kind === 'person') return !beyond[holder.role].includes(need)
  return (holder.scopes as readonly string[]).includes(neededRight(need))
}

/** What a refusal names as missing: for what requesters may do, too, the scope that everybody else needs. */
export function neededRight(need: Need): Need {
  if (need === 'requester:read') return 'orders:read'
  return need === 'requester:write' ? 'orders:write' : need
}

/** What a role for one unit opens, where it opens it for the whole company. */
const openToUnits: readonly (readonly [method: RegExp, url: RegExp])[] = [
  [
    reading,
    /^\/api\/v1\/(?:order-lines|invoices|returns|checkout)(?:\.csv|\/:invoiceId(?:\/(?:ubl|pdf))?|\/:checkoutId)?$/,
  ],
  [reading, /^\/api\/v1\/orders\/:orderId\/(?:versions(?:\/:version)?|changes|proposals)$/],
  [reading, /^\/api\/v1\/payment-methods$/],
  [reading, /^\/api\/v1\/payments(?:\.csv|\/:paymentId)?$/],
  [reading, /^\/api\/v1\/budgets(?:\/:budgetId(?:\/entries)?)?(?:\.csv)?$/],
  [any, /^\/api\/v1\/standing-orders(?:\.csv|\/|$)/],
  [/^POST$/, /^\/api\/v1\/checkout(?:\/:checkoutId\/(?:payment|cancel))?$/],
  [/^POST$/, /^\/api\/v1\/orders(?:\/validate)?$/],
  [/^POST$/, /^\/api\/v1\/orders\/:orderId\/(?:deliveries|cancel|returns|changes)$/],
  [/^POST$/, /^\/api\/v1\/orders\/:orderId\/changes\/:changeRequestId\/(?:withdraw|pay)$/],
  [/^POST$/, /^\/api\/v1\/orders\/:orderId\/proposals\/:proposalId\/(?:accept|refuse)$/],
  [/^POST$/, /^\/api\/v1\/requisitions\/:requisitionId\/(?:return|reject|convert)$/],
  [/^PUT$/, /^\/api\/v1\/requisitions\/:requisitionId\/lines\/:lineId\/sourcing$/],
]

export function opensForUnit(holder: Holder, need: Need, method: string, url: string): boolean {
  if (holder.kind !== 'person' || !holder.unitRole) return false
  const isOpen = openToUnits.some(([methods, urls]) => methods.test(method) && urls.test(url))
  return isOpen && mayCall({ kind: 'person', role: holder.unitRole }, need)
}

/** Where requesters learn that they submit a requisition. */
const ordering: readonly (readonly [method: RegExp, url: RegExp])[] = [
  [/^POST$/, /^\/api\/v1\/checkout(?:\/:checkoutId\/payment)?$/],
  [/^POST$/, /^\/api\/v1\/orders(?:\/validate)?$/],
  [/^POST$/, /^\/api\/v1\/requisitions\/:requisitionId\/convert$/],
]

export function leadsToOrder(method: string, url: string): boolean {
  return ordering.some(([methods, urls]) => methods.test(method) && urls.test(url))
}
