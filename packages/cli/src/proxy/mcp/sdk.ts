/**
 * The functions of the official SDK in use. A separate file in the build, loaded with the first MCP
 * request, because its schemas are large and no other command needs them.
 */

export { Server } from '@modelcontextprotocol/sdk/server/index.js'
export {
  CallToolRequestSchema,
  InitializeRequestSchema,
  isJSONRPCRequest,
  ListToolsRequestSchema,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js'
