/*
 * The part of the official SDK that is used. A file of its own in the build, loaded when somebody
 * speaks MCP: it brings its own schemas, which no other command needs.
 */

export { Server } from '@modelcontextprotocol/sdk/server/index.js'
export {
  CallToolRequestSchema,
  ElicitResultSchema,
  InitializeRequestSchema,
  isJSONRPCRequest,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
