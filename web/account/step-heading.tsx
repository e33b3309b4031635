/** The heading of a step. It takes the focus, so that screen readers announce the new step. */
import { useEffect, useRef } from 'preact/hooks';

interface StepHeadingProps {
  readonly title: string;
  /** Changes with each step. */
  readonly step: string;
}

export function StepHeading({ title, step }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
