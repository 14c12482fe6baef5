import { createOperator } from '../src/start/create-operator.ts'

/**
 * `npm run operator -- olga@example.com "Olga Operator"`: creates the first operator of a deployment, directly in its database.
 */
const [email = '', name = 'Operator'] = process.argv.slice(2)
if (!/^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(email)) {
  console.error('Say for whom: npm run operator -- olga@example.com "Olga Operator"')
  process.exit(64)
}
try {
  const { password, place } = await createOperator(process.env, { email, name })
  if (!password) {
    console.error(`${email} has an account already in ${place}. Operators have one of their own.`)
    process.exit(1)
  }
  console.log(`${email} is an operator in ${place}. The password, shown only now: ${password}`)
  console.log('Sign in at /admin, choose another one, and set up a second factor.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
