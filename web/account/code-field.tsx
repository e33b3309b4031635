/** Input for the code of an authenticator app. */
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';

interface CodeFieldProps {
  readonly hint: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly required?: boolean;
}

export function CodeField(props: CodeFieldProps) {
  return (
    <Field
      {...props}
      label={t.value.account.code}
      inputmode="numeric"
      autocomplete="one-time-code"
      maxLength={12}
    />
  );
}

/** Apps show the code in groups. */
export const codeOf = (typed: string): string => typed.replaceAll(/\s/g, '');
