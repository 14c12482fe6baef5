import { accountLayout, html } from './layout.ts'
import type { AccountWords } from './words.ts'

export type FrontPage = {
  /** Where operators sign in, if this service has their pages. */
  readonly operatorPages: string | undefined
}

/** The page at the bare address of the service: who it is, and where its people and integrators go on. */
export function frontPage(words: AccountWords, { operatorPages }: FrontPage): string {
  const { t } = words
  const links = [
    { to: '/account', name: t('front.signIn'), about: t('front.signInAbout') },
    ...(operatorPages === undefined
      ? []
      : [{ to: operatorPages, name: t('front.operators'), about: t('front.operatorsAbout') }]),
    { to: '/docs/', name: t('front.guides'), about: t('front.guidesAbout') },
    { to: '/docs/api', name: t('front.reference'), about: t('front.referenceAbout') },
  ]
  return accountLayout(
    words,
    t('front.title'),
    html`<h1>${t('front.title')}</h1>
<ul class="plain">${links.map(
      ({ to, name, about }) =>
        html`<li><a href="${to}">${name}</a><br><span class="small quiet">${about}</span></li>`,
    )}</ul>`,
  )
}
