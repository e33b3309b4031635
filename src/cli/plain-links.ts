/** Connections to other machines whose addresses leave open whether they use TLS. */
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/host.ts';

/** What to say of each. */
export const plainLinks = ({
  databaseUrl,
  smtpUrl,
}: Pick<Config, 'databaseUrl' | 'smtpUrl'>): readonly string[] => [
  ...undecided('DATABASE_URL', databaseUrl, 'sslmode', ['verify-full', 'disable']),
  ...undecided('PROSOPON_SMTP_URL', smtpUrl, 'requireTLS', ['true', 'false']),
];

function undecided(
  name: string,
  address: string | undefined,
  parameter: string,
  [safe, plain]: readonly [string, string],
): readonly string[] {
  if (address === undefined) return [];
  const { protocol, hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const isHere = host === '' || host.startsWith('/') || isLoopback(host);
  if (isHere || protocol === 'smtps:' || searchParams.has(parameter)) return [];
  return [
    `${name} does not demand TLS of ${host}: add the parameter ${parameter}=${safe}, or ` +
      `${parameter}=${plain} if nobody else can read that network`,
  ];
}
