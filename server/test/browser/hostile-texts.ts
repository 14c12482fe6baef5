import type { Page } from 'playwright-core'

const mark = 'intruder'
const payload = `"><img src="${mark}" onerror="document.title='${mark}'"><script>document.title='${mark}'</script>`

/** Texts that a program chose: states, ids, instants, amounts and codes. A page may compare them. */
const chosen =
  /^(?:[A-Z][A-Z0-9_]*|[a-z]{2,6}_[0-9a-z]{26}|\d{4}-\d\d-\d\d.*|-?\d+(?:\.\d+)?|[a-z]+(?:[._-][a-z0-9]+)*|[a-z]+[A-Za-z0-9]*|\/.*)$/
/** Fields in which people write, whatever they wrote. */
const written =
  /^(?:name|.*Name|subject|message|note|reason|summary|title|description|text|email|lastError|poNumber|url|fileName|street|city|line[12]|company)$/

export type HostileTexts = {
  /** Elements of the payload that became a part of the page. */
  intruders(): Promise<string[]>
  /** How many texts were replaced so far. */
  replaced(): number
  /** How often a page has shown the payload as text. */
  seen(): number
}

/** From now on, each text of a person that the API answers is an attempt to get a script into the page. */
export async function withHostileTexts(page: Page): Promise<HostileTexts> {
  let replaced = 0
  let seen = 0
  const hostile = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => hostile(item, name))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, hostile(own, key)]))
    }
    if (typeof value !== 'string' || (chosen.test(value) && !written.test(name))) return value
    replaced += 1
    return name === 'url' || name.endsWith('Url') ? `javascript:${payload}` : `${payload}${value}`
  }
  await page.route('**/admin/operations/stream*', (route) => route.abort())
  await page.route('**/admin/api/**', async (route) => {
    const answer = await route.fetch()
    if (!answer.headers()['content-type']?.includes('json'))
      return route.fulfill({ response: answer })
    return route.fulfill({ response: answer, json: hostile(await answer.json()) })
  })
  return {
    replaced: () => replaced,
    seen: () => seen,
    intruders: async () => {
      const { text, elements } = await page.locator('html').evaluate((root, name) => {
        const selector = `img[src="${name}"], script:not([src]), a[href^="javascript:"]`
        const elements = [...root.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML)
        return { text: root.textContent ?? '', elements }
      }, mark)
      if (text.includes(payload)) seen += 1
      const isTitled = (await page.title()) === mark
      return isTitled ? [...elements, 'a script ran'] : elements
    },
  }
}
