/** A real load balancer for tests: nginx, where it is installed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface Balancer {
  readonly url: string;
  /** Requests go to these from now on, in turn. */
  use(services: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** @param locations of the server; absent: all of it goes to the services */
export async function startNginx(
  program: string,
  services: readonly string[],
  locations = 'location / { proxy_pass http://prosopon; }',
): Promise<Balancer> {
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-nginx-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const configure = (to: readonly string[]) =>
    writeFile(join(dir, 'nginx.conf'), configuration(dir, port, to, locations));
  const run = (...args: string[]): ChildProcess =>
    spawn(program, ['-p', dir, '-c', join(dir, 'nginx.conf'), ...args], { stdio: 'ignore' });
  await configure(services);
  const child = run('-g', 'daemon off;');
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
    async use(to) {
      await configure(to);
      const [code] = (await once(run('-s', 'reload'), 'exit')) as [number | null];
      if (code !== 0) throw new Error(`nginx -s reload ended ${code}`);
    },
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
