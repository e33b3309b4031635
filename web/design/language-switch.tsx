/** Chooses the language of the page. */
import { chooseLanguage, LANGUAGES, type Language, languages, t, wanted } from '../language.ts';

export function LanguageSwitch() {
  const { shell } = t.value;
  return (
    <select
      class="language-switch"
      aria-label={shell.language}
      value={wanted.value}
      onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value as Language)}
    >
      {languages.value.map((name) => (
        <option key={name} value={name} lang={name}>
          {LANGUAGES[name]}
        </option>
      ))}
    </select>
  );
}
