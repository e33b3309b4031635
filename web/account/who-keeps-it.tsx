/** Information before collecting data (GDPR, article 13): controller, period, rights. */
import { t } from '../language.ts';
import { localised, operator } from '../operator.ts';

export function WhoKeepsIt() {
  const { shell, enrolFace: texts } = t.value;
  const { controller, retention, privacy } = operator.value;
  return (
    <div class="small">
      {controller && (
        <p>
          <b>{shell.controller}:</b> <bdi>{controller}</bdi>
        </p>
      )}
      {retention && (
        <p>
          <b>{shell.retention}:</b> <bdi>{localised(retention)}</bdi>
        </p>
      )}
      <p>
        {texts.rights}
        {privacy && (
          <>
            {' '}
            <a href={privacy}>{shell.privacy}</a>
          </>
        )}
      </p>
    </div>
  );
}
