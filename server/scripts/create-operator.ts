import { createOperator } from '../src/start/create-operator.ts'

/**
 * `npm run operator -- olga@example.com "Olga Operator"`: creates the first operator of a deployment, directly in its database.
 */
const [email = '', name = 'Operator'] = process.argv.slice(2)
if (!/^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(email)) {
  console.error('Usage: npm run operator -- olga@example.com "Olga Operator"')
  process.exit(64)
}
try {
  const { password, place } = await createOperator(process.env, { email, name })
  if (!password) {
    console.error(
      `${email} already has an account in ${place}. An operator needs a separate account.`,
    )
    process.exit(1)
  }
  console.log(`${email} is an operator in ${place}. The password, shown only now: ${password}`)
  console.log('Sign in at /admin, choose another password, and set up a second factor.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
