/** The audit trail, its searches, and its verification on demand. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, t } from '../language.ts';
import type { AuditReport } from './answers.ts';
import { Entries } from './audit-entries.tsx';
import { may } from './rights.ts';
import { BASE } from './use-answer.ts';

export function AuditTrail() {
  return (
    <>
      {may('see-service') && <Verification />}
      <Entries key="audit" path="audit" />
    </>
  );
}

export function SearchLog() {
  return <Entries key="searches" path="searches" />;
}

/** Verifies the whole trail, from the first entry on. */
function Verification() {
  const { audit } = t.value.admin;
  const { busy, refusal, run } = useCalls();
  const [report, setReport] = useState<AuditReport>();
  const verify = () =>
    run(async () => setReport(await ask('POST', `${BASE}/audit/verification`, {})));
  return (
    <Card title={audit.verifyTitle}>
      <div class="stack">
        <p>{audit.verifyAbout}</p>
        <Refused refusal={refusal} />
        {report && (
          <Notice
            live
            tone={report.intact ? 'good' : 'bad'}
            title={fill(report.intact ? audit.intact : audit.broken, { count: report.entries })}
          >
            {report.pruned > 0 && <p>{fill(audit.pruned, { count: report.pruned })}</p>}
            {report.problem && (
              <p>
                {fill(audit.problem, { seq: String(report.problem.seq) })}{' '}
                <code lang="en">{report.problem.message}</code>
              </p>
            )}
            {report.head && (
              <p class="small">
                {fill(audit.head, { seq: String(report.head.seq) })} <code>{report.head.hash}</code>
              </p>
            )}
          </Notice>
        )}
        <div class="row">
          <Button busy={busy} onClick={verify}>
            {audit.verify}
          </Button>
        </div>
      </div>
    </Card>
  );
}
