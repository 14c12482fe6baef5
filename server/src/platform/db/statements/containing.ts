/** The pattern of `like` for a text that contains this part. What `like` reads as a wildcard stands for itself. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
