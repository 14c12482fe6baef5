import assert from 'node:assert/strict'
import { newId } from '#kernel/id'
import type { Database } from '#platform/db'
import { aProduct } from '#testing/catalog'
import type { Product } from '../product.ts'
import { findProduct } from '../read-store.ts'
import type { ProductSource } from './deps.ts'

/** A source outside the catalogue that finds what a test says, when it says so. */
export type Drip = {
  readonly source: ProductSource
  /** The products are found now. */
  give(...products: readonly Product[]): void
  /** It has no more. */
  finish(): void
  fail(error: Error): void
  /** How often it was asked. */
  readonly asked: number
}

type Word = readonly Product[] | 'end' | Error

/** Asked again, it begins anew, as a source does that keeps no place. */
export function aDrip(): Drip {
  const words: Word[] = []
  const waiting = new Set<() => void>()
  let asked = 0
  const say = (word: Word) => {
    words.push(word)
    for (const go of waiting) go()
    waiting.clear()
  }
  return {
    source: async function* drip() {
      asked += 1
      for (let at = 0; ; at += 1) {
        while (at >= words.length) await new Promise<void>((go) => waiting.add(go))
        const word = words[at]
        if (word instanceof Error) throw word
        if (word === 'end' || word === undefined) return
        yield word
      }
    },
    give: (...products) => say(products),
    finish: () => say('end'),
    fail: say,
    get asked() {
      return asked
    },
  }
}

/** Products that the catalogue does not hold. */
export async function outsideProducts(database: Database, count: number): Promise<Product[]> {
  const { id } = await aProduct(database)
  const product = await findProduct(database.pool, id)
  assert(product)
  return Array.from({ length: count }, () => ({ ...product, id: newId('prd', new Date()) }))
}
