/** What `fiq help` knows besides the commands. */
export const topicNames = ['exit-codes', 'environment', 'output', 'payments'] as const
export type TopicName = (typeof topicNames)[number]
