/** Where a server takes GraphQL. What it answers there is a GraphQL response. */
export const graphqlPath = '/api/graphql'
