/** A person at a browser without scripts: follows redirects, keeps cookies by path, fills in forms. */
export type Page = {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type BrowsingPerson = {
  /** Follows redirects on the host of the service, and stops where one leads away from it. */
  open(url: string): Promise<Page>
  /** Sends the form whose action ends so, with its hidden fields and these. */
  submit(
    page: Page,
    action: string,
    fields?: Fields,
    headers?: Record<string, string>,
  ): Promise<Page>
  readonly cookies: Cookie[]
}

export type Fields = Readonly<Record<string, string | readonly string[]>>
type Cookie = { name: string; value: string; path: string; attributes: string }

/** `served`: what is reached at which origin. Everything else is another site. */
export function aBrowsingPerson(served: Readonly<Record<string, string>>): BrowsingPerson {
  const cookies: Cookie[] = []
  const send = async (url: string, init: RequestInit): Promise<Page> => {
    let target = url
    let request = init
    for (let hop = 0; hop < 10; hop += 1) {
      const { pathname, origin } = new URL(target)
      const at = served[origin]
      if (at === undefined) return { ...away, url: target }
      const cookie = cookies
        .filter(
          ({ path }) => pathname === path || pathname.startsWith(`${path.replace(/\/$/, '')}/`),
        )
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
      const headers = new Headers(request.headers)
      if (cookie) headers.set('cookie', cookie)
      const address = at + target.slice(origin.length)
      const response = await fetch(address, { ...request, headers, redirect: 'manual' })
      keep(cookies, response)
      const location = response.headers.get('location')
      if (!location) {
        const { status } = response
        return { url: target, status, headers: response.headers, text: await response.text() }
      }
      await response.arrayBuffer()
      if (response.status !== 303 && response.status !== 302) {
        throw new Error(`${response.status} would send a form again`)
      }
      target = new URL(location, target).href
      request = {}
    }
    throw new Error(`too many redirects: ${target}`)
  }
  return {
    cookies,
    open: (url) => send(url, {}),
    submit: (page, action, fields = {}, headers = {}) => {
      const form = formsOf(page).find((each) => each.action.endsWith(action))
      if (!form) throw new Error(`no form ${action} on ${page.url} (${page.status}):\n${page.text}`)
      const body = new URLSearchParams(form.hidden)
      for (const [name, values] of Object.entries(fields)) {
        for (const value of [values].flat()) body.append(name, value)
      }
      return send(new URL(form.action, page.url).href, {
        method: 'POST',
        body,
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      })
    },
  }
}

const away = { status: 0, headers: new Headers(), text: '' }

function keep(cookies: Cookie[], response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1),
    ]
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
    const before = cookies.findIndex((each) => each.name === name && each.path === path)
    if (before >= 0) cookies.splice(before, 1)
    if (!value || attributes.some((each) => /1970/.test(each))) continue
    cookies.push({ name, value, path, attributes: attributes.join('; ') })
  }
}

export function formsOf(page: Page): { action: string; hidden: [string, string][] }[] {
  return [...page.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', content = '']) => ({
      action,
      hidden: [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value] as [string, string],
      ),
    }),
  )
}

/** The scopes with a tick box, and whether they are ticked. */
export function boxesOf(page: Page): Map<string, boolean> {
  const boxes = page.text.matchAll(
    /<input type="checkbox" name="scope" value="([^"]*)"( checked)?>/g,
  )
  return new Map([...boxes].map(([, name = '', ticked]) => [name, ticked !== undefined]))
}
