/** The template of a class: its state, tags and erasure. */
import { useState } from 'preact/hooks';
import { Check, Field } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { fill, formatTime, t } from '../../language.ts';
import type { TemplateStatus } from '../answers.ts';
import { Operation } from '../operation.tsx';
import { classId, isClassId } from '../state.ts';
import { ClassField } from './class-field.tsx';
import { parseTags } from './tags.ts';

type Part = 'status' | 'tags' | 'delete';

export function Template() {
  const { template: texts } = t.value;
  const [part, setPart] = useState<Part>('status');
  return (
    <div class="stack">
      <Tabs
        label={texts.part}
        tabs={[
          { id: 'status', label: texts.parts.status },
          { id: 'tags', label: texts.parts.tags },
          { id: 'delete', label: texts.parts.delete },
        ]}
        selected={part}
        onSelect={setPart}
      >
        {part === 'status' && <Status />}
        {part === 'tags' && <Tags />}
        {part === 'delete' && <Delete />}
      </Tabs>
    </div>
  );
}

function Status() {
  const { template: texts } = t.value;
  const [thumbnails, setThumbnails] = useState(true);
  const id = classId.value;
  return (
    <Operation<TemplateStatus>
      title={texts.statusTitle}
      about={texts.statusAbout}
      run={texts.statusRun}
      call={
        isClassId(id)
          ? {
              method: 'GET',
              path: `/api/face/v1/template/status/${id}?downloadThumbnails=${thumbnails}`,
            }
          : undefined
      }
      result={(status) => <StatusResult status={status} />}
    >
      <ClassField />
      <Check checked={thumbnails} onChecked={setThumbnails}>
        {texts.withThumbnails}
      </Check>
    </Operation>
  );
}

function StatusResult({ status }: { readonly status: TemplateStatus }) {
  const { template: texts } = t.value;
  const id = String(status.classId);
  if (!status.available) return <Notice tone="warn" title={fill(texts.none, { id })} />;
  const rows = [
    [texts.enrolled, formatTime(status.enrolled)],
    [texts.vectors, String(status.featureVectors)],
    [texts.encoder, String(status.encoderVersion)],
    [texts.thumbnails, String(status.thumbnailsStored)],
    [texts.tags, status.tags.join(', ') || '–'],
    [texts.consent, consentOf(status)],
  ];
  return (
    <>
      <Notice tone="good" title={fill(texts.available, { id })} />
      <table class="table">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {status.thumbnails.length > 0 && (
        <ul class="samples">
          {status.thumbnails.map(({ image, enrolled }, index) => (
            <li key={index}>
              <img
                src={`data:image/png;base64,${image}`}
                alt={fill(texts.thumbnail, { time: formatTime(enrolled) })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Its reference, and the time of its record. */
function consentOf({ consent }: TemplateStatus): string {
  return consent === null ? '–' : `${consent.reference}, ${formatTime(consent.recorded)}`;
}

function Tags() {
  const { template: texts, fields } = t.value;
  const [text, setText] = useState('');
  const id = classId.value;
  return (
    <Operation<unknown>
      title={texts.tagsTitle}
      about={texts.tagsAbout}
      run={texts.tagsRun}
      call={
        isClassId(id)
          ? { method: 'PUT', path: `/api/face/v1/template/${id}/tags`, body: parseTags(text) }
          : undefined
      }
      result={() => <Notice tone="good" title={texts.tagsSet} />}
    >
      <ClassField />
      <Field label={fields.tags} hint={texts.tagsHint} value={text} onValue={setText} />
    </Operation>
  );
}

function Delete() {
  const { template: texts } = t.value;
  const id = classId.value;
  return (
    <Operation<unknown>
      title={texts.deleteTitle}
      about={texts.deleteAbout}
      run={texts.deleteRun}
      confirm={{ title: fill(texts.deleteQuestion, { id }), text: texts.deleteWarning }}
      call={isClassId(id) ? { method: 'DELETE', path: `/api/face/v1/template/${id}` } : undefined}
      result={() => <Notice tone="good" title={texts.deleted} />}
    >
      <ClassField />
    </Operation>
  );
}
