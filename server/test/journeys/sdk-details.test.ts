import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { useWorld } from './world.ts'

/** A program that uses the SDK: `npm run check` checks its types, and this test runs it. */
const program = fileURLToPath(new URL('../../../sdk/test/print-refusals.ts', import.meta.url))
const world = await useWorld()

it('the details of a refusal have the shape that the SDK knows for their code', async () => {
  const { apiKey } = await world.company()
  const product = await aProduct(world.parts.platform.database, { onHand: 5 })

  const args = [program, world.baseUrl, apiKey, product.id]
  const { stdout } = await promisify(execFile)(process.execPath, args)

  expect(JSON.parse(stdout)).toEqual({
    isCurrent: true,
    orderId: 'ord_00000000000000000000000000',
    hasNone: true,
  })
}, 60_000)
