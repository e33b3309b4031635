/** A real load balancer for tests: nginx, where it is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param locations of the server */
export async function startNginx(
  program: string,
  services: readonly string[],
  locations: string,
): Promise<Balancer> {
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-nginx-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(dir, 'nginx.conf');
  await writeFile(file, configuration(dir, port, services, locations));
  const args = ['-p', dir, '-c', file, '-g', 'daemon off;'];
  const child = spawn(program, args, { stdio: 'ignore' });
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`nginx ended ${child.exitCode}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function configuration(
  dir: string,
  port: number,
  services: readonly string[],
  locations: string,
): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  const servers = services.map((url) => `server ${new URL(url).host} max_fails=0;`);
  return `worker_processes 1;
pid ${dir}/pid;
error_log ${dir}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  ${folders.join('\n  ')}
  client_max_body_size 4m;
  client_body_buffer_size 4m;
  proxy_max_temp_file_size 0;
  upstream prosopon { ${servers.join(' ')} }
  server {
    listen 127.0.0.1:${port};
    ${locations}
  }
}
`;
}
