/** Explains the errors of a job. */
import { Notice } from '../../design/notice.tsx';
import { t } from '../../language.ts';
import type { JobError } from '../answers.ts';

/** Request members at the start of a message, such as `liveImages[1].image`. */
const MEMBER = /^\w+(?:\[(\d+)\])?(?:\.\w+)?: /;

export function JobErrors({ errors }: { readonly errors: readonly JobError[] }) {
  return (
    <>
      {errors.map((error, index) => (
        <JobErrorNotice key={index} error={error} />
      ))}
    </>
  );
}

function JobErrorNotice({ error: { errorCode, message } }: { readonly error: JobError }) {
  const { errors, result: texts } = t.value;
  const words = errors[errorCode as keyof typeof errors];
  const image = MEMBER.exec(message)?.[1];
  const details = message.replace(MEMBER, '');
  return (
    <Notice tone="warn" title={words ?? errorCode}>
      <p class="small quiet">
        {image !== undefined && `${texts.image} ${Number(image) + 1} · `}
        <code>{errorCode}</code> · <span lang="en">{details}</span>
      </p>
    </Notice>
  );
}
