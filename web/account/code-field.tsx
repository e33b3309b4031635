/** Input for the code of an authenticator app, or a recovery code. */
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';

interface CodeFieldProps {
  /** Whether a recovery code will do as well, or is the only code that will. */
  readonly recovery?: 'too' | 'only' | undefined;
  readonly hint: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly required?: boolean;
}

export function CodeField({ recovery, ...props }: CodeFieldProps) {
  const { account, recovery: texts } = t.value;
  const labels = { too: texts.codeOrRecovery, only: texts.code };
  return (
    <Field
      {...props}
      label={recovery === undefined ? account.code : labels[recovery]}
      inputmode={recovery === undefined ? 'numeric' : 'text'}
      autocomplete={recovery === 'only' ? 'off' : 'one-time-code'}
      maxLength={32}
    />
  );
}

/** Apps show the code in groups. */
export const codeOf = (typed: string): string => typed.replaceAll(/\s/g, '');
