/** What `npm run mutate` changes, and the tests that have to notice it. Paths are below `server/src`. */
export type MutatedModule = {
  readonly files: readonly string[]
  /** Tests of the same folder. Each mutant runs those that reach it. */
  readonly tests: readonly string[]
  /** Mutants that no test can notice, as `file: before => after`, each with its reason. */
  readonly equivalent?: Readonly<Record<string, string>>
}

const totals = 'modules/purchasing/totals'
const tax = 'modules/base/tax'
const approvals = 'modules/purchasing/approvals'
const cart = 'modules/purchasing/cart/changing'
const budgets = 'modules/purchasing/budgets'
const checkout = 'modules/purchasing/checkout'
const payments = 'modules/purchasing/payments'
const robots = 'modules/catalogue/crawl/robots'
const receivers = 'modules/connections/webhooks/receivers'

/** Each file has its tests beside it. */
function besideEach(folder: string, names: readonly string[]): MutatedModule {
  return {
    files: names.map((name) => `${folder}/${name}.ts`),
    tests: names.map((name) => `${folder}/${name}.test.ts`),
  }
}

export const mutatedModules: Readonly<Record<string, MutatedModule>> = {
  money: {
    files: ['kernel/money.ts'],
    tests: ['kernel/money.test.ts'],
    equivalent: {
      'kernel/money.ts: numerator < 0n => numerator <= 0n': 'The sign of zero changes nothing.',
      'kernel/money.ts: 2n * sign => 2n / sign': 'The sign is 1 or -1.',
      'kernel/money.ts: minor < 0n => minor <= 0n': 'Minus zero is zero.',
    },
  },
  totals: {
    files: [
      'amounts',
      'compute-totals',
      'discount',
      'group-tax',
      'shipping-cost',
      'taken-off',
      'total-lines',
    ].map((name) => `${totals}/${name}.ts`),
    tests: ['compute-totals', 'discount', 'group-tax', 'taken-off', 'total-lines'].map(
      (name) => `${totals}/${name}.test.ts`,
    ),
  },
  tax: {
    files: ['tax-of', 'territory', 'vat-id'].map((name) => `${tax}/${name}.ts`),
    tests: ['tax-of', 'territory', 'vat-id'].map((name) => `${tax}/${name}.test.ts`),
  },
  budgets: {
    files: [`${budgets}/budget.ts`],
    tests: [`${budgets}/budget.test.ts`],
  },
  // What may be paid, cancelled or refunded, and what happens next.
  checkout: {
    ...besideEach(checkout, [
      'attempt',
      'finishing/may-cancel',
      'finishing/payment-outcome',
      'paying/check-payable',
      'paying/may-pay',
      'refunding/unordered-payment',
      'watch/next-step',
      'watch/stuck-cause',
    ]),
    equivalent: {
      [`${checkout}/finishing/payment-outcome.ts: failingSince !== undefined => true`]:
        'A comparison of undefined with a time is false.',
    },
  },
  'checkout-goods': {
    ...besideEach(`${checkout}/placing`, ['arrange-deliveries', 'check-goods', 'goods-lines']),
    equivalent: {
      [`${checkout}/placing/arrange-deliveries.ts: requestedDate !== undefined => true`]:
        'A comparison of undefined with a date is false.',
      [`${checkout}/placing/check-goods.ts: arranged.deliveries[delivery]?.shipTo => arranged.deliveries[delivery].shipTo`]:
        'Each part names a delivery of its arrangement.',
      [`${checkout}/placing/check-goods.ts: '' => "Stryker was here!"`]:
        'Each part names a delivery of its arrangement.',
      [`${checkout}/placing/check-goods.ts: unavailable === undefined => false`]:
        'An answer leaves out what is undefined.',
      [`${checkout}/placing/check-goods.ts: parts[at]?.delivery => parts[at].delivery`]:
        'Each line of the goods has a part.',
    },
  },
  'checkout-terms': {
    ...besideEach(`${checkout}/placing`, [
      'check-addresses',
      'check-order',
      'required-references',
      'spending',
      'trim-references',
    ]),
    equivalent: {
      [`${checkout}/placing/trim-references.ts: typeof value === 'string' => true`]:
        'A reference is a text, or absent and stays absent.',
      [`${checkout}/placing/required-references.ts: field === 'costCenter' => true`]:
        'A delivery has no other reference.',
    },
  },
  ledger: {
    files: [`${payments}/step.ts`, `${payments}/payment.ts`],
    tests: [`${payments}/step.test.ts`],
  },
  signature: {
    files: [`${receivers}/signature.ts`],
    tests: [`${receivers}/signature.test.ts`],
    equivalent: {
      [`${receivers}/signature.ts: 'utf8' => ""`]: 'UTF-8 is what Node takes without a name.',
    },
  },
  seal: {
    files: ['seal', 'keys', 'address-signer'].map((name) => `platform/seal/${name}.ts`),
    tests: ['seal', 'keys', 'address-signer'].map((name) => `platform/seal/${name}.test.ts`),
  },
  robots: {
    files: ['path-pattern', 'robots'].map((name) => `${robots}/${name}.ts`),
    tests: [`${robots}/robots.test.ts`],
    equivalent: {
      [`${robots}/path-pattern.ts: '' => "Stryker was here!"`]: 'A split text has a first part.',
      [`${robots}/path-pattern.ts: code.toUpperCase() => code.toLowerCase()`]:
        'Patterns and paths are spelled by the same function.',
      [`${robots}/path-pattern.ts: at < text.length => at <= text.length`]:
        'There is no character behind the text, so nothing matches it.',
      [`${robots}/robots.ts: false => true`]: 'Without a group the names begin one anyway.',
      [`${robots}/robots.ts: [] => ["Stryker was here"]`]: 'Tokens have no capitals.',
      [`${robots}/robots.ts: colon < 0 => colon <= 0`]: 'Both give a line without a name.',
      [`${robots}/robots.ts: { name: '', value: '' } => {}`]: 'No line is looked for by this name.',
    },
  },
  approvals: {
    files: [
      'deputies/deputy',
      'requests/added-approver',
      'requests/deadline',
      'requests/keep-approvals',
      'requests/plan-steps',
      'requests/planned-step',
      'requests/request',
      'requests/seats',
      'requests/step-approval',
      'requests/who-may-decide',
      'rules/condition-fields',
      'rules/rule-from-input',
    ].map((name) => `${approvals}/${name}.ts`),
    tests: [
      'deputies/deputy',
      'requests/added-approver',
      'requests/deadline',
      'requests/keep-approvals',
      'requests/plan-steps',
      'requests/seats',
      'requests/step-approval',
      'requests/who-may-decide',
      'rules/condition-fields',
      'rules/rule-from-input',
    ].map((name) => `${approvals}/${name}.test.ts`),
    equivalent: {
      [`${approvals}/requests/deadline.ts: hours === undefined => false`]:
        'A time that is not a number is not before the deadline either.',
      [`${approvals}/requests/step-approval.ts: steps[step]?.ruleId => steps[step].ruleId`]:
        'Each vote is of a step of its request.',
    },
  },
  'cart-versions': {
    files: ['change-outcome', 'change-store', 'expected-version', 'insert-lines'].map(
      (name) => `${cart}/${name}.ts`,
    ),
    tests: ['change-outcome', 'distinct-lines', 'expected-version', 'versions'].map(
      (name) => `${cart}/${name}.test.ts`,
    ),
    equivalent: {
      [`${cart}/change-outcome.ts: row?.item_version => row.item_version`]:
        'A change without a row has its outcome before.',
      [`${cart}/change-outcome.ts: 'the statement must return the line' => ""`]:
        'A statement that found the cart and its line returns both.',
      [`${cart}/change-store.ts: 'the statement must return the cart' => ""`]:
        'A change without a row has its outcome before.',
      [`${cart}/change-store.ts: prices?.[0]?.unitPrice => prices?.[0].unitPrice`]:
        'Accepted prices begin with the list price.',
    },
  },
  'budget-holds': {
    files: ['budget-shares', 'hold-budgets', 'hold-store'].map((name) => `${budgets}/${name}.ts`),
    tests: ['budget-shares', 'hold-budgets', 'hold-store'].map(
      (name) => `${budgets}/${name}.test.ts`,
    ),
    equivalent: {
      [`${budgets}/budget-shares.ts: credit < openMinor => credit <= openMinor`]:
        'At the edge both give the whole amount back.',
      [`${budgets}/hold-budgets.ts: budgets.length === 0 => false`]:
        'Without budgets the loop takes nothing. The check saves a statement.',
      [`${budgets}/hold-budgets.ts: [] => ["Stryker was here"]`]: 'A text has no subject.',
    },
  },
  'tenant-filters': {
    files: ['platform/db/statements/tenancy-guard.ts'],
    tests: ['platform/db/statements/tenancy-guard.test.ts'],
  },
}

/** The modules take turns: each run of the deep tests changes one of them. */
export function moduleOfTheDay(now: Date): string {
  const names = Object.keys(mutatedModules)
  const day = Math.floor(now.getTime() / 86_400_000)
  return names[day % names.length] as string
}
