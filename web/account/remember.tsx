/** Asks whether this browser should be remembered. */
import { Check } from '../design/field.tsx';
import { t } from '../language.ts';
import { keepsKeys } from './browser-key.ts';

interface RememberProps {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

/** Nothing where the browser cannot keep a key. */
export function Remember({ checked, onChecked }: RememberProps) {
  const { browsers } = t.value;
  if (!keepsKeys()) return null;
  return (
    <div>
      <Check checked={checked} onChecked={onChecked}>
        {browsers.remember}
      </Check>
      <p class="small quiet">{browsers.rememberWhy}</p>
    </div>
  );
}
