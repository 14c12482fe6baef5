import { describe, expect, it } from 'vitest'
import { useCompanion } from '#testing/hosts/companion'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()
const companion = await useCompanion()

describe.skipIf(!chromium)('the pages on which people say what they need', () => {
  const pages = useCompanyPages(chromium as string, { AI_AGENT_BASE_URL: companion.url })
  const { aBuyer, aPart, visit, check, checkLooks } = pages

  it('lead from a message to a brief, to the cart and to a requisition of what nobody sells', async () => {
    const { person } = await aBuyer()
    await aPart({ name: 'Folding ladder Alto', onHand: 50 })
    await visit(person, '/')
    const { page } = pages
    await page.getByRole('link', { name: 'Or say in a chat what you need' }).click()
    await page.getByLabel('What do you need?').fill('3 folding ladders and 2 zeppelins')
    await page.getByRole('button', { name: 'Start a chat' }).click()
    const quantity = page.getByRole('textbox', { name: 'Quantity of folding ladders' })
    await quantity.waitFor()
    expect(await quantity.inputValue()).toBe('3')
    await quantity.fill('4')
    await quantity.press('Enter')
    await page.getByText('entered by you').waitFor()
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('To Graz')
    await message.press('Enter')
    await page.getByText('Graz, AT').waitFor()
    expect(await quantity.inputValue()).toBe('4')
    await page.getByLabel('Another item').fill(hostile)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: `Remove ${hostile}` }).click()
    await checkLooks('chat')

    await page.getByRole('button', { name: 'Confirm the brief and search' }).click()
    await page.getByText('The brief is final, and its matches are below.').waitFor()
    const ladders = page.getByRole('group', { name: 'folding ladders' })
    expect(await ladders.getByRole('radio').first().isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Add to the cart' }).click()
    await page.getByText('1 line was added to the cart.').waitFor()
    await checkLooks('chat-final')
    await page.getByRole('link', { name: 'Open the cart' }).click()
    await page.getByText('Folding ladder Alto').first().waitFor()

    await page.goBack()
    await page.getByRole('button', { name: /^Request .* without a match$/ }).click()
    await page.waitForURL(/[/]requisitions[/]\w+$/)
    await page.getByText('zeppelins').first().waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Open the requisition' }).waitFor()
    await check('/chats')
  })
})
