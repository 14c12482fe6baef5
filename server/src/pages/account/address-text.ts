export type Address = Readonly<
  Partial<
    Record<
      'name' | 'company' | 'line1' | 'line2' | 'postalCode' | 'city' | 'region' | 'country',
      string
    >
  >
>

export function addressText(address: Address): string {
  const { name, company, line1, line2, postalCode, city, region, country } = address
  const town = [postalCode, city].filter(Boolean).join(' ')
  return [name, company, line1, line2, town, region, country].filter(Boolean).join('\n')
}

/** In one line. */
export function addressLine(address: Address): string {
  return addressText(address).replaceAll('\n', ', ')
}
