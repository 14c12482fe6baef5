import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Quoter } from '#modules/quotes'
import type { Structure } from '#modules/structure'
import type { DocumentTotals } from '#modules/totals'
import type { Database, Tx } from '#platform/db'
import type { WhichCart } from './cart.ts'
import {
  abandonCertification,
  type CertificationReport,
  type CompanyDefaults,
  openCertification,
  readCertification,
} from './certification/certifications.ts'
import { createClients } from './certification/client.ts'
import {
  type ContractStatus,
  listUnvalidatedClients,
  type UnvalidatedClient,
} from './certification/contract-store.ts'
import { type AddItemsOptions, addItems, type ItemsAdded } from './changing/add-items.ts'
import { addItem, changeCart } from './changing/change-cart.ts'
import { type Put, preparePut } from './changing/put-into-cart.ts'
import type { AddItem, ChangeRequest, Expected } from './changing/requests.ts'
import {
  type Bought,
  type CartTaken,
  type CheckoutLock,
  type CheckoutOfCart,
  lockForCheckout,
  type Release,
  removeBoughtLines,
  setLockState,
  unlockAfterCheckout,
} from './checkout.ts'
import type { QuotedCart } from './quoted-cart.ts'
import { readCart } from './read-cart.ts'
import { activateCart, createCart, deleteCart } from './several/cart-set.ts'
import type { CartSummary } from './several/cart-set-store.ts'
import { type HandOver, type HandOverDeps, handOverCart } from './several/hand-over-cart.ts'
import { endShare, reachCart, readShares, shareCart } from './several/share-cart.ts'
import type { CartShare } from './several/share-store.ts'

export type Carts = {
  /** Creates the cart on first use. */
  read(actor: Actor, which?: WhichCart): Promise<QuotedCart>
  addItem(actor: Actor, item: AddItem, which?: WhichCart): Promise<QuotedCart>
  /** Adds what can be added, and returns the reasons for the rest. With all or nothing, adds all products or none. */
  addItems(actor: Actor, items: readonly AddItem[], options?: AddItemsOptions): Promise<ItemsAdded>
  /** Every other change: all of them name the version that they expect. */
  change(actor: Actor, request: ChangeRequest, which?: WhichCart): Promise<QuotedCart>

  /** A new cart is active only if the actor has no other. */
  create(
    actor: Actor,
    cart: { readonly name: string; readonly unitId?: string | undefined },
  ): Promise<CartSummary>
  activate(actor: Actor, cartId: string): Promise<void>
  delete(actor: Actor, cartId: string, expected: Expected): Promise<CartSummary>
  handOver(actor: Actor, cartId: string, handOver: HandOver): Promise<CartSummary>
  /** With whom the actor shares a cart. */
  shares(actor: Actor, cartId: string): Promise<CartShare[]>
  share(
    actor: Actor,
    cartId: string,
    share: Pick<CartShare, 'memberId' | 'right'>,
  ): Promise<CartShare[]>
  endShare(actor: Actor, cartId: string, memberId: string): Promise<void>

  /** For automations that act for a person: looks the products up, and returns the participant that puts the products in. */
  preparePut(actor: Actor, items: readonly AddItem[]): Promise<Put>

  lockForCheckout(tx: Tx, actor: Actor, checkout: CheckoutOfCart): Promise<CartTaken>
  setLockState(tx: Tx, companyId: Id<'co'>, cartId: string, lock: CheckoutLock): void
  removeBoughtLines(tx: Tx, companyId: Id<'co'>, cartId: string, bought: Bought): void
  unlockAfterCheckout(
    tx: Tx,
    companyId: Id<'co'>,
    cartId: string,
    checkoutId: string,
  ): Promise<Release>

  /** Undefined for people, who are no clients of a contract. */
  contractStatus(actor: Actor): Promise<ContractStatus | undefined>
  listUnvalidatedClients(page: UnvalidatedPage): Promise<UnvalidatedClient[]>
  openCertification(actor: Actor): Promise<CertificationReport>
  readCertification(actor: Actor, certificationId: string): Promise<CertificationReport>
  abandonCertification(actor: Actor, certificationId: string): Promise<CertificationReport>
}

export type UnvalidatedPage = {
  readonly after?: { readonly companyId: string; readonly clientId: string }
  readonly limit: number
}

export type CartDeps = Pick<HandOverDeps, 'reach' | 'isMailTaken' | 'findMember'> & {
  readonly database: Database
  readonly quoter: Pick<Quoter, 'quote'>
  /** The currency and country that a company's carts start with, and its time zone. */
  readonly companyOf: (companyId: string) => Promise<CompanyDefaults>
  /** The totals of carts, with their taxes. */
  readonly totals: DocumentTotals
  /** The cost centres, GL accounts and projects that the company lists. */
  readonly structure: Pick<Structure, 'refusalOfCodes'>
  readonly now: () => Date
}

export function createCarts(cartDeps: CartDeps): Carts {
  const { pool } = cartDeps.database
  const clients = createClients(pool, cartDeps.now)
  const deps = { ...cartDeps, clients }
  return {
    read: async (actor, which = {}) =>
      readCart(deps, actor, await reachCart(deps, actor, which, 'READ')),
    addItem: async (actor, item, which = {}) =>
      addItem(deps, actor, item, await reachCart(deps, actor, which, 'EDIT')),
    addItems: async (actor, items, { allOrNothing, ...which } = {}) =>
      addItems(deps, actor, items, {
        allOrNothing,
        ...(await reachCart(deps, actor, which, 'EDIT')),
      }),
    change: async (actor, request, which = {}) => {
      const need = request.kind === 'set_place' ? 'OWN' : 'EDIT'
      return changeCart(deps, actor, request, await reachCart(deps, actor, which, need))
    },
    create: (actor, cart) => createCart(deps, actor, cart),
    activate: async (actor, cartId) => {
      await reachCart(deps, actor, { cartId }, 'OWN')
      await activateCart(deps, actor, cartId)
    },
    delete: async (actor, cartId, expected) => {
      await reachCart(deps, actor, { cartId }, 'OWN')
      return deleteCart(deps, actor, cartId, expected)
    },
    handOver: async (actor, cartId, handOver) => {
      await reachCart(deps, actor, { cartId }, 'OWN')
      return handOverCart(deps, actor, cartId, handOver)
    },
    shares: (actor, cartId) => readShares(deps, actor, cartId),
    share: (actor, cartId, share) => shareCart(deps, actor, cartId, share),
    endShare: (actor, cartId, memberId) => endShare(deps, actor, cartId, memberId),
    preparePut: (actor, items) => preparePut(deps, actor, items),
    lockForCheckout,
    setLockState,
    removeBoughtLines,
    unlockAfterCheckout,
    contractStatus: clients.status,
    listUnvalidatedClients: (page) => listUnvalidatedClients(pool, page),
    openCertification: (actor) => openCertification(deps, actor),
    readCertification: (actor, id) => readCertification(deps, actor, id),
    abandonCertification: (actor, id) => abandonCertification(deps, actor, id),
  }
}
