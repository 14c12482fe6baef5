import type { SettingsSlice } from '#platform/config'

type Schema = {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly deployedDefault?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
  readonly example?: string
  readonly secret?: boolean
  readonly requiredWhenDeployed?: boolean
}

const head = `# Settings

The settings of a deployment are variables of the environment: see [deployment](deployment.md#the-settings). A wrong value ends the start
with a message. \`npm run settings\` prints the values that a machine has.`

/** The page of all settings of a deployment: a table for each module. */
export function settingPage(slices: readonly SettingsSlice[]): string {
  const sections = slices.map(({ module, schema }) => {
    const rows = Object.entries<Schema>(schema.properties).map(([name, property]) =>
      row([`\`${name}\``, valuesOf(property), defaultOf(property), meaningOf(property)]),
    )
    const table = [row(['setting', 'values', 'default', '']), row(['---', '---', '---', '---'])]
    return `## ${module}\n\n${[...table, ...rows].join('\n')}`
  })
  return `${[head, ...sections].join('\n\n')}\n`
}

function valuesOf({ type = '', minimum, maximum, enum: choices, example }: Schema): string {
  if (choices) return choices.map(code).join(', ')
  if (example !== undefined) return `like ${code(example)}`
  if (minimum === undefined) return type
  return maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`
}

function defaultOf({ default: preset, deployedDefault }: Schema): string {
  const everywhere = preset === undefined ? 'none' : code(preset)
  return deployedDefault === undefined
    ? everywhere
    : `${code(deployedDefault)} in staging and production, ${everywhere} elsewhere`
}

function meaningOf({ description = '', secret, requiredWhenDeployed }: Schema): string {
  return [
    // A page would take it for an element.
    description.replaceAll('<', '&lt;'),
    ...(secret ? ['It is a secret.'] : []),
    ...(requiredWhenDeployed ? ['Staging and production need it.'] : []),
  ].join(' ')
}

const code = (value: unknown): string => `\`${String(value)}\``

/** A bar would end the cell. */
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
