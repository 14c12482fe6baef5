import { expect, it } from 'vitest'
import { composeModules, defineModule } from './index.ts'

const people = defineModule({
  name: 'people',
  make: () => ({ services: { people: ['Ada', 'Grace'] } }),
})

const letters = defineModule({
  name: 'letters',
  make: ({ greeting, people }: Given & { readonly people: readonly string[] }) => ({
    services: { letters: people.map((name) => `${greeting} ${name}`) },
  }),
})

it('compose makes each module from the process and the services before it', () => {
  const { services, made } = composeModules([people, letters], { greeting: 'Dear' })

  expect(services.letters).toEqual(['Dear Ada', 'Dear Grace'])
  expect(made.map(({ name }) => name)).toEqual(['people', 'letters'])
})

it('compose refuses a module before one that it needs', () => {
  // @ts-expect-error: no module before letters provides people.
  expect(() => composeModules([letters, people], { greeting: 'Dear' })).toThrow()
})

it('compose refuses two services of one name', () => {
  expect(() => composeModules([people, people], {})).toThrow('two modules have a service people')
})

type Given = { readonly greeting: string }
