/** People of a client who are enrolled twice: they are looked for when asked to. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatNumber, program, t } from '../language.ts';
import type { ClassId, Duplicates } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { isExact } from './exact-class.ts';
import { Loaded } from './loaded.tsx';
import { useAnswer } from './use-answer.ts';

interface DuplicatesProps {
  readonly client: string;
  readonly onOpen: (classId: ClassId) => void;
}

export function DuplicatesCard({ client, onOpen }: DuplicatesProps) {
  const { admin } = t.value;
  const [asked, setAsked] = useState(false);
  const found = useAnswer<Duplicates>(
    asked ? `/duplicates/${encodeURIComponent(client)}` : undefined,
  );
  return (
    <Card title={admin.templates.duplicates}>
      <div class="stack">
        <p class="quiet">{fill(admin.templates.duplicatesHint, { client })}</p>
        {asked ? (
          <Loaded from={found}>
            {(answer) => <Pairs {...answer} client={client} onOpen={onOpen} />}
          </Loaded>
        ) : (
          <div>
            <Button onClick={() => setAsked(true)}>{admin.templates.compare}</Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Pairs({ pairs, complete, client, onOpen }: Duplicates & DuplicatesProps) {
  const { templates } = t.value.admin;
  const opener = (classId: ClassId) => (
    <Button size="small" disabled={!isExact(classId)} onClick={() => onOpen(classId)}>
      {String(classId)}
    </Button>
  );
  return (
    <>
      {!complete && (
        <Notice tone="warn" title={templates.moreDuplicates}>
          <code>
            {program} duplicates --client {client}
          </code>
        </Notice>
      )}
      <DataTable
        label={templates.duplicates}
        rows={pairs}
        keyOf={({ classIds }) => classIds.join(' ')}
        empty={templates.noDuplicates}
        columns={[
          { title: templates.classId, cell: ({ classIds }) => opener(classIds[0]!) },
          { title: templates.other, cell: ({ classIds }) => opener(classIds[1]!) },
          { title: templates.score, cell: ({ score }) => formatNumber(score, 4) },
        ]}
      />
    </>
  );
}
