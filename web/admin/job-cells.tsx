/** Cells of jobs: whom they concern, how they ended, and their ids. */
import { injectionLevel } from '../../src/operations/liveness/injection-level.ts';
import { fill, t } from '../language.ts';
import type { Job } from './answers.ts';
import { decisionText } from './decision.ts';
import { reasonText } from './reason-text.ts';
import { query } from './use-answer.ts';

/** Everything the trail says about the person. */
export function Person({ job: { classId, clientId: client } }: { readonly job: Job }) {
  if (classId === undefined) return <>–</>;
  const person = String(classId);
  return <a href={`#/audit${query({ person, client })}`}>{person}</a>;
}

/** The id of the job, with its page. The trail lists searches under their transaction. */
export function Reference({
  job: { clientId: client, jobId, transactionId },
}: {
  readonly job: Job;
}) {
  const { audit } = t.value.admin;
  return (
    <>
      <a href={`#/jobs${query({ client, job: jobId })}`}>
        <code class="small">{jobId}</code>
      </a>
      {transactionId !== undefined && (
        <a class="small block" href={`#/audit${query({ transactionId })}`}>
          {fill(audit.entriesOf, { transactionId })}
        </a>
      )}
    </>
  );
}

export function Outcome({
  job: { status, decision, errors, suspicions = [] },
}: {
  readonly job: Job;
}) {
  const { admin } = t.value;
  const level = injectionLevel(suspicions);
  const suspected: Readonly<Record<string, string>> = admin.jobs.suspicions;
  const codes = [...new Set(errors.map(({ errorCode }) => errorCode))];
  const tone = status === 'SUCCEEDED' ? 'tone-good' : 'tone-bad';
  return (
    <div class="outcome">
      <span class={decision === undefined ? tone : undefined}>
        {decision === undefined ? admin.jobs.statuses[status] : decisionText(decision)}
      </span>
      {codes.map((code) => (
        <span key={code} class="small quiet block">
          {reasonText(code)}
        </span>
      ))}
      {level !== 'none' && <span class="small tone-bad block">{admin.jobs.injection[level]}</span>}
      {suspicions.map((suspicion) => (
        <span key={suspicion} class="small quiet block">
          {suspected[suspicion] ?? suspicion}
        </span>
      ))}
    </div>
  );
}
