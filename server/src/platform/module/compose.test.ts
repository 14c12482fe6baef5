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

it('makes each module of what the process gives and of the services before it', () => {
  const { services, made } = composeModules([people, letters], { greeting: 'Dear' })

  expect(services.letters).toEqual(['Dear Ada', 'Dear Grace'])
  expect(made.map(({ name }) => name)).toEqual(['people', 'letters'])
})

it('takes no list in which a module comes before one that it needs', () => {
  // @ts-expect-error: no module before letters provides people.
  expect(() => composeModules([letters, people], { greeting: 'Dear' })).toThrow()
})

it('refuses two modules that give a service of one name', () => {
  expect(() => composeModules([people, people], {})).toThrow('two modules have a service people')
})

type Given = { readonly greeting: string }
