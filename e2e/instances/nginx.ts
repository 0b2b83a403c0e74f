import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0

/**
 * A real nginx that distributes requests to the instances in turn, with an operator's
 * configuration.
 */
export async function startNginx(
  folder: string,
  port: number,
  upstreams: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, upstreams))
  const child = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], {
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  while (!(await accepts(port))) if (child.exitCode !== null) throw new Error('nginx ended.')
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

const configuration = (folder: string, port: number, upstreams: readonly string[]) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream fiq {
    keepalive 64;
${upstreams.map((url) => `    server ${new URL(url).host} max_fails=1 fail_timeout=2s;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    large_client_header_buffers 4 32k;
    location / {
      proxy_pass http://fiq;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffer_size 32k;
      proxy_buffers 8 32k;
    }
  }
}
`

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })
}
