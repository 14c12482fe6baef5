export type Attribute = {
  readonly label: string
  readonly value: string
  readonly kind: 'text' | 'number' | 'flag'
  readonly unit?: string
}
