import { NativeSelect, type NativeSelectProps } from '@mantine/core'

/** The browser's own field for a choice, which every keyboard and screen reader supports. */
export function Select(props: NativeSelectProps) {
  return <NativeSelect {...props} rightSection={<Chevron />} rightSectionPointerEvents="none" />
}

/** The browser's own arrow does not fit the other fields. Screen readers skip this one. */
function Chevron() {
  return (
    <svg
      viewBox="0 0 16 16"
      width={16}
      height={16}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d="M4 6.5 8 10.5 12 6.5" strokeWidth={1.5} />
    </svg>
  )
}
