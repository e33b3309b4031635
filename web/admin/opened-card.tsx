/** A card opened from a list, until it is closed. */
import type { ComponentChildren } from 'preact';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { t } from '../language.ts';

interface OpenedCardProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

export function OpenedCard({ title, children, onClose }: OpenedCardProps) {
  const close = (
    <Button size="small" onClick={onClose}>
      {t.value.shell.close}
    </Button>
  );
  return (
    <Card title={title} end={close}>
      {children}
    </Card>
  );
}
