import { formatUsdc } from '@fiq/shared/money/usdc'
import { atomicPerCredit, pageSize, type Rate, type Tariff } from '@fiq/shared/pricing/tariff'
import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql'

/**
 * The schema with the price of each field in its description, which explorer, hover and completion
 * show.
 */
export function pricedSchema(schemaText: string, tariff: Tariff): GraphQLSchema {
  const schema = buildSchema(schemaText)
  for (const [coordinate, rate] of Object.entries(tariff.rates)) {
    const [typeName = '', fieldName = ''] = coordinate.split('.')
    const type = schema.getType(typeName)
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
    if (field) field.description = [field.description, priceText(rate)].filter(Boolean).join('\n\n')
  }
  return schema
}

/** @example '**1 credit** (0.003 USDC) per item of `tickers`' */
export function priceText({ credits, timesOf, pagesOf, factors }: Rate): string {
  if (credits === 0) return '**Free** by itself; what is selected below is priced.'
  const amount = formatUsdc(BigInt(credits) * atomicPerCredit)
  const per = timesOf ? ` per item of \`${timesOf}\`` : ''
  const pages = pagesOf ? ` per ${pageSize} of \`${pagesOf}\`` : ''
  const by = factors ? `, times a factor by \`${factors.arguments.join('` and `')}\`` : ''
  return `**${credits} credit${credits === 1 ? '' : 's'}** (${amount} USDC)${per}${pages}${by}`
}
