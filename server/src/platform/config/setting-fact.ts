export type SettingFact = {
  readonly name: string
  readonly module: string
  readonly description: string
  readonly secret: boolean
  readonly requiredWhenDeployed: boolean
  readonly source: 'environment' | 'local' | 'default' | 'absent'
  /** The effective value as text. Undefined when it is secret or absent. */
  readonly shown: string | undefined
}
