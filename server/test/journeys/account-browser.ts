/** What a page answered to a browser that runs no script. */
export type PageAnswer = {
  readonly status: number
  readonly location: string | undefined
  readonly html: string
  readonly headers: Headers
}

export type AccountBrowser = {
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>
  /** Sends a form as a page of ours does. */
  submit(
    path: string,
    form: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<PageAnswer>
  signIn(person: { email: string; password: string }, returnTo?: string): Promise<PageAnswer>
  cookie(): string
  setCookie(value: string): void
}

const cookieName = 'purveyor_account'

/** A browser with a jar for the one cookie of the account pages. */
export function anAccountBrowser(baseUrl: string): AccountBrowser {
  let cookie = ''
  const send = async (path: string, init: RequestInit): Promise<PageAnswer> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie === '' ? {} : { cookie: `${cookieName}=${cookie}` }) },
    })
    for (const each of answer.headers.getSetCookie()) {
      const [, value] = /^purveyor_account=([^;]*)/.exec(each) ?? []
      cookie = value ?? cookie
    }
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? undefined,
      html: await answer.text(),
      headers: answer.headers,
    }
  }
  const submit: AccountBrowser['submit'] = (path, form, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: new URLSearchParams(form).toString(),
    })
  return {
    get: (path, headers = {}) => send(path, { headers }),
    submit,
    signIn: ({ email, password }, returnTo = '/account') =>
      submit('/account/sign-in', { email, password, returnTo }),
    cookie: () => cookie,
    setCookie: (value) => {
      cookie = value
    },
  }
}

/** The value of a hidden field of the page. */
export function fieldOf({ html }: PageAnswer, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
}
