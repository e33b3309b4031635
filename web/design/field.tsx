/** Form fields. Label, hint and error are associated with the input for screen readers. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly type?: 'text' | 'password' | 'email' | 'search' | 'datetime-local';
  /** Keyboard of a phone. */
  readonly inputmode?: 'text' | 'numeric' | 'email';
  /** What browsers and password managers may fill in. `off`: nothing. */
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  /** An example of the expected value. It does not replace the label. */
  readonly placeholder?: string;
}

/** A line of text. */
export function Field({ label, value, onValue, hint, error, ...input }: FieldProps) {
  const { type = 'text', inputmode, autocomplete, required = false, ...more } = input;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        // One of the text types. Preact types each separately.
        type={type as 'text'}
        inputmode={inputmode}
        autocomplete={autocomplete}
        required={required}
        {...more}
        value={value}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error === undefined ? undefined : true}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <Remarks id={id} hint={hint} error={error} />
    </div>
  );
}

interface RemarksProps {
  readonly id: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
}

function Remarks({ id, hint, error }: RemarksProps) {
  return (
    <>
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span class="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </>
  );
}

const describedBy = (id: string, hint: string | undefined, error: string | undefined) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onValue: (value: T) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** One option of a list. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, value, options, onValue, hint, error } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error === undefined ? undefined : true}
        onChange={(event) => onValue(event.currentTarget.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Remarks id={id} hint={hint} error={error} />
    </div>
  );
}

interface CheckProps {
  readonly children: ComponentChildren;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly required?: boolean;
}

/** Yes or no. */
export function Check({ children, checked, onChecked, required = false }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        required={required}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
