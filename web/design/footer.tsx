/** The foot of every page: who is responsible for processing faces (GDPR, article 13). */
import { isDraft, t } from '../language.ts';
import { localised, operator } from '../operator.ts';

export function Footer() {
  const { shell } = t.value;
  const { controller, retention, contact, privacy, imprint } = operator.value;
  return (
    <footer class="footer">
      {(controller || retention) && (
        <details>
          <summary>{shell.responsible}</summary>
          <dl>
            {controller && (
              <>
                <dt>{shell.controller}</dt>
                <dd>
                  <bdi>{controller}</bdi>
                </dd>
              </>
            )}
            {retention && (
              <>
                <dt>{shell.retention}</dt>
                <dd>
                  <bdi>{localised(retention)}</bdi>
                </dd>
              </>
            )}
          </dl>
        </details>
      )}
      {contact && <a href={contact}>{shell.contact}</a>}
      {privacy && <a href={privacy}>{shell.privacy}</a>}
      {imprint && <a href={imprint}>{shell.imprint}</a>}
      <span class="footer-end">
        {isDraft.value && `${shell.drafted} `}
        {shell.about}
      </span>
    </footer>
  );
}
