/** The first page: what this service is, and where to go. */
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import { operator } from '../operator.ts';
import { at } from '../root.ts';

export function Landing() {
  const { landing: texts, shell } = t.value;
  const { name, playground } = operator.value;
  return (
    <Shell>
      <div class="landing stack">
        <div>
          <h1>{fill(texts.heading, { name })}</h1>
          <p class="landing-lead">{texts.lead}</p>
        </div>
        <div class="landing-doors">
          <a class="card" href={at('/profile')}>
            <b>{texts.profile}</b>
            <span class="quiet">{texts.profileWhat}</span>
          </a>
          <a class="card" href={at('/register')}>
            <b>{texts.register}</b>
            <span class="quiet">{texts.registerWhat}</span>
          </a>
        </div>
        <p class="quiet">{texts.sites}</p>
        <h2>{texts.desk}</h2>
        <ul class="landing-desk">
          <li>
            <a href={at('/admin')}>{texts.admin}</a>
          </li>
          {playground && (
            <li>
              <a href={at('/playground')}>{texts.playground}</a>
            </li>
          )}
          <li>
            <a href={at('/docs')}>{shell.documentation}</a>
          </li>
          <li>
            <a href={at('/docs/api')}>{shell.reference}</a>
          </li>
        </ul>
      </div>
    </Shell>
  );
}
