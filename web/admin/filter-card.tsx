/** The filter above a long list. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';

/** Filters common to all lists. Empty: all. */
export interface Filter {
  readonly client: string;
  /** Local times, as in their fields. */
  readonly since: string;
  readonly until: string;
}

interface FilterCardProps<F extends Filter> {
  readonly all: F;
  /** Initial values. Absent: `all`. */
  readonly first?: F;
  /** Called when the user applies the filter. */
  readonly onFilter: (filter: F) => void;
  /** Checkboxes of this list only. */
  readonly ticked?: (typed: F, set: (change: Partial<F>) => void) => ComponentChildren;
  /** Fields of this list only. */
  readonly children: (typed: F, set: (change: Partial<F>) => void) => ComponentChildren;
}

export function FilterCard<F extends Filter>({
  all,
  first = all,
  onFilter,
  ticked,
  children,
}: FilterCardProps<F>) {
  const { admin } = t.value;
  const [typed, setTyped] = useState(first);
  const { since, until } = typed;
  const set = (change: Partial<F>) => setTyped({ ...typed, ...change });
  // Local times of the fields have equal length, so text order is time order.
  const reversed = since !== '' && until !== '' && until <= since;
  return (
    <Card title={admin.filter}>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (!reversed) onFilter(typed);
        }}
      >
        {children(typed, set)}
        <Field
          label={admin.client}
          value={typed.client}
          onValue={(client) => setTyped({ ...typed, client: client.trim() })}
        />
        <div class="period">
          <Field
            type="datetime-local"
            label={admin.since}
            value={typed.since}
            onValue={(since) => setTyped({ ...typed, since })}
          />
          <Field
            type="datetime-local"
            label={admin.until}
            value={typed.until}
            error={reversed ? admin.untilError : undefined}
            onValue={(until) => setTyped({ ...typed, until })}
          />
        </div>
        {ticked?.(typed, set)}
        <Button kind="main" type="submit">
          {admin.show}
        </Button>
      </form>
    </Card>
  );
}

/** The filter as parameters of a call. */
export const parametersOf = <F extends Filter>(filter: F): F => ({
  ...filter,
  since: instant(filter.since),
  until: instant(filter.until),
});

/** Converts local time from a field to RFC 3339. */
const instant = (local: string): string =>
  local === '' || Number.isNaN(Date.parse(local)) ? '' : new Date(local).toISOString();
