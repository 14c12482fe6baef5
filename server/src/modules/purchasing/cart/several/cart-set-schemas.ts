import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { CartName, CartView, SnapshotVersionQuery } from '../schemas.ts'
import { toLock } from '../store.ts'
import type { CartSummary } from './cart-set-store.ts'

const Instant = Type.String({ format: 'date-time' })
const { snapshotVersion, currency, country, lock } = CartView.properties

export const CreateCartBody = record(
  'CreateCart',
  'The name of a new cart.',
  { name: CartName },
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
    snapshotVersion,
    currency,
    country,
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

export function viewCartSummary(row: CartSummary): Static<typeof CartSummaryView> {
  return {
    id: row.id,
    name: row.name,
    active: row.owner_id !== null,
    snapshotVersion: row.snapshot_version,
    currency: row.currency,
    country: row.country,
    lineCount: row.line_count,
    lock: toLock(row) ?? null,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  }
}
