/** Topics of `fiq help` besides the commands. */
export const topicNames = ['options', 'output', 'money', 'exit-codes', 'environment'] as const
export type TopicName = (typeof topicNames)[number]

/** Old names of topics. */
export const oldTopics: Readonly<Record<string, TopicName>> = { payments: 'money' }
