/** An admin runtime that stands apart may have a port of its own beside the API's. */
export function listeningPort({
  PURVEYOR_ROLES,
  ADMIN_PORT,
  PORT,
}: {
  readonly PURVEYOR_ROLES: string
  readonly ADMIN_PORT?: number
  readonly PORT: number
}): number {
  return PURVEYOR_ROLES === 'admin' && ADMIN_PORT !== undefined ? ADMIN_PORT : PORT
}
