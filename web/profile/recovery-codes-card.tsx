/** How many recovery codes are left, and new ones. */
import { useState } from 'preact/hooks';
import { RecoveryCodes } from '../account/recovery-codes.tsx';
import { ask } from '../account/service.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { fill, formatNumber, t } from '../language.ts';
import { Outcome, useCardCalls } from './card-calls.tsx';
import type { CardProps } from './card-props.ts';

interface RecoveryCodesCardProps extends CardProps {
  readonly onChanged: () => void;
}

export function RecoveryCodesCard({ user, locked, onChanged }: RecoveryCodesCardProps) {
  const { recovery } = t.value;
  const [codes, setCodes] = useState<readonly string[]>([]);
  const calls = useCardCalls(async () => {});
  const make = () =>
    calls.run(async () => {
      const made = await ask<{ readonly codes: readonly string[] }>(
        'POST',
        '/account/v1/recovery-codes',
      );
      setCodes(made.codes);
      onChanged();
    });
  const left = user.recoveryCodes;
  return (
    <Card title={recovery.title}>
      <div class="stack kept-focus" ref={calls.place} tabIndex={-1}>
        <Outcome of={calls} />
        {codes.length > 0 ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <>
            <p>{recovery.what}</p>
            <p>{fill(recovery.left, { number: formatNumber(left, 0) })}</p>
          </>
        )}
        <div>
          <Button disabled={locked} busy={calls.busy} onClick={make}>
            {recovery.make}
          </Button>
        </div>
        {left > 0 && <p class="small quiet">{recovery.replaces}</p>}
      </div>
    </Card>
  );
}
