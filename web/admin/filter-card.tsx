/** What stands above a long list: what of it is to be shown. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';

/** What every list can be narrowed to; empty: all. */
export interface Filter {
  readonly client: string;
  /** Local times, as their fields hold them. */
  readonly since: string;
  readonly until: string;
}

interface FilterCardProps<F extends Filter> {
  readonly all: F;
  /** What is typed at first; absent: `all`. */
  readonly first?: F;
  /** Called when the person wants to see what was typed. */
  readonly onFilter: (filter: F) => void;
  /** What is ticked, or not, of this list alone. */
  readonly ticked?: (typed: F, set: (change: Partial<F>) => void) => ComponentChildren;
  /** Fields of this list alone. */
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
  // Local times of the fields, which are as long as each other.
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

/** What a field for local time holds, as RFC 3339. */
const instant = (local: string): string =>
  local === '' || Number.isNaN(Date.parse(local)) ? '' : new Date(local).toISOString();
