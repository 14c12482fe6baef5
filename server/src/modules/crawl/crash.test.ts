import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { crawlRound } from '../../../test/model/crawl-round.ts'

const database = await useDatabase()
const seconds = 60

it('a crawl whose workers are killed at random for a minute reads every page, stores each once, and ends', async () => {
  const { pages, kills, redispatches } = await crawlRound(database.url, seconds)
  expect(pages).toBeGreaterThan(100)
  expect(kills).toBeGreaterThan(3)
  expect(redispatches).toBeGreaterThan(0)
}, 400_000)
