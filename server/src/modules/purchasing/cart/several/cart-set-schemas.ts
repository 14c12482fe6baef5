import { type Static, Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import { UnitId } from '#modules/structure'
import { CartName, SnapshotVersionQuery } from '../request-schemas.ts'
import { CartView } from '../schemas.ts'
import { toLock } from '../store.ts'
import type { CartSummary } from './cart-set-store.ts'
import { type CartShare, type ShareRight, shareRights } from './share-store.ts'

const Instant = Type.String({ format: 'date-time' })
const { snapshotVersion, currency, country, unitId, lock } = CartView.properties

export const CreateCartBody = record(
  'CreateCart',
  'The name of a new cart, and the unit for which it buys.',
  {
    name: CartName,
    unitId: Type.Optional(
      withDescription(
        UnitId,
        'A unit for which you can buy. Absent: the one for which you buy otherwise.',
      ),
    ),
  },
  { examples: [{ name: 'Workshop in Lyon' }] },
)

export const HandOverCartBody = record(
  'HandOverCart',
  'The member who gets the cart, and the version of the cart that was read.',
  {
    userId: Type.String({ minLength: 1, maxLength: 64 }),
    ...SnapshotVersionQuery.properties,
  },
  { examples: [{ userId: 'usr_01m7xb82dw3khw78phh28dvacd', expectedSnapshotVersion: 5 }] },
)

export const CartSummaryView = record(
  'CartSummary',
  'One of the carts of a person or an integration, without its lines.',
  {
    id: Type.String(),
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'Null for the cart that the first use made, until its owner names it.',
    }),
    active: Type.Boolean({ description: 'True for the cart of `/api/v1/cart`.' }),
    ownerId: Type.String({ description: 'The person or the integration whose cart it is.' }),
    right: Type.Enum(['OWN', ...shareRights], {
      description:
        'OWN: it is your cart. EDIT: a colleague shares it with you, and you change its lines. READ: you see it.',
    }),
    snapshotVersion,
    currency,
    country,
    unitId,
    lineCount: Type.Integer(),
    lock,
    createdAt: Instant,
    changedAt: Instant,
  },
  {
    examples: [
      {
        id: 'cart_01m7xb82dw3khw78phh28dvacd',
        name: 'Workshop in Lyon',
        active: false,
        ownerId: 'usr_01m7xb82dw3khw78phh28dvacd',
        right: 'OWN' as const,
        snapshotVersion: 5,
        currency: 'EUR',
        country: 'FR',
        lineCount: 3,
        lock: null,
        createdAt: '2026-01-02T03:04:05.000Z',
        changedAt: '2026-01-03T08:00:00.000Z',
      },
    ],
  },
)

/** The right of the reader is that of a share, unless the cart is the reader's own. */
export function viewCartSummary(
  row: CartSummary,
  right: 'OWN' | ShareRight = 'OWN',
): Static<typeof CartSummaryView> {
  return {
    id: row.id,
    name: row.name,
    active: right === 'OWN' && row.owner_id !== null,
    ownerId: row.owner_id ?? row.inactive_owner_id ?? '',
    right,
    snapshotVersion: row.snapshot_version,
    currency: row.currency,
    country: row.country,
    ...(row.unit_id !== null && { unitId: row.unit_id }),
    lineCount: row.line_count,
    lock: toLock(row) ?? null,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  }
}

const Right = Type.Enum([...shareRights], {
  description: 'READ: the member sees the cart. EDIT: the member changes its lines, too.',
})

export const ShareCartBody = record(
  'ShareCart',
  'What a member may do with a cart.',
  { right: Right },
  { examples: [{ right: 'EDIT' }] },
)

export const CartSharesView = record(
  'CartShares',
  'The members with whom the owner shares a cart.',
  {
    cartId: Type.String(),
    shares: Type.Array(
      record('CartShare', 'A member with whom a cart is shared.', {
        memberId: Type.String(),
        right: Right,
        sharedAt: Instant,
      }),
    ),
  },
  {
    examples: [
      {
        cartId: 'cart_01m7xb82dw3khw78phh28dvacd',
        shares: [
          {
            memberId: 'usr_01m7xb82dw3khw78phh28dvacd',
            right: 'EDIT' as const,
            sharedAt: '2026-01-03T08:00:00.000Z',
          },
        ],
      },
    ],
  },
)

export function viewShares(
  cartId: string,
  shares: readonly CartShare[],
): Static<typeof CartSharesView> {
  return {
    cartId,
    shares: shares.map(({ memberId, right, sharedAt }) => ({
      memberId,
      right,
      sharedAt: sharedAt.toISOString(),
    })),
  }
}
