/** Search: which enrolled person is it? */
import { useState } from 'preact/hooks';
import { Check, Field } from '../../design/field.tsx';
import { Gauge } from '../../design/gauge.tsx';
import { Notice } from '../../design/notice.tsx';
import { fill, t } from '../../language.ts';
import type { SearchAnswer } from '../answers.ts';
import { Operation } from '../operation.tsx';
import { Annotated } from '../results/annotated.tsx';
import { JobErrors } from '../results/job-errors.tsx';
import type { Sample } from '../sample.ts';
import { MOST_SAMPLES, SamplesInput } from '../samples-input.tsx';
import { portrait } from '../state.ts';
import { parseTags } from './tags.ts';

export function Search() {
  const { search: texts, fields, files } = t.value;
  const [samples, setSamples] = useState<readonly Sample[]>(portrait.value);
  const [sent, setSent] = useState(samples);
  const [tags, setTags] = useState('');
  const [topMatches, setTopMatches] = useState(false);
  const [sentTopMatches, setSentTopMatches] = useState(topMatches);
  const [transaction, setTransaction] = useState(() => `page-${crypto.randomUUID()}`);
  return (
    <Operation<SearchAnswer>
      title={texts.title}
      about={texts.about}
      run={texts.run}
      onSend={() => {
        setSent(samples);
        setSentTopMatches(topMatches);
      }}
      call={
        samples.length > 0 && transaction !== ''
          ? {
              method: 'POST',
              path: '/api/face/v1/search',
              headers: { 'Transaction-ID': transaction },
              body: {
                images: samples.map(({ blob }) => ({ image: blob })),
                tags: parseTags(tags),
                topMatches,
              },
            }
          : undefined
      }
      result={(answer) => (
        <SearchResult answer={answer} samples={sent} lookalikes={sentTopMatches} />
      )}
    >
      <SamplesInput
        label={files.pictures}
        samples={samples}
        onSamples={setSamples}
        camera={{ take: 'one' }}
        most={MOST_SAMPLES}
      />
      <Field label={fields.tags} hint={texts.tagsHint} value={tags} onValue={setTags} />
      <Field
        label={texts.transaction}
        hint={texts.transactionHint}
        value={transaction}
        onValue={setTransaction}
        maxLength={256}
        required
      />
      <Check checked={topMatches} onChecked={setTopMatches}>
        {texts.topMatches}
      </Check>
    </Operation>
  );
}

interface SearchResultProps {
  readonly answer: SearchAnswer;
  readonly samples: readonly Sample[];
  /** The response also lists classes below the threshold, which identifies nobody. */
  readonly lookalikes: boolean;
}

function SearchResult({ answer, samples, lookalikes }: SearchResultProps) {
  const { search: texts, result: words } = t.value;
  return (
    <>
      <JobErrors errors={answer.errors} />
      {answer.result.map(({ matches }, index) => (
        <div class="stack-tight" key={samples[index]?.url ?? index}>
          <Verdict
            image={`${words.image} ${index + 1}`}
            classes={lookalikes ? [] : matches.map(({ classId }) => String(classId))}
            advice={lookalikes ? texts.lookalikes : texts.threshold}
          />
          {matches.map(({ classId, score }) => (
            <Gauge
              key={String(classId)}
              label={fill(texts.match, { id: String(classId) })}
              value={score}
            />
          ))}
          {answer.imageProperties[index] !== undefined && (
            <Annotated
              sample={samples[index]}
              properties={answer.imageProperties[index]}
              title={`${words.image} ${index + 1}`}
            />
          )}
        </div>
      ))}
    </>
  );
}

interface VerdictProps {
  readonly image: string;
  /** Classes at or above the threshold. */
  readonly classes: readonly string[];
  readonly advice: string;
}

/** The identified person, or why nobody was identified. */
function Verdict({ image, classes, advice }: VerdictProps) {
  const { search: texts } = t.value;
  if (classes.length === 0)
    return (
      <Notice tone="warn" title={`${image}: ${texts.nobody}`}>
        {advice}
      </Notice>
    );
  const names = classes.map((id) => fill(texts.match, { id })).join(', ');
  return <Notice tone="good" title={`${image}: ${fill(texts.identified, { names })}`} />;
}
