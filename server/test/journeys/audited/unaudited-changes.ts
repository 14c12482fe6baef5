/** Routes that change something and write no entry, each with what tells of the change instead. */
export const exempt: readonly (readonly [RegExp, string])[] = [
  [
    / \/api\/v1\/carts?(?!\/:cartId\/(?:hand-over|shares))(?:\/|$)/,
    'what somebody means to buy commits nobody; carts have their own versions',
  ],
  [
    / \/api\/v1\/lists\/:listId\/(?:items|cart)(?:\/|$)/,
    'what somebody means to buy commits nobody; the list says when its items changed',
  ],
  [/ \/api\/v1\/checkout(?:\/|$)/, 'the checkout, the order and the ledger record a purchase'],
  [
    / \/api\/v1\/contracts\/cart-concurrency\//,
    'practice carts; the observations are kept with the certification',
  ],
  [/ \/api\/v1\/views(?:\/|$)/, 'what a person likes to see binds nobody, and the row says when'],
  [
    /^(?:POST|PUT|PATCH|DELETE) \/account\//,
    'a page calls the API, and the route of the API writes the entry',
  ],
  [/^POST \/payments\/providers\//, 'the provider speaks, nobody of ours acts; its words are kept'],
  [/^POST \/api\/v1\/(?:products\/(?:quotes|match)|fx\/convert)$/, 'asks, and changes nothing'],
  [
    /^POST \/api\/v1\/products\/stream\/tickets$/,
    'signs who asks for five minutes, and stores nothing',
  ],
  [
    /^POST \/api\/v1\/ads\/auctions$/,
    'asks for places; the auction has a record of its own, and a charge is a click',
  ],
  [
    /^PUT \/api\/v1\/ads\/controls$/,
    'what a person wants to see binds nobody else, and the row says when',
  ],
  [
    /^POST \/api\/v1\/llm\/chat\/completions$/,
    'a question; its attempt says who asked and what it cost',
  ],
  [
    /^POST \/api\/v1\/crawls\/:crawlId\/reconnect$/,
    'looks at a run; one whose worker was lost counts that itself',
  ],
  [/^POST \/admin\/crawls\/sources\/:sourceId\/mapping\/preview$/, 'asks, and changes nothing'],
  [
    /^POST \/api\/v1\/company\/(?:cost-centers|gl-accounts|projects)\/imports\/preview$/,
    'asks, and changes nothing',
  ],
  [/^POST \/api\/v1\/orders\/validate$/, 'asks, and changes nothing'],
  [/^POST \/api\/v1\/automations\/:automationId\/dry-run$/, 'asks, and changes nothing'],
  [/^POST \/api\/v1\/notifications\/:notificationId\/read$/, 'the notification says when'],
  [/^POST \/api\/v1\/orders\/:orderId\/reorder$/, 'fills a cart, which commits nobody'],
  [/ \/api\/v1\/searches(?:\/|$)/, 'a question and its answers, which their own record tells of'],
  [/ \/api\/v1\/chat(?:\/|$)/, 'a conversation is its own record, and it commits nobody'],
  [/^POST \/auth\/refresh$/, 'the same session goes on; a token that comes twice is an entry'],
  [/^POST \/auth\/logout$/, 'the row of the session records its end'],
  [
    /^POST \/auth\/(?:login|factors|step-up)\/?(?:passkeys?)?\/?passkey\/options$/,
    'a question that waits',
  ],
  [
    /^POST \/auth\/(?:login\/passkey|step-up\/passkey|factors\/passkeys)\/options$/,
    'a question that waits',
  ],
  [
    / \/auth\/(?:login\/passkey|factors\/passkeys)(?:\/|$)/,
    'needs a device; sessions/factors.test.ts reads its entries',
  ],
  [
    /^POST \/auth\/login\/second-factor$/,
    'the second half of a sign-in; sessions/factors.test.ts reads its entries',
  ],
  [
    /^POST \/auth\/login\/mail-code$/,
    'needs the code of a mail; sessions/totp-lock.test.ts reads its entry',
  ],
  [/^POST \/auth\/factors\/totp$/, 'counts once a code has confirmed it, and that is an entry'],
  [
    /^POST \/auth\/password\/reset-request$/,
    'answers the same for everybody; the worker that finds the account writes the entry, and sessions/passwords.test.ts reads it',
  ],
  [
    /^POST \/auth\/password\/reset$/,
    'needs the token of a mail; sessions/passwords.test.ts reads its entries',
  ],
  [
    /^POST \/auth\/invitations\//,
    'needs the token of a mail; members/invitations.test.ts reads its entries',
  ],
  [/ \/auth\/authorized-apps\//, 'needs a consent; oauth-consent.test.ts reads its entry'],
  [/ \/oauth\//, 'protocol of partner apps; oauth-apps.test.ts reads its entries'],
  [/ \/admin\/(?:session|api)/, 'the door of the pages: what goes through it is the API’s to tell'],
]
