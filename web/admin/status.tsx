/** The state of models and gallery. */
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatNumber, formatTime, t } from '../language.ts';
import { Fact, Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';
import type { ServiceStatus } from './service-answers.ts';
import { useAnswer } from './use-answer.ts';

export function Status() {
  const { admin } = t.value;
  const status = useAnswer<ServiceStatus>('/status');
  return (
    <>
      <Loaded from={status}>
        {(known) => (
          <div class="tiles-wide">
            <Models status={known} />
            <Gallery gallery={known.gallery} />
            {known.distribution !== null && <Nodes nodes={known.distribution.nodes} />}
          </div>
        )}
      </Loaded>
      {status.answer !== undefined && (
        <div class="row">
          <Button busy={status.busy} onClick={status.reload}>
            {admin.reload}
          </Button>
        </div>
      )}
    </>
  );
}

function Models({ status: { version, started, engine, encoder, missing } }: StatusProps) {
  const { status } = t.value.admin;
  return (
    <Card title={status.models}>
      <div class="stack">
        {!engine.ready && <Notice tone="warn" title={status.notReady} />}
        {missing.length > 0 && (
          <Notice tone="warn" title={status.missing}>
            <ul class="plain-list" lang="en">
              {missing.map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          </Notice>
        )}
        <Facts>
          <Fact name={status.version}>{version}</Fact>
          <Fact name={status.started}>{formatTime(started)}</Fact>
          <Fact name={status.encoder}>
            {encoder === null
              ? '–'
              : fill(status.encoderIs, { name: encoder.name, version: encoder.version })}
          </Fact>
          <Fact name={status.workers}>{engine.workers}</Fact>
          <Fact name={status.queued}>{engine.queued}</Fact>
        </Facts>
      </div>
    </Card>
  );
}

interface StatusProps {
  readonly status: ServiceStatus;
}

const MEGABYTE = 1_000_000;

function Gallery({ gallery }: Pick<ServiceStatus, 'gallery'>) {
  const { status } = t.value.admin;
  const { ready, problem, corrupted, otherEncoder } = gallery;
  return (
    <Card title={status.gallery}>
      <div class="stack">
        {ready && <Notice tone="good" title={status.galleryReady} />}
        {!ready && (
          <Notice
            tone="warn"
            title={fill(status.loading, { loaded: gallery.loaded, total: gallery.total })}
          >
            {problem !== undefined && <p lang="en">{problem}</p>}
          </Notice>
        )}
        {corrupted > 0 && (
          <Notice tone="bad" title={fill(status.corrupted, { count: corrupted })} />
        )}
        {otherEncoder > 0 && (
          <Notice tone="warn" title={fill(status.otherEncoder, { count: otherEncoder })} />
        )}
        <Facts>
          <Fact name={status.classes}>{formatNumber(gallery.classes, 0)}</Fact>
          <Fact name={status.memory}>{formatNumber(gallery.bytes / MEGABYTE, 1)} MB</Fact>
        </Facts>
      </div>
    </Card>
  );
}

type Distribution = NonNullable<ServiceStatus['distribution']>;

function Nodes({ nodes }: Pick<Distribution, 'nodes'>) {
  const { status } = t.value.admin;
  return (
    <Card title={status.nodes}>
      <Facts>
        {nodes.map(({ address, answers, shards }) => (
          <Fact key={address} name={address}>
            {answers ? fill(status.shards, { count: shards }) : status.silent}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
