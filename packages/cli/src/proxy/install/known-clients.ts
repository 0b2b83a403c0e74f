/** An MCP client: the path of its configuration, and the form of a server entry in it. */
export type KnownClient = {
  name: string
  title: string
  format: 'json' | 'toml'
  /** Relative to the user's home; on Windows `%APPDATA%` is used unchanged. */
  paths: { linux: string; darwin: string; win32: string }
  /** The variable that moves its folder, and the file below that. */
  moved?: { by: string; file: string }
  /** Members on the path to the servers, e.g. `mcpServers`. */
  servers: string
  /** Members of an entry other than command and arguments. */
  more?: Readonly<Record<string, string>>
}

const everywhere = (path: string) => ({ linux: path, darwin: path, win32: path })

/** Common desktop agents. Comments in their JSON are preserved. */
export const knownClients: readonly KnownClient[] = [
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    paths: {
      linux: '.config/Claude/claude_desktop_config.json',
      darwin: 'Library/Application Support/Claude/claude_desktop_config.json',
      win32: '%APPDATA%/Claude/claude_desktop_config.json',
    },
    servers: 'mcpServers',
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    paths: everywhere('.claude.json'),
    moved: { by: 'CLAUDE_CONFIG_DIR', file: '.claude.json' },
    servers: 'mcpServers',
    more: { type: 'stdio' },
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    paths: everywhere('.cursor/mcp.json'),
    servers: 'mcpServers',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'json',
    paths: {
      linux: '.config/Code/User/mcp.json',
      darwin: 'Library/Application Support/Code/User/mcp.json',
      win32: '%APPDATA%/Code/User/mcp.json',
    },
    servers: 'servers',
    more: { type: 'stdio' },
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    paths: everywhere('.codeium/windsurf/mcp_config.json'),
    servers: 'mcpServers',
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'json',
    paths: {
      linux: '.config/zed/settings.json',
      darwin: '.config/zed/settings.json',
      win32: '%APPDATA%/Zed/settings.json',
    },
    servers: 'context_servers',
    more: { source: 'custom' },
  },
  {
    name: 'codex',
    title: 'Codex CLI',
    format: 'toml',
    paths: everywhere('.codex/config.toml'),
    moved: { by: 'CODEX_HOME', file: 'config.toml' },
    servers: 'mcp_servers',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    paths: everywhere('.gemini/settings.json'),
    servers: 'mcpServers',
  },
  {
    name: 'lm-studio',
    title: 'LM Studio',
    format: 'json',
    paths: everywhere('.lmstudio/mcp.json'),
    servers: 'mcpServers',
  },
]
