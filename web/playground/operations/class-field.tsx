/** The class id for operations on a template. */
import { Field } from '../../design/field.tsx';
import { t } from '../../language.ts';
import { classId, isClassId } from '../state.ts';

export function ClassField() {
  const { fields } = t.value;
  const { value } = classId;
  return (
    <Field
      label={fields.classId}
      hint={fields.classIdHint}
      value={value}
      onValue={(text) => {
        classId.value = text.trim();
      }}
      inputmode="numeric"
      autocomplete="off"
      required
      error={value === '' || isClassId(value) ? undefined : fields.classIdError}
    />
  );
}
