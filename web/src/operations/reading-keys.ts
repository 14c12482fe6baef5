export const surfaceKey = ['operations'] as const
export const incidentsKey = ['incidents'] as const
