import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { unitPrice } from '#kernel/money'
import { numberOf, quantityOf } from '#kernel/quantity'
import type { Cart, CartChange, CartOwner, ChangeOutcome } from '../cart.ts'
import { lockForCheckout, removeBoughtLines, unlockAfterCheckout } from '../checkout.ts'
import { findCart, insertCartOnce } from '../store.ts'
import { applyChange } from './change-store.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase({ poolMax: 40 })
let owners = 0

describe('simultaneous changes of one cart', () => {
  it('let exactly one of twenty changes of a line succeed', async () => {
    const owner = await aCart()
    const line = await addLine(owner, 'prd_bolt')

    const outcomes = await Promise.all(
      range(20).map((quantity) => applyTo(owner, aQuantityChange(line.id, quantity + 1, 1))),
    )

    expect(outcomes.filter(({ state }) => state === 'CHANGED')).toHaveLength(1)
    expect(outcomes.filter(({ state }) => state === 'CONFLICT')).toHaveLength(19)
    expect(outcomes).toContainEqual({ state: 'CONFLICT', current: 2 })
    const cart = await readCart(owner)
    expect(cart.lines[0]?.itemVersion).toBe(2)
    expect(cart.snapshotVersion).toBe(3)
  })

  it('let changes of different lines succeed, each with its own snapshot version', async () => {
    const owner = await aCart()
    const lines = await Promise.all(range(20).map((n) => addLine(owner, `prd_${n}`)))

    const outcomes = await Promise.all(
      lines.map(({ id }) => applyTo(owner, aQuantityChange(id, 5, 1))),
    )

    expect(new Set(outcomes.map(versionOf)).size).toBe(20)
    const cart = await readCart(owner)
    expect(cart.snapshotVersion).toBe(41)
    expect(cart.lines.map(({ quantity }) => quantity)).toEqual(range(20).map(() => 5_000n))
  })

  it('add a product once', async () => {
    const owner = await aCart()

    const outcomes = await Promise.all(range(12).map(() => applyTo(owner, anAddition('prd_same'))))

    expect(outcomes.filter(({ state }) => state === 'CHANGED')).toHaveLength(1)
    expect(outcomes.filter(({ state }) => state === 'EXISTS')).toHaveLength(11)
    expect((await readCart(owner)).lines).toHaveLength(1)
  })

  it('keep the limit of 500 lines', async () => {
    const owner = await aCart()
    for (let batch = 0; batch < 17; batch += 1) {
      await Promise.all(range(30).map((n) => applyTo(owner, anAddition(`prd_${batch}_${n}`))))
    }

    const cart = await readCart(owner)
    expect(cart.lines).toHaveLength(500)
    expect(cart.snapshotVersion).toBe(501)
    expect(await applyTo(owner, anAddition('prd_more'))).toEqual({ state: 'FULL' })
    expect(await applyTo(owner, anAddition(cart.lines[0]?.productId ?? ''))).toMatchObject({
      state: 'EXISTS',
    })
  })

  it('clear the lines of the given version and no line that came later', async () => {
    for (let round = 0; round < 20; round += 1) {
      const owner = await aCart()
      await addLine(owner, 'prd_first')
      // Guesses the version that the concurrent addition is about to make.
      const [, clearOutcome] = await Promise.all([
        applyTo(owner, anAddition('prd_second')),
        applyTo(owner, { kind: 'clear', expectedSnapshotVersion: 3 }),
      ])
      const cart = await readCart(owner)
      expect(cart.lines).toHaveLength(clearOutcome?.state === 'CHANGED' ? 0 : 2)
    }
  })

  it('return the resulting cart when no other change came between', async () => {
    const owner = await aCart()
    const applyAlone = async (change: CartChange) => {
      const outcome = await applyTo(owner, change)
      const cart = outcome.state === 'CHANGED' ? outcome.cart : undefined
      expect(cart).toEqual(await readCart(owner))
      return cart?.lines.map(({ productId, quantity }) => `${productId} ${numberOf(quantity)}`)
    }
    expect(await applyAlone(anAddition('prd_1'))).toEqual(['prd_1 1'])
    expect(await applyAlone(anAddition('prd_2'))).toEqual(['prd_1 1', 'prd_2 1'])
    const [firstLine, secondLine] = (await readCart(owner)).lines
    expect(await applyAlone(aQuantityChange(secondLine?.id ?? '', 8, 1))).toEqual([
      'prd_1 1',
      'prd_2 8',
    ])
    const removal = {
      kind: 'remove_item',
      itemId: firstLine?.id ?? '',
      expectedItemVersion: 1,
    } as const
    expect(await applyAlone(removal)).toEqual(['prd_2 8'])
    const place = { currency: 'USD', country: undefined, expectedSnapshotVersion: 5 }
    expect(await applyAlone({ kind: 'set_place', ...place })).toEqual(['prd_2 8'])
    expect(await applyAlone({ kind: 'clear', expectedSnapshotVersion: 6 })).toEqual([])
  })

  it('never return a state that the cart never had', async () => {
    const owner = await aCart()
    const outcomes = await Promise.all(range(40).map((n) => applyTo(owner, anAddition(`prd_${n}`))))
    for (const outcome of outcomes) {
      if (outcome.state !== 'CHANGED' || !outcome.cart) continue
      // Each addition makes one line and one version, beginning at version 1 without a line.
      expect(outcome.cart.lines).toHaveLength(outcome.snapshotVersion - 1)
    }
    const { lines } = await readCart(owner)
    expect(lines).toHaveLength(40)
  })

  it('create one cart for any number of first uses', async () => {
    const owner: CartOwner = { companyId: 'co_1', ownerId: 'usr_first_use' }
    await Promise.all(
      range(16).map(() =>
        insertCartOnce(database.pool, {
          owner,
          id: newId('cart', now),
          currency: 'EUR',
          country: 'DE',
          now,
        }),
      ),
    )
    expect(await readCart(owner)).toMatchObject({ snapshotVersion: 1, lines: [] })
  })
})

describe('a checkout that starts among changes', () => {
  it('takes exactly the cart of its version and refuses every later change', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await aCart()
      const actor = { companyId: owner.companyId, id: owner.ownerId } as Parameters<
        typeof lockForCheckout
      >[1]
      const lines = await Promise.all(range(8).map((n) => addLine(owner, `prd_${n}`)))
      const expectedSnapshotVersion = (await readCart(owner)).snapshotVersion

      const [lockResult, ...outcomes] = await Promise.all([
        database
          .transaction((tx) =>
            lockForCheckout(tx, actor, { expectedSnapshotVersion, checkoutId: 'chk_1' }),
          )
          .catch((error: unknown) => error),
        ...lines.map(({ id }) => applyTo(owner, aQuantityChange(id, 9, 1))),
      ])

      const changedCount = outcomes.filter(({ state }) => state === 'CHANGED').length
      if (lockResult instanceof Error) {
        expect(lockResult).toMatchObject({ code: 'cart.version_conflict' })
        expect(changedCount).toBe(8)
      } else {
        // Had any change come first, the version would have moved and the checkout been refused.
        expect(changedCount).toBe(0)
        expect(outcomes.every(({ state }) => state === 'LOCKED')).toBe(true)
      }
    }
  })

  it('unlocks the cart once and leaves later lines alone', async () => {
    const owner = await aCart()
    const { companyId } = owner
    const actor = { companyId, id: owner.ownerId } as Parameters<typeof lockForCheckout>[1]
    await addLine(owner, 'prd_bought')
    const checkout = { expectedSnapshotVersion: 2, checkoutId: 'chk_2' }

    const cartTaken = await database.transaction((tx) => lockForCheckout(tx, actor, checkout))
    const secondResult = await database.transaction((tx) => lockForCheckout(tx, actor, checkout))
    expect([cartTaken.alreadyLocked, secondResult.alreadyLocked]).toEqual([false, true])
    expect(secondResult.lines).toEqual(cartTaken.lines)

    const boughtLines = { checkoutId: 'chk_2', lines: cartTaken.lines, now }
    const remove = () =>
      database.transaction(async (tx) =>
        removeBoughtLines(tx, companyId, cartTaken.cartId, boughtLines),
      )
    await remove()
    expect(await readCart(owner)).toMatchObject({ snapshotVersion: 3, lock: undefined, lines: [] })
    await addLine(owner, 'prd_bought')
    await remove()
    expect(
      await database.transaction((tx) =>
        unlockAfterCheckout(tx, companyId, cartTaken.cartId, 'chk_2'),
      ),
    ).toBe('ALREADY_RELEASED')
    expect(await readCart(owner)).toMatchObject({ snapshotVersion: 4, lines: [{ itemVersion: 1 }] })
  })
})

async function aCart(): Promise<CartOwner> {
  owners += 1
  const owner: CartOwner = { companyId: 'co_1', ownerId: `usr_${owners}` }
  const id = newId('cart', now)
  await insertCartOnce(database.pool, { owner, id, currency: 'EUR', country: 'DE', now })
  return owner
}

async function addLine(owner: CartOwner, productId: string) {
  await applyTo(owner, anAddition(productId))
  const line = (await readCart(owner)).lines.find((item) => item.productId === productId)
  if (!line) throw new Error(`${productId} was not added`)
  return line
}

async function readCart(owner: CartOwner): Promise<Cart> {
  const cart = await findCart(database.pool, owner)
  if (!cart) throw new Error('no cart')
  return cart
}

function applyTo(owner: CartOwner, change: CartChange): Promise<ChangeOutcome> {
  return applyChange(database.pool, owner, change, now)
}

function anAddition(productId: string): CartChange {
  const prices = [{ minQuantity: 1_000n, unitPrice: unitPrice('2.5', 'EUR') }]
  return { kind: 'add_item', itemId: newId('itm', now), productId, quantity: 1_000n, prices }
}

function aQuantityChange(
  itemId: string,
  quantity: number,
  expectedItemVersion: number,
): CartChange {
  return {
    kind: 'change_quantity',
    itemId,
    quantity: quantityOf(quantity),
    expectedItemVersion,
  }
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const versionOf = (outcome: ChangeOutcome) =>
  outcome.state === 'CHANGED' ? outcome.snapshotVersion : undefined
