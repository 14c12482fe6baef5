import { hash } from 'node:crypto'
import type { ImportedProduct } from './imported-product.ts'

/**
 * Stands for what a record says of its product. The stock is not in it: it is sold between two files, and compared by
 * itself.
 */
export function digestOf({ onHand: _, ...said }: ImportedProduct): string {
  return hash('sha256', JSON.stringify(said), 'base64url').slice(0, 27)
}
