/** Rung after the commit of an entry: it waits to be linked. */
export const auditTopic = 'audit'
