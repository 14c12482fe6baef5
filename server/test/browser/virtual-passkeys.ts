import type { CDPSession, Page } from 'playwright-core'

/** Chromium's own authenticator, in software: what a laptop with a fingerprint reader has built in. */
export type VirtualPasskeys = {
  /** Whether its owner unlocks it when asked. */
  unlocks(willing: boolean): Promise<void>
  count(): Promise<number>
}

export async function plugInPasskeys(page: Page): Promise<VirtualPasskeys> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    unlocks: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    count: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}

/** As a page of a client does it: the service's question in, the answer for the service out. */
export function createPasskey(page: Page, question: object): Promise<object> {
  return inPage(page, 'create', 'parseCreationOptionsFromJSON', question)
}

export function usePasskey(page: Page, question: object): Promise<object> {
  return inPage(page, 'get', 'parseRequestOptionsFromJSON', question)
}

/** As text: the browser's own names mean nothing to the compiler of a server. */
function inPage(page: Page, ask: string, read: string, question: object): Promise<object> {
  return page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.${read}(${JSON.stringify(question)})
    return (await navigator.credentials.${ask}({ publicKey })).toJSON()
  })()`)
}
