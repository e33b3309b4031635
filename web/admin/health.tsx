/** The state of the service, and each problem with its remedy. */
import { Card } from '../design/card.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatNumber, formatTime, t } from '../language.ts';
import type { HealthReport, Need } from './service-answers.ts';

const PARTS = ['engine', 'database', 'gallery'] as const;
const GIGABYTE = 1024 ** 3;

export function Health({ report }: { readonly report: HealthReport }) {
  const { overview } = t.value.admin;
  const { ready, parts, problems, encoder, needs } = report;
  const looking = needs.every(({ kind }) => kind !== 'damaged-liveness-models');
  const title = ready
    ? needs.length === 0
      ? overview.well
      : fill(overview.wellBut, { count: needs.length })
    : overview.notReady;
  return (
    <Card title={overview.isItWell}>
      <div class="stack">
        <Notice tone={ready ? (needs.length === 0 ? 'good' : 'info') : 'bad'} title={title}>
          {problems.map((problem) => (
            <p key={problem} lang="en">
              <code>{problem}</code>
            </p>
          ))}
        </Notice>
        <dl class="health">
          {PARTS.filter((name) => parts[name] !== undefined).map((name) => (
            <Part key={name} name={overview.parts[name]} good={parts[name] === 'ready'}>
              {name === 'engine' && encoder !== null ? encoder.name : undefined}
            </Part>
          ))}
          <Part name={overview.parts.liveness} good={ready && looking} />
        </dl>
        {needs.length > 0 && (
          <ul class="needs" aria-label={overview.needsYou}>
            {needs.map((need) => (
              <li key={JSON.stringify(need)}>
                <NeedNotice need={need} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

interface PartProps {
  readonly name: string;
  readonly good: boolean;
  readonly children?: string | undefined;
}

function Part({ name, good, children }: PartProps) {
  const { overview } = t.value.admin;
  return (
    <div>
      <dt>{name}</dt>
      <dd class={good ? 'tone-good' : 'tone-bad'}>{good ? overview.works : overview.worksNot}</dd>
      {children !== undefined && <dd class="small quiet">{children}</dd>}
    </div>
  );
}

function NeedNotice({ need }: { readonly need: Need }) {
  const { needs } = t.value.admin.overview;
  const { what, todo } = needs[need.kind];
  const values = valuesOf(need);
  return (
    <Notice tone={need.severity} title={fill(what, values)}>
      <p>{fill(todo, values)}</p>
      {'problem' in need && (
        <p lang="en">
          <code>{need.problem}</code>
        </p>
      )}
    </Notice>
  );
}

/** Values for the text, formatted for people. */
function valuesOf(need: Need): Readonly<Record<string, string>> {
  return {
    ...('count' in need && { count: formatNumber(need.count, 0) }),
    ...('path' in need && { path: need.path }),
    ...('free' in need && { free: formatNumber(need.free / GIGABYTE, 1) }),
    ...('until' in need && { until: formatTime(need.until) }),
    ...('latest' in need && { latest: formatTime(need.latest) }),
    ...('url' in need && { url: need.url }),
    ...('since' in need && { since: formatTime(need.since) }),
  };
}
