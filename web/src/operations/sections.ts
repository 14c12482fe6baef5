import type { Section, Surface } from '../api-types.ts'

export type NamedSection = Section & { readonly name: string }

/** Every part of the surface with the shape of a section: a new area of the service appears here without a change. */
export function sectionsOf(surface: Surface): NamedSection[] {
  return Object.entries(surface).flatMap(([name, value]) =>
    isSection(value) ? [{ ...value, name }] : [],
  )
}

function isSection(value: unknown): value is Section {
  return (
    typeof value === 'object' &&
    value !== null &&
    'metrics' in value &&
    'problems' in value &&
    'generatedAt' in value
  )
}
