/** Rung after the commit of an entry: the entry waits to be linked. */
export const auditTopic = 'audit'
