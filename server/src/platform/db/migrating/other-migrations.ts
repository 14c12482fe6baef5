const namedMax = 3

/** Another version made the database with other migrations, so this version cannot use its data. */
export class OtherMigrations extends Error {
  override readonly name = 'OtherMigrations'

  /** `changed` migrations have another content here. `missing` migrations do not exist here. */
  constructor(changed: readonly string[], missing: readonly string[]) {
    const differences = [
      ...(changed.length > 0 ? [`${listNames(changed)} had another content`] : []),
      ...(missing.length > 0 ? [`this version has no ${listNames(missing)}`] : []),
    ]
    super(
      [
        `Another version of Purveyor made this database, with other migrations: ${differences.join(', and ')}.`,
        'This version cannot use the data, and has changed nothing.',
        'To begin again with the embedded database, remove the data folder, or set PURVEYOR_DATA_DIR to another folder.',
        'To begin again with a database of your own, name a new, empty database in DOCUMENT_DB_URL.',
        'If you changed a migration yourself, restore it, and write a new one.',
      ].join('\n'),
    )
  }
}

function listNames(names: readonly string[]): string {
  const rest = names.length - namedMax
  const first = names.slice(0, namedMax).join(', ')
  return rest > 0 ? `${first} and ${rest} more` : first
}
