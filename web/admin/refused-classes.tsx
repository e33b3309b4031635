/** Classes with refused comparisons in the last hour. Those at their limit wait. */
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { RefusedClass } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { isExact } from './exact-class.ts';
import { Loaded } from './loaded.tsx';
import { may } from './rights.ts';
import { BASE, useAnswer } from './use-answer.ts';
import { Of } from './user-text.tsx';

const nameOf = ({ storage, partition, classId }: RefusedClass) =>
  `${storage}.${partition}.${classId}`;

export function RefusedClasses() {
  const { admin } = t.value;
  const { refusals } = admin;
  const classes = useAnswer<readonly RefusedClass[]>('/refused-comparisons');
  const { busy, refusal, run } = useCalls();
  const forget = ({ storage, partition, classId }: RefusedClass) =>
    run(async () => {
      const place = [storage, partition, classId].map((part) => encodeURIComponent(String(part)));
      await ask('DELETE', `${BASE}/refused-comparisons/${place.join('/')}`);
      classes.reload();
    });
  return (
    <Card title={refusals.title}>
      <div class="stack">
        <Refused refusal={refusal} />
        <Loaded from={classes}>
          {(rows) => (
            <DataTable
              label={refusals.title}
              rows={rows}
              keyOf={nameOf}
              empty={refusals.empty}
              columns={[
                { title: admin.templates.classId, cell: nameOf },
                { title: refusals.refused, kind: 'number', cell: ({ refused }) => refused },
                { title: refusals.latest, kind: 'time', cell: ({ latest }) => formatTime(latest) },
                { title: admin.templates.state, cell: (row) => <State {...row} /> },
                may('change-client') && {
                  title: admin.actions,
                  kind: 'actions',
                  cell: (row) => (
                    <Button
                      size="small"
                      busy={busy}
                      disabled={!isExact(row.classId)}
                      onClick={() => forget(row)}
                    >
                      {refusals.forget} <Of name={nameOf(row)} />
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </div>
    </Card>
  );
}

function State({ atLimit, limit }: RefusedClass) {
  const { refusals } = t.value.admin;
  if (limit === null) return <span class="tone-warn">{refusals.noLimit}</span>;
  return atLimit ? (
    <span class="tone-bad">{fill(refusals.atLimit, { limit })}</span>
  ) : (
    <span>{fill(refusals.below, { limit })}</span>
  );
}
