/** A user's role in the administration, and the client of an administrator. */
import { ROLES } from '../../src/storage/column-values.ts';
import { Choice } from '../design/field.tsx';
import { t } from '../language.ts';
import type { Client, Role } from './answers.ts';
import { useAnswer } from './use-answer.ts';

/** Empty: no role. */
export interface TypedPosition {
  readonly role: Role | '';
  readonly client: string;
}

interface PositionFieldsProps {
  readonly typed: TypedPosition;
  readonly onTyped: (typed: TypedPosition) => void;
}

export function PositionFields({ typed, onTyped }: PositionFieldsProps) {
  const { users } = t.value.admin;
  const clients = useAnswer<readonly Client[]>('/clients');
  const known = clients.answer?.map(({ id }) => id) ?? [];
  const client = typed.client || known[0] || '';
  return (
    <>
      <Choice
        label={users.role}
        value={typed.role}
        {...(typed.role !== '' && { hint: users.roleAbout[typed.role] })}
        options={(['', ...ROLES] as const).map((role) => ({
          value: role,
          label: users.roles[role || 'none'],
        }))}
        onValue={(role) => onTyped({ role, client: role === 'administrator' ? client : '' })}
      />
      {typed.role === 'administrator' && (
        <Choice
          label={t.value.admin.client}
          value={client}
          options={known.map((id) => ({ value: id, label: id }))}
          onValue={(chosen) => onTyped({ ...typed, client: chosen })}
        />
      )}
    </>
  );
}

/** The position in the format of the calls. Undefined: none. */
export const positionOf = ({ role, client }: TypedPosition) =>
  role === '' ? undefined : { role, ...(client !== '' && { client }) };
