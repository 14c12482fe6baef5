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
const budgets = 'modules/purchasing/budgets'
const payments = 'modules/purchasing/payments'
const robots = 'modules/catalogue/crawl/robots'
const receivers = 'modules/connections/webhooks/receivers'

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
